/* SPDX-License-Identifier: MIT */
/* The processor is asked by its own instruction: there is no writable global to keep the answer, and libgcc's is not
 * used. */
#include "processor.h"

#if SPE_KERNELS_X86

#include <cpuid.h>

/* What CPUID calls the features (ECX of leaf 1; EBX and ECX of leaf 7), and XCR0 the state that the system keeps. */
#define OSXSAVE (1u << 27)
#define POPCNT (1u << 23)
#define AVX2 (1u << 5 | 1u << 3 | 1u << 8)      /* and BMI1, BMI2 */
#define AVX512 (1u << 16 | 1u << 30 | 1u << 31) /* F, BW, VL */
#define VBMI (1u << 1)
#define VBMI2 (1u << 6)
#define STATE_AVX 0x06u
#define STATE_AVX512 0xe6u

/* AMD's and Hygon's families 0x17 and 0x18 have PEXT in microcode: slower than doing without. */
static int has_slow_pext(unsigned vendor, unsigned signature)
{
    const unsigned family = (signature >> 8 & 15) + (signature >> 20 & 0xff);
    return (vendor == 0x68747541 || vendor == 0x6f677948) && (family == 0x17 || family == 0x18); /* "Auth", "Hygo" */
}

static uint32_t state_kept(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int has(uint32_t features, uint32_t wanted)
{
    return (features & wanted) == wanted;
}

uint32_t spe_processor(void)
{
    unsigned most, vendor, signature, a, b, c, d;
    __cpuid(0, most, vendor, c, d);
    if (most < 7)
        return 0;
    __cpuid(1, signature, b, c, d);
    const uint32_t state = c & OSXSAVE ? state_kept() : 0, has_popcnt = c & POPCNT;
    __cpuid_count(7, 0, a, b, c, d);
    if (!has(state, STATE_AVX) || !has(b, AVX2) || has_slow_pext(vendor, signature))
        return 0;
    if (!has(state, STATE_AVX512) || !has(b, AVX512) || !has(c, VBMI))
        return SPE_PROCESSOR_AVX2;
    return SPE_PROCESSOR_AVX2 | SPE_PROCESSOR_AVX512 | (has(c, VBMI2) && has_popcnt ? SPE_PROCESSOR_VBMI2 : 0);
}

#endif
