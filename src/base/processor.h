/* SPDX-License-Identifier: MIT */
/* What the processor has, for kernels: code for some processors only, beside the portable code that gives the same. */
#ifndef SPE_PROCESSOR_H
#define SPE_PROCESSOR_H

#include <stdint.h>

#include "internal.h"

/* Which kernels there are. On bare metal, and where nothing is learned, there is the portable code. */
#if defined(__GNUC__) && __STDC_HOSTED__ && !defined(__FRAMAC__) && !defined(SPE_NO_LEARNING)
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
/* What it has, and the system keeps the state of. */
#define SPE_PROCESSOR_AVX2 (1u << 0)   /* AVX2, BMI1 and BMI2, and PEXT is fast */
#define SPE_PROCESSOR_AVX512 (1u << 1) /* and AVX-512 F, BW, VL and VBMI */
#define SPE_PROCESSOR_VBMI2 (1u << 2)  /* and VBMI2, with POPCNT */

/* SPE_PROCESSOR_*, asked anew: in a virtual machine that takes 20 microseconds. */
SPE_INTERNAL uint32_t spe_processor(void);
#endif

#endif
