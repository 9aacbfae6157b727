/* SPDX-License-Identifier: MIT */
/*
 * Finds the innermost of many ranges that have an address: the one that starts last. Ranges may nest and overlap in any
 * way. N ranges take N log N steps to settle, and log N to find one.
 */
#ifndef SPAN_TABLE_H
#define SPAN_TABLE_H

#include <stddef.h>
#include <stdint.h>

#define SPAN_TABLE_NONE UINT32_MAX

struct span {
    uint64_t from, to; /* `to` is just past the last address */
    uint32_t rank;     /* of two equal ranges, that of the higher rank is found */
    uint32_t value;    /* the caller's number */
};

struct span_table {
    struct span *spans; /* as they were added; after span_table_settle() in order, and none overlaps another */
    size_t count, room;
};

/* Adds a range. Empty ranges, and ranges that do not fit in memory, are left out. */
void span_table_add(struct span_table *t, const struct span *span);

/* Settles which range is found where. Call it once, after all ranges were added and before the first search. */
void span_table_settle(struct span_table *t);

/* Returns the span that has the address, which is a piece of the innermost range there, or NULL if none has it. */
const struct span *span_table_find(const struct span_table *t, uint64_t address);

void span_table_free(struct span_table *t);

#endif
