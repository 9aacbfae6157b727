/* SPDX-License-Identifier: MIT */
/* The processor is asked by its own instruction: there is no writable global to keep the answer, and libgcc's is not
 * used. */
#include "processor.h"

#if SPE_KERNELS_X86

#include <cpuid.h>

/* What CPUID calls the features (ECX of leaf 1; EBX and ECX of leaf 7), and XCR0 the state that the system keeps. */
#define OSXSAVE (1u << 27)
#define POPCNT (1u << 23)
#define AVX512 (1u << 16 | 1u << 30 | 1u << 31) /* F, BW, VL */
#define VBMI (1u << 1 | 1u << 6)                /* VBMI, VBMI2 */
#define STATE_AVX512 0xe6u

static uint32_t state_kept(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

uint32_t spe_processor(void)
{
    unsigned a, b, c, d;
    __cpuid(0, a, b, c, d);
    if (a < 7)
        return 0;
    __cpuid(1, a, b, c, d);
    if ((c & (OSXSAVE | POPCNT)) != (OSXSAVE | POPCNT) || (state_kept() & STATE_AVX512) != STATE_AVX512)
        return 0;
    __cpuid_count(7, 0, a, b, c, d);
    return (b & AVX512) == AVX512 && (c & VBMI) == VBMI ? SPE_PROCESSOR_VBMI2 : 0;
}

#endif
