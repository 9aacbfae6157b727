/* SPDX-License-Identifier: MIT */
/* The contents of a compiled filter: filter.c makes it, filter_apply.c applies it to records or columns. */
#ifndef SPE_FILTER_COMPILED_H
#define SPE_FILTER_COMPILED_H

#include <libspe/filter.h>

#include "../base/context.h"
#include "../base/internal.h"

/* An operation's bit in kept[] and loads[]. CLASS 3 is reserved, so it also represents records without an operation:
 * neither has a type. */
#define OPERATIONS 1024
#define NO_OPERATION 0x300

/* The contents of a spe_filter. Disabled parts have values that reject nothing. */
struct SPE_MAY_ALIAS compiled {
    uint64_t set;         /* events that must be 1 */
    uint64_t clear;       /* events that must be 0 */
    uint64_t sources;     /* bit [source & 63]: the source is kept */
    uint64_t min_latency; /* cycles */
    uint64_t kept[16];    /* by operation, one bit each: the type filter keeps the operation */
    uint64_t loads[16];   /* ... the data source filter applies to the operation */
    uint32_t unused;      /* SPE_FILTER_BY_*, a bit for each part that rejects nothing */
};

_Static_assert(sizeof(struct compiled) <= SPE_FILTER_SIZE, "the compiled filter fits its storage");

/* The places of the fields that a filter reads: `step` bytes lie between those of two records. */
struct field {
    const uint8_t *at;
    size_t step;
};

struct fields {
    struct field present, events, op_class, op_payload, total_latency, data_source;
};

#define TOGETHER 64u /* records that are tested together, as the bits of a word */

/* Which of n records (up to TOGETHER) are kept: bit i is the i-th record. Adds to by[], if it is not NULL. */
SPE_INTERNAL uint64_t spe_filter_together(const struct compiled *filter, const struct fields *fields, size_t n,
                                          uint64_t *by);

#endif
