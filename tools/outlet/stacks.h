/* SPDX-License-Identifier: MIT */
/*
 * Counts samples for viewers: by code address, thread, core, operation, data source and page of data. Up to
 * STACKS_FINE combinations differ in everything. Further ones have no page; from STACKS_MOST on, samples of new
 * combinations are counted together. So the sums are exact in any case, and memory is bounded (110 MB).
 */
#ifndef STACKS_H
#define STACKS_H

#include "../profile/places.h"

#define STACKS_FINE (1u << 19)
#define STACKS_MOST (1u << 20)
#define STACKS_NONE UINT64_MAX /* an address, or a page, that is not known */

/* The values that are counted: samples, their time and their summed latency; then, from STACKS_MISSES on, how many of
 * them have the property of a ratio (COUNTS_L1D_REFILL ...). */
enum { STACKS_SAMPLES, STACKS_TIME, STACKS_LATENCY, STACKS_MISSES, STACKS_VALUES = STACKS_MISSES + COUNTS_RATIOS };

struct stack_key {
    uint64_t address, page; /* of the instruction; of the data */
    uint32_t space;         /* of the instruction's address */
    uint32_t who, leader;   /* number of the thread; of its process (processes_leader()) */
    uint32_t cpu;           /* UINT32_MAX if the core is not known */
    uint32_t class;         /* COUNTS_LOAD ... */
    uint32_t source;        /* SPE_STATS_NO_SOURCE if it has no data source */
};

struct stack {
    struct stack_key key;
    uint64_t time; /* of the first sample, to find the mapping there at that time */
    uint64_t values[STACKS_VALUES];
};

struct stacks {
    struct stack *list; /* [0..count) */
    uint32_t *slots;    /* hash table: number in the list plus 1; 0 if free */
    size_t count, room, size, n_points;
    uint64_t seed;                /* of this run's hashes */
    uint64_t pageless, placeless; /* samples that lost their page; that lost everything */
    const struct places *places;  /* set by the caller of stacks_add() */
    struct firefox_point *points; /* [0..n_points) for firefox.h: one of 2^sparse of those seen */
    uint64_t seen, sparse;
};

/* The name and unit of each value. The time may be in ticks (profile_time_unit()). */
struct stacks_value {
    const char *name, *unit;
};
extern const struct stacks_value stacks_values[STACKS_VALUES];

/* Counts n samples (profile.outlet). Storage that is zero but for `places` is empty. */
void stacks_add(void *stacks, const struct sample *samples, size_t n);

/* Sorts the list by address, then by the rest of the key. Afterwards nothing can be counted. */
void stacks_sort(struct stacks *s);

#endif
