/* SPDX-License-Identifier: MIT */
/* Reads the features with CPUID at each call: no writable global keeps them, and libgcc's global is not used. */
#include "processor.h"

#if SPE_KERNELS_X86

#include <cpuid.h>

#define OSXSAVE (1u << 27) /* in ECX of leaf 1 */

static uint32_t state_kept(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

uint32_t spe_processor(void)
{
    struct spe_cpuid words = {0};
    uint32_t a, b, c, d;
    __cpuid(0, words.leaves, words.vendor, c, d);
    if (words.leaves < 7)
        return 0;
    __cpuid(1, words.signature, b, c, d);
    words.state = c & OSXSAVE ? state_kept() : 0;
    __cpuid_count(7, 0, a, words.b7, words.c7, d);
    return spe_processor_of(&words);
}

#endif
