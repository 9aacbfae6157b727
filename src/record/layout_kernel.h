/* SPDX-License-Identifier: MIT */
/* Kernels that write a record's fields: each gives the bytes that layout.h does, for some processors only. */
#ifndef SPE_LAYOUT_KERNEL_H
#define SPE_LAYOUT_KERNEL_H

#include "../base/processor.h"
#include "layout.h"

/* Headers are short. */
struct spe_layout_kernel {
    /* sizes: spe_kernel_sizes() */
    unsigned (*canonical)(uint8_t *bytes, const struct spe_record *in, uint32_t fields, unsigned sizes);
    unsigned (*slots)(uint8_t *bytes, const struct spe_record *in, uint32_t fields);
};

/* A number up to 7 for the sizes of Events (1 to 8) and Data Source (0 to 2). */
static inline unsigned spe_kernel_sizes(unsigned events_size, unsigned data_source_size)
{
    return spe_lowest_bit(events_size) * 2 + (data_source_size >> 1);
}

#if SPE_KERNELS_X86
SPE_TABLE const struct spe_layout_kernel spe_layout_avx512[1];
#endif

#endif
