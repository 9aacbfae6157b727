/* SPDX-License-Identifier: MIT */
/*
 * A kernel: one way, for one type of processor, to compare records with learned layouts and to gather their fields. All
 * kernels give the same records for the same bytes. The decoder's kernel is chosen once (kernels.c).
 */
#ifndef SPE_KERNEL_H
#define SPE_KERNEL_H

#include <libspe/columns.h>

#include "learned.h"

/* A run of records that have learned layouts: the decoder's place in the chunk. */
struct spe_run {
    struct spe_learned *learned;
    const uint8_t *bytes; /* the chunk */
    size_t size;
    size_t at;     /* the end of the last record */
    size_t next;   /* the beginning of the next record: the bytes between are zeros */
    uint64_t base; /* the stream offset of bytes[0] */
    int missed;    /* some record fitted no layout */
};

/* The result of a walk over a record's headers: the record's size, or 0 if it does not end; and a key that identifies
 * the set of headers. */
struct spe_walked {
    uint32_t size;
    uint32_t key;
};

/* Columns by number, if no packet fills them. Other columns have the number of their field's bit in `present`; the
 * columns of sizes have SPE_ROW_SIZES more. */
enum { SPE_ROW_SIZES = 32, SPE_ROW_OFFSET = 32, SPE_ROW_SIZE, SPE_ROW_PRESENT, SPE_ROW_FLAGS, SPE_ROW_OP_CLASS };

/* Columns, and which of them are wanted. */
struct spe_rows {
    const struct spe_columns *columns;
    uint64_t want;  /* a bit each, by number */
    unsigned count; /* of wanted columns */
};

/* With more columns it is faster to gather whole records, and to spread them. */
#define SPE_FEW_COLUMNS 8

struct spe_kernel {
    /* Makes the kernel's plan for a layout. Returns 0 if the kernel cannot gather it. */
    int (*plan)(struct spe_layout_learned *layout, const struct spe_places *places);
    /* Takes up to n records that fit learned layouts. Returns their number. */
    size_t (*take)(struct spe_run *run, struct spe_record *out, size_t n);
    /* Takes the record at `bytes`, of which `room` can be read. Returns its layout, or NULL if none that is known
     * fits. */
    struct spe_layout_learned *(*take_one)(struct spe_learned *learned, const uint8_t *bytes, uint64_t offset,
                                           struct spe_record *out);
    /* Does the same as take() with the layouts in the caller's memory. */
    size_t (*take_many)(struct spe_run *run, struct spe_record *out, size_t n);
    /* Takes the record at `bytes`, of which SPE_WIDE_SIZE can be read, if it has layout `number` of the caller's
     * memory; SPE_NO_LAYOUT means none. Returns the layout, or NULL if the record does not have it. */
    struct spe_layout_learned *(*take_queued)(struct spe_learned *learned, unsigned number, const uint8_t *bytes,
                                              uint64_t offset, struct spe_record *out);
    /* Walks over the headers of the record at `bytes`, of which SPE_MANY_ROOM can be read. */
    struct spe_walked (*walk)(const struct spe_many *many, const uint8_t *bytes);
    /* Fills the queue with records. A record begins at bytes[at]. */
    void (*fill)(struct spe_many *many, const struct spe_run *run, size_t at);
    /* Spreads records into rows from `first` on, in groups of a fixed size. Returns their number. NULL if the kernel
     * has no such function. */
    size_t (*spread)(const struct spe_columns *columns, size_t first, const struct spe_record *records, size_t n);
    /* Takes records that fit learned layouts into rows i to n - 1 of up to SPE_FEW_COLUMNS columns. Returns the number
     * of the row after the last. NULL if whole records are always faster. */
    size_t (*take_rows)(struct spe_run *run, const struct spe_rows *rows, size_t i, size_t n);
    size_t room; /* bytes of a record that take() and take_one() may read */
};

#if SPE_LEARNING

SPE_TABLE const struct spe_kernel spe_kernel_portable;
#if SPE_KERNELS_X86
SPE_TABLE const struct spe_kernel spe_kernel_avx2;
SPE_TABLE const struct spe_kernel spe_kernel_avx512;

/* spe_kernel.spread */
SPE_INTERNAL size_t spe_spread_avx2(const struct spe_columns *columns, size_t first, const struct spe_record *records,
                                    size_t n);
SPE_INTERNAL size_t spe_spread_avx512(const struct spe_columns *columns, size_t first, const struct spe_record *records,
                                      size_t n);

/* spe_kernel_find() for a processor that has the features `has`, SPE_PROCESSOR_*. */
SPE_INTERNAL const struct spe_kernel *spe_kernel_choose(uint32_t name, uint32_t has);
#endif
#if SPE_KERNELS_NEON
SPE_TABLE const struct spe_kernel spe_kernel_neon;
#endif

/* The kernel of that name (SPE_KERNEL_*); SPE_KERNEL_ANY is the best one for this processor. NULL if this processor or
 * this build does not have the kernel. */
SPE_INTERNAL const struct spe_kernel *spe_kernel_find(uint32_t name);

#endif

#endif
