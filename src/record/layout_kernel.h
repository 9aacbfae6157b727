/* SPDX-License-Identifier: MIT */
/* Kernels that write a record's fields: each writes the same bytes as layout.h, on some processors only. */
#ifndef SPE_LAYOUT_KERNEL_H
#define SPE_LAYOUT_KERNEL_H

#include "../base/processor.h"
#include "layout.h"

/* Writes fields, SPE_HAS_*, with short headers; the sizes are for the canonical layout. Returns the size. */
typedef unsigned spe_layout_function(uint8_t *bytes, const struct spe_record *in, uint32_t fields, unsigned events_size,
                                     unsigned data_source_size);

struct spe_layout_kernel {
    spe_layout_function *canonical;
    spe_layout_function *slots;
    uint32_t fields; /* SPE_HAS_* that it writes: records with other fields take the long way */
};

/* The fields that the vector kernels write: all fields that existed when the kernels were written. */
#define SPE_KERNELS_WRITE (SPE_IN_SLOTS | SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_ALT_ISSUE_LATENCY)

#ifndef SPE_NO_KERNELS

#if SPE_KERNELS_X86
SPE_TABLE const struct spe_layout_kernel spe_layout_avx2[1];
SPE_TABLE const struct spe_layout_kernel spe_layout_avx512[1];

/* spe_layout_kernel_find() for a processor that has the features `has`, SPE_PROCESSOR_*. */
SPE_INTERNAL const struct spe_layout_kernel *spe_layout_kernel_choose(uint32_t name, uint32_t has);
#endif

/* The kernel of that name (SPE_KERNEL_*); SPE_KERNEL_ANY is the best one for this processor. NULL if the encoder itself
 * writes, as layout.h does, or if this processor or this build does not have the kernel. */
SPE_INTERNAL const struct spe_layout_kernel *spe_layout_kernel_find(uint32_t name);

#endif

/* Whether a configuration may name the kernel. */
static inline int spe_has_layout_kernel(uint32_t name)
{
#ifndef SPE_NO_KERNELS
    return name <= SPE_KERNEL_PORTABLE || spe_layout_kernel_find(name);
#else
    return name <= SPE_KERNEL_PORTABLE;
#endif
}

#endif
