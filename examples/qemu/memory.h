/* SPDX-License-Identifier: MIT */
/*
 * A model of what an access to memory meets: two levels of TLB, caches L1 and L2 of each thread, and a last level cache
 * that all threads share. Small, inclusive of nothing, least recently used goes first. No prefetcher, no coherence.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* Where the data were found; the index of struct core.sources */
enum { MEMORY_L1, MEMORY_L2, MEMORY_LLC, MEMORY_DRAM, MEMORY_LEVELS };

struct memory_result {
    uint64_t events;      /* 1 << SPE_EVENT_*, of those that any core has */
    uint16_t latency;     /* cycles, translation included */
    uint16_t translation; /* cycles */
    uint8_t level;        /* MEMORY_* */
};

struct memory; /* the part of a thread */

struct memory *memory_new(void); /* NULL: there is no memory for it */
void memory_free(struct memory *memory);

/* An access of `size` bytes. One that crosses a line, or a page, is the worse of its two halves, and misaligned. */
struct memory_result memory_access(struct memory *memory, uint64_t address, uint64_t size);

/* What two accesses of one operation are together: events of both, the slower one's latencies and level. */
struct memory_result memory_worse(struct memory_result a, struct memory_result b);

#endif
