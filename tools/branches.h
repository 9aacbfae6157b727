/* SPDX-License-Identifier: MIT */
/*
 * Branches that were sampled, each counted as many times as the period says that it stands for. Memory grows with the
 * number of different ones, which a program's size bounds.
 */
#ifndef BRANCHES_H
#define BRANCHES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

/* Addresses are as programs have them; 0: not known, or none. */
struct branch {
    uint64_t place; /* whose addresses these are: branches_place() */
    uint64_t from;
    uint64_t to;     /* 0: it was not taken */
    uint64_t before; /* where the last branch before it that was taken went to */
    uint64_t count;  /* 0: the slot is free */
    uint64_t missed; /* ... of which were mispredicted */
};

struct branches {
    struct branch *slots;
    size_t size; /* a power of two, or 0 */
    size_t used;
    uint64_t seed;      /* of this run's hashes */
    uint64_t period;    /* operations that a sample stands for; 0: not known, 1 is taken */
    uint32_t file;      /* whose records are added */
    int is_full;        /* no memory was to be had: some are missing */
    uint64_t aimless;   /* records of branches that were taken, without a target: not counted */
    uint64_t unretired; /* ... of a path that was not taken in the end: not counted */
};

/* The thread `tid` (UINT32_MAX: not known) of a file. */
#define branches_place(file, tid) ((uint64_t)(file) << 32 | (tid))

/* Counts `n` more of the branch, with what it says beside counts, `missed` of them mispredicted. */
void branches_count(struct branches *b, const struct branch *what, uint64_t n, uint64_t missed);

/* Counts the branches among the records, which are of the file's thread `tid` where they do not tell themselves. */
void branches_add(struct branches *b, uint32_t tid, const struct spe_record *records, size_t n);

/* Sorts what there is by place, from, to, before: slots[0..used) then. Nothing can be counted any more. */
void branches_sort(struct branches *b);

void branches_free(struct branches *b);

/* The instruction behind the branch, of a core in AArch64 state: where it goes to if it is not taken. */
#define BRANCH_NEXT(pc) ((pc) + 4)

/* Where the branch of the record went to: the target that it has, else the instruction behind a branch that was not
 * taken, else 0. */
uint64_t branch_target(const struct spe_record *record);

#endif
