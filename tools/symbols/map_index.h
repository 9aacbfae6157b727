/* SPDX-License-Identifier: MIT */
/*
 * Finds the range that contains an address at a time: the latest one that existed at that time, or else the earliest.
 * Making the index takes N log N steps and a search (log N)^2, however the ranges overlap.
 */
#ifndef MAP_INDEX_H
#define MAP_INDEX_H

#include <stddef.h>
#include <stdint.h>

#define MAP_INDEX_NONE UINT32_MAX

struct map_range {
    uint32_t space;   /* the address space: a range has only addresses of this one */
    uint64_t address; /* the first */
    uint64_t end;     /* just past the last; above the address */
    uint64_t time;
};

struct map_index {
    uint32_t from, count; /* the ranges of the index */
    size_t places;
    struct map_place *list; /* the beginnings and ends of ranges, in order */
    uint32_t *first;        /* by node: its first range in `ranges`; its ranges end where the next node's begin */
    uint32_t *ranges;       /* by time, then by number */
};

/* Makes an index of ranges[from, from + count), which the caller must keep. Returns 0 if there are too many. */
int map_index_make(struct map_index *index, const struct map_range *ranges, uint32_t from, uint32_t count);

/* The number of the range that contains the address, or MAP_INDEX_NONE. */
uint32_t map_index_find(const struct map_index *index, const struct map_range *ranges, uint32_t space, uint64_t address,
                        uint64_t time);

/* Whether a range begins or ends after address `from`, up to `to`. */
int map_index_has_end(const struct map_index *index, uint32_t space, uint64_t from, uint64_t to);

/* The better of two such numbers; each may be MAP_INDEX_NONE. */
uint32_t map_index_better(const struct map_range *ranges, uint32_t a, uint32_t b, uint64_t time);

void map_index_free(struct map_index *index);

#endif
