/* SPDX-License-Identifier: MIT */
/* What a compiled filter is: filter.c makes it, filter_apply.c applies it, to records or columns. */
#ifndef SPE_FILTER_COMPILED_H
#define SPE_FILTER_COMPILED_H

#include <libspe/filter.h>

#include "../base/context.h"
#include "../base/internal.h"

/* An operation's bit in kept[] and loads[]. CLASS 3 is reserved: what has no operation is of no type as well. */
#define OPERATIONS 1024
#define NO_OPERATION 0x300

/* What is inside a spe_filter. Whatever is not enabled is such that it rejects nothing. */
struct SPE_MAY_ALIAS compiled {
    uint64_t set;         /* events that must be 1 */
    uint64_t clear;       /* events that must be 0 */
    uint64_t sources;     /* bit [source & 63]: kept */
    uint64_t min_latency; /* cycles */
    uint64_t kept[16];    /* by operation, one bit each: the type filter keeps it */
    uint64_t loads[16];   /* ... the data source filter applies to it */
    uint32_t unasked;     /* SPE_FILTER_BY_*, a bit each, that reject nothing */
};

_Static_assert(sizeof(struct compiled) <= SPE_FILTER_SIZE, "the compiled filter fits its storage");

/* Where the fields are that a filter reads: each some bytes behind the one of the record before. */
struct field {
    const uint8_t *at;
    size_t step;
};

struct fields {
    struct field present, events, op_class, op_payload, total_latency, data_source;
};

#define TOGETHER 64u /* records that are asked about together, as the bits of a word */

/* Which of n records (up to TOGETHER of them) are kept: bit i, the i-th record. Adds to by[], if it is not NULL. */
SPE_INTERNAL uint64_t spe_filter_together(const struct compiled *filter, const struct fields *fields, size_t n,
                                          uint64_t *by);

#endif
