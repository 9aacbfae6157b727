/* SPDX-License-Identifier: MIT */
/*
 * A model of the memory system: each thread has two levels of TLB and caches L1 and L2; all threads share a last level
 * cache. The tables are small and not inclusive, and replace the least recently used entry. The model has no prefetcher
 * and no coherence.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Where the data were found; the index of struct core.sources */
enum { MEMORY_L1, MEMORY_L2, MEMORY_LLC, MEMORY_DRAM, MEMORY_LEVELS };

struct memory_result {
    uint64_t events;      /* 1 << SPE_EVENT_*: architectural events */
    uint16_t latency;     /* cycles, translation included */
    uint16_t translation; /* cycles */
    uint8_t level;        /* MEMORY_* */
};

struct memory; /* a thread's part; it begins with zeros */

size_t memory_size(void); /* of that struct, in bytes */

/* Makes an access of `size` bytes. If it crosses a line or a page, it is misaligned, and counts as the slower of its
 * two halves. */
struct memory_result memory_access(struct memory *memory, uint64_t address, uint64_t size);

/* Combines two accesses of one operation: all their events, latencies and level of the slower one. */
struct memory_result memory_worse(struct memory_result a, struct memory_result b);

#endif
