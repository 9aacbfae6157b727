/* SPDX-License-Identifier: MIT */
/*
 * Counts sampled branches. Each sample counts as often as the period. Memory grows with the number of different
 * branches, which the size of the program limits.
 */
#ifndef BRANCHES_H
#define BRANCHES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

#include "../profile/places.h"

/* A branch. Addresses are the program's; 0 if not known, or none. */
struct branch {
    uint64_t place; /* number of a file (processes.h), << 32, and the space of `from`; PROCESSES_NOBODY if not known */
    uint64_t from;
    uint64_t to;     /* 0 if the branch was not taken */
    uint64_t before; /* target of the last taken branch before it */
    uint64_t count;  /* 0 if the slot is free */
    uint64_t missed; /* ... and how many of these were mispredicted */
};

struct branches {
    struct branch *slots;
    size_t size; /* a power of two, or 0 */
    size_t used;
    uint64_t seed;                     /* of the hashes */
    uint64_t period;                   /* operations for each sample; 0 (not known) counts like 1 */
    uint64_t aimless;                  /* taken branches without a target, which are not counted */
    uint64_t unretired;                /* ... on a path that was misspeculated, which are not counted */
    const struct processes *processes; /* set by the caller of branches_add() */
};

/* Adds `n` to the branch's count, and `missed` to its mispredictions; `branch` gives everything except the counts. */
void branches_count(struct branches *b, const struct branch *what, uint64_t n, uint64_t missed);

/* Counts those of n samples that are branches (profile.outlet). */
void branches_add(void *branches, const struct sample *samples, size_t n);

/* Sorts the branches by place, from, to, before into slots[0..used). Afterwards nothing can be counted. */
void branches_sort(struct branches *b);

void branches_free(struct branches *b);

/* The instruction after the branch, for a core in AArch64 state: the next one if the branch is not taken */
#define BRANCH_NEXT(pc) ((pc) + 4)

/* The next address after the record's branch: its target if the record has one; otherwise the instruction after a
 * branch that was not taken; otherwise 0. */
uint64_t branch_target(const struct spe_record *record);

#endif
