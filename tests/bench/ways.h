/* SPDX-License-Identifier: MIT */
/* The ways of decoding a stream that the benchmarks compare: records one by one, in batches, in columns. */
#ifndef WAYS_H
#define WAYS_H

#include <libspe/spe.h>

#define WAYS_LENT 65536

/* How: all zero is what a program gets that sets nothing. */
struct ways_setup {
    uint32_t kernel; /* SPE_KERNEL_* */
    void *lent;      /* WAYS_LENT bytes, or NULL */
    size_t chunk;    /* bytes that are fed at once; 0: all */
};

/* Each decodes the stream with a decoder of its own, from the beginning. Returns the number of records. */
typedef size_t ways_function(const uint8_t *bytes, size_t size, const struct ways_setup *setup);

ways_function ways_next, ways_batch, ways_columns, ways_columns_4;

#endif
