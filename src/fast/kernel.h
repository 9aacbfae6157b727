/* SPDX-License-Identifier: MIT */
/*
 * A kernel: one way, for one kind of processor, to compare records with learned layouts and to gather their fields. All
 * give the same records for the same bytes; which one a decoder uses is chosen once (kernels.c).
 */
#ifndef SPE_KERNEL_H
#define SPE_KERNEL_H

#include <libspe/batch.h>

#include "learned.h"

/* A run of records that learned layouts fit: the decoder's place in the chunk. */
struct spe_run {
    struct spe_learned *learned;
    const uint8_t *bytes; /* the chunk */
    size_t size;
    size_t at;     /* where the last record ended */
    size_t next;   /* where the next one begins: between them are zeros */
    uint64_t base; /* the stream offset of bytes[0] */
    int missed;    /* some record fitted no layout */
};

struct spe_walked;

struct spe_kernel {
    /* Makes the kernel's form of a layout. Returns 0: it cannot have one. */
    int (*form)(struct spe_layout_learned *layout, const struct spe_places *places);
    /* Takes up to n records that learned layouts fit. Returns how many. */
    size_t (*take)(struct spe_run *run, struct spe_record *out, size_t n);
    /* Takes the record at `bytes`, of which `room` can be read. Returns its layout, or NULL: none that is known. */
    struct spe_layout_learned *(*take_one)(struct spe_learned *learned, const uint8_t *bytes, uint64_t offset,
                                           struct spe_record *out);
    /* As take(), from the layouts in memory that was lent. */
    size_t (*take_many)(struct spe_run *run, struct spe_record *out, size_t n);
    /* Takes the record at `bytes`, of which SPE_WIDE_SIZE can be read, if it has layout `number` there, or
     * SPE_NO_LAYOUT. Returns the layout, or NULL: it has not. */
    struct spe_layout_learned *(*take_queued)(struct spe_learned *learned, unsigned number, const uint8_t *bytes,
                                              uint64_t offset, struct spe_record *out);
    /* Walks over the headers of the record at `bytes`, of which SPE_MANY_ROOM can be read. */
    struct spe_walked (*walk)(const struct spe_many *many, const uint8_t *bytes);
    /* Fills the queue with the records from bytes[at] on, where one begins, up to `limit` at most. */
    void (*fill)(struct spe_many *many, const struct spe_run *run, size_t at, size_t limit);
    /* Spreads records into rows from `first` on, as many as it takes at once. Returns how many. NULL: it cannot. */
    size_t (*spread)(const struct spe_columns *columns, size_t first, const struct spe_record *records, size_t n);
    size_t room; /* bytes that take() and take_one() may read of a record */
};

#ifndef SPE_NO_LEARNING

SPE_TABLE const struct spe_kernel spe_kernel_portable;
#if SPE_KERNELS_X86
SPE_TABLE const struct spe_kernel spe_kernel_avx2;
SPE_TABLE const struct spe_kernel spe_kernel_avx512;

/* spe_kernel.spread */
SPE_INTERNAL size_t spe_spread_avx2(const struct spe_columns *columns, size_t first, const struct spe_record *records,
                                    size_t n);
SPE_INTERNAL size_t spe_spread_avx512(const struct spe_columns *columns, size_t first, const struct spe_record *records,
                                      size_t n);

/* spe_kernel_find() for a processor that has those SPE_PROCESSOR_*. */
SPE_INTERNAL const struct spe_kernel *spe_kernel_choose(uint32_t name, uint32_t has);
#endif
#if SPE_KERNELS_NEON
SPE_TABLE const struct spe_kernel spe_kernel_neon;
#endif

/* The kernel of that name (SPE_KERNEL_*), SPE_KERNEL_ANY: the best for this processor. NULL: this processor, or this
 * build, has it not. */
SPE_INTERNAL const struct spe_kernel *spe_kernel_find(uint32_t name);

#endif

#endif
