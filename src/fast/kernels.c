/* SPDX-License-Identifier: MIT */
/*
 * Which kernel, by what the processor has. It is asked by its own instruction: nothing is kept between calls, so that
 * there is no writable global, and what libgcc would keep is not used. In a virtual machine the answer takes 20
 * microseconds: decoders ask when they have seen that there is much to decode (way_learned.c).
 */
#include <libspe/decoder.h>

#include "kernel.h"

#ifndef SPE_NO_LEARNING

#if SPE_KERNELS_X86

#include <cpuid.h>

/* What CPUID calls the features (EBX, ECX of leaf 7, ECX of leaf 1), and XCR0 the state that the system keeps. */
#define OSXSAVE (1u << 27)
#define AVX2 (1u << 5 | 1u << 3 | 1u << 8)      /* and BMI1, BMI2 */
#define AVX512 (1u << 16 | 1u << 30 | 1u << 31) /* F, BW, VL */
#define VBMI (1u << 1)
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

static int best(void)
{
    unsigned most, vendor, signature, a, b, c, d;
    __cpuid(0, most, vendor, c, d);
    if (most < 7)
        return SPE_KERNEL_PORTABLE;
    __cpuid(1, signature, b, c, d);
    const uint32_t state = c & OSXSAVE ? state_kept() : 0;
    __cpuid_count(7, 0, a, b, c, d);
    if ((state & STATE_AVX) != STATE_AVX || (b & AVX2) != AVX2 || has_slow_pext(vendor, signature))
        return SPE_KERNEL_PORTABLE;
    const int has_avx512 = (state & STATE_AVX512) == STATE_AVX512 && (b & AVX512) == AVX512 && (c & VBMI);
    return has_avx512 ? SPE_KERNEL_AVX512 : SPE_KERNEL_AVX2;
}

const struct spe_kernel *spe_kernel_find(uint32_t name)
{
    if (name == SPE_KERNEL_PORTABLE)
        return &spe_kernel_portable;
    const uint32_t most = (uint32_t)best(), wanted = name == SPE_KERNEL_ANY ? most : name;
    if (wanted > most)
        return NULL;
    return wanted == SPE_KERNEL_AVX512 ? &spe_kernel_avx512
           : wanted == SPE_KERNEL_AVX2 ? &spe_kernel_avx2
                                       : &spe_kernel_portable;
}

#elif SPE_KERNELS_NEON

const struct spe_kernel *spe_kernel_find(uint32_t name)
{
    return name == SPE_KERNEL_PORTABLE                         ? &spe_kernel_portable
           : name == SPE_KERNEL_ANY || name == SPE_KERNEL_NEON ? &spe_kernel_neon
                                                               : NULL;
}

#else

const struct spe_kernel *spe_kernel_find(uint32_t name)
{
    return name <= SPE_KERNEL_PORTABLE ? &spe_kernel_portable : NULL;
}

#endif

#endif
