/* SPDX-License-Identifier: MIT */
/* The features of the processor, from which a kernel is chosen. A kernel is code for some processors only; it gives the
 * same results as the portable code. */
#ifndef SPE_PROCESSOR_H
#define SPE_PROCESSOR_H

#include <stdint.h>

#include "internal.h"

/* Which kernels are built. Bare metal and SPE_NO_KERNELS have the portable code only. */
#if defined(__GNUC__) && __STDC_HOSTED__ && !defined(__FRAMAC__) && !defined(SPE_NO_KERNELS)
#define SPE_KERNELS 1
#else
#define SPE_KERNELS 0
#endif
#if SPE_KERNELS && defined(__x86_64__) && defined(__SSE2__)
#define SPE_KERNELS_X86 1
#else
#define SPE_KERNELS_X86 0
#endif
#if SPE_KERNELS && defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SPE_KERNELS_NEON 1
#else
#define SPE_KERNELS_NEON 0
#endif

#if SPE_KERNELS_X86
/* Features of the processor whose state the system preserves. */
#define SPE_PROCESSOR_AVX2 (1u << 0)   /* AVX2, BMI1, BMI2 and a fast PEXT */
#define SPE_PROCESSOR_AVX512 (1u << 1) /* also AVX-512 F, BW, VL and VBMI */

/* What CPUID gives, and XCR0: the state that the system preserves, 0 if it cannot be read. */
struct spe_cpuid {
    uint32_t leaves, vendor, signature; /* leaf 0: EAX and EBX; leaf 1: EAX */
    uint32_t b7, c7, state;             /* leaf 7: EBX and ECX */
};

/* AMD's and Hygon's families 0x17 and 0x18 implement PEXT in microcode, which is slower than code without PEXT. */
static inline int spe_has_slow_pext(const struct spe_cpuid *words)
{
    const unsigned family = (words->signature >> 8 & 15) + (words->signature >> 20 & 0xff);
    const int is_amd = words->vendor == 0x68747541 || words->vendor == 0x6f677948; /* "Auth", "Hygo" */
    return is_amd && (family == 0x17 || family == 0x18);
}

static inline int spe_has_bits(uint32_t word, uint32_t wanted)
{
    return (word & wanted) == wanted;
}

/* Returns the SPE_PROCESSOR_* of a processor. */
static inline uint32_t spe_processor_of(const struct spe_cpuid *words)
{
    const uint32_t avx2 = 1u << 5 | 1u << 3 | 1u << 8;      /* also BMI1 and BMI2: leaf 7, EBX */
    const uint32_t avx512 = 1u << 16 | 1u << 30 | 1u << 31; /* F, BW, VL: leaf 7, EBX */
    const uint32_t vbmi = 1u << 1;                          /* leaf 7, ECX */
    if (words->leaves < 7 || !spe_has_bits(words->state, 0x06) || !spe_has_bits(words->b7, avx2) ||
        spe_has_slow_pext(words))
        return 0;
    if (!spe_has_bits(words->state, 0xe6) || !spe_has_bits(words->b7, avx512) || !spe_has_bits(words->c7, vbmi))
        return SPE_PROCESSOR_AVX2;
    return SPE_PROCESSOR_AVX2 | SPE_PROCESSOR_AVX512;
}

/* Reads SPE_PROCESSOR_* from the processor at each call, which takes 20 microseconds in a virtual machine. */
SPE_INTERNAL uint32_t spe_processor(void);
#endif

#endif
