/* SPDX-License-Identifier: MIT */
/*
 * The most frequent keys of a long stream in bounded memory: exact as long as there are no more than TOP_KEYS different
 * ones; beyond, counts are too small by `error` at most (Misra and Gries: when no key more fits, every count loses
 * one).
 */
#ifndef TOP_H
#define TOP_H

#include <stddef.h>
#include <stdint.h>

#define TOP_KEYS 32768
#define TOP_SLOTS (2 * TOP_KEYS)

struct top_entry {
    uint64_t key;
    uint64_t count; /* 0: the slot is free */
    uint64_t sum;   /* of the weights */
};

struct top {
    struct top_entry slots[TOP_SLOTS];
    uint64_t seed; /* of this run's hashes, so that no file can be made in which all keys meet */
    size_t used;
    uint64_t error;
};

/* Makes zeroed storage an empty table. */
void top_init(struct top *top);

/* Counts `key` once more, with a weight (a latency). */
void top_add(struct top *top, uint64_t key, uint64_t weight);

/* All entries, by count or by sum, the largest first. Returns how many there are. */
size_t top_select(const struct top *top, int by_sum, struct top_entry out[TOP_KEYS]);

#endif
