/* SPDX-License-Identifier: MIT */
/* What the processor has, for kernels: code for some processors only, beside the portable code that gives the same. */
#ifndef SPE_PROCESSOR_H
#define SPE_PROCESSOR_H

#include <stdint.h>

#include "internal.h"

/* Which kernels there are. On bare metal there are none. */
#ifndef SPE_KERNELS_X86
#if defined(__GNUC__) && __STDC_HOSTED__ && !defined(__FRAMAC__) && !defined(SPE_NO_LEARNING) &&                       \
    defined(__x86_64__) && defined(__SSE2__)
#define SPE_KERNELS_X86 1
#else
#define SPE_KERNELS_X86 0
#endif
#endif

#if SPE_KERNELS_X86
#define SPE_PROCESSOR_VBMI2 (1u << 0) /* AVX-512 F, BW, VL, VBMI and VBMI2, with POPCNT; and the system keeps them */

/* SPE_PROCESSOR_*, asked anew: in a virtual machine that takes 20 microseconds. */
SPE_INTERNAL uint32_t spe_processor(void);
#endif

#endif
