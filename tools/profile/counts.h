/* SPDX-License-Identifier: MIT */
/* The counts of one place, process or core. Counts can be added in any order. */
#ifndef COUNTS_H
#define COUNTS_H

#include <libspe/cpu.h>

#include "../system/capacity.h"

/* Ratios: the samples that ..., and how many of these ... */
enum {
    COUNTS_L1D_REFILL,   /* accessed the level 1 data cache, and refilled it */
    COUNTS_TLB_WALK,     /* accessed a TLB, and walked translation tables */
    COUNTS_LL_MISS,      /* accessed the last level cache, and missed it */
    COUNTS_MISPREDICTED, /* are branches that retired, and were mispredicted */
    COUNTS_RATIOS
};

#define COUNTS_PARTS 16 /* of the samples, over time (parts.h) */

#define COUNTS_LEVELS 24 /* the number of levels; a level that is SPE_LEVEL_UNKNOWN or does not fit is counted as [0] */

/* 64-bit numbers only: counts_merge() adds them one after another. saved_profile.c has a name for each. */
struct counts {
    uint64_t samples, cycles; /* sum of the total latencies */
    uint64_t time;            /* that the samples represent, in nanoseconds, or ticks (struct profile) */
    uint64_t loads, stores;   /* accesses that read, and that write: atomics are both */
    uint64_t atomics;
    uint64_t of[COUNTS_RATIOS], in[COUNTS_RATIOS];
    uint64_t peer, modified, remote;
    uint64_t levels[COUNTS_LEVELS];                           /* cycles of loads, by the level that served them */
    uint64_t samples_in[COUNTS_PARTS], time_in[COUNTS_PARTS]; /* by part */
};

#define COUNTS_NUMBERS (sizeof(struct counts) / sizeof(uint64_t))

/* What a record adds to each place to which it belongs */
struct counted {
    uint64_t cycles, time;
    unsigned part;
    uint32_t ratios;       /* bit 2i: the sample counts for ratio i; bit 2i + 1: it also has the property */
    uint8_t load, store;   /* what LDST says */
    uint8_t reads, writes; /* what it does to memory: an atomic does both, whatever LDST says */
    uint8_t atomic, level, peer, modified, remote;
};

/* Reads the counts from a record of a core with that MIDR_EL1. */
struct counted counts_of(const struct spe_record *record, uint64_t midr);

void counts_add(struct counts *counts, const struct counted *one);
void counts_merge(struct counts *into, const struct counts *from);

/* The level that took the most cycles of loads, or SPE_LEVEL_UNKNOWN if no level is known. */
unsigned counts_main_level(const struct counts *counts);

#endif
