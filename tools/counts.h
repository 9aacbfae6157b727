/* SPDX-License-Identifier: MIT */
/* What is counted of the samples of one place, process or core: numbers that can be added, in any order. */
#ifndef COUNTS_H
#define COUNTS_H

#include <libspe/cpu.h>

/* Of the samples that ..., those that ... */
enum {
    COUNTS_L1D_REFILL,   /* accessed the level 1 data cache: refilled it */
    COUNTS_TLB_WALK,     /* accessed a TLB: walked translation tables */
    COUNTS_LL_MISS,      /* accessed the last level cache: missed it */
    COUNTS_MISPREDICTED, /* are branches and retired: were mispredicted */
    COUNTS_RATIOS
};

/* Numbers of 64 bits only: counts_merge() and the saved form take them one after another. */
struct counts {
    uint64_t samples, cycles; /* of the total latency */
    uint64_t loads, stores;
    uint64_t of[COUNTS_RATIOS], in[COUNTS_RATIOS];
    uint64_t levels[SPE_LEVELS]; /* cycles of loads, by the level that served them */
    uint64_t peer, modified, remote;
};

#define COUNTS_NUMBERS (sizeof(struct counts) / sizeof(uint64_t))

/* What a record adds, to each place that it belongs to. */
struct counted {
    uint64_t cycles;
    uint32_t ratios; /* bit 2i: it is one of so many, 2i + 1: one of so many */
    uint8_t load, store, level, peer, modified, remote;
};

/* Reads it from a record of a core with that MIDR_EL1. */
struct counted counts_of(const struct spe_record *record, uint64_t midr);

void counts_add(struct counts *counts, const struct counted *one);
void counts_merge(struct counts *into, const struct counts *from);

/* The level that took the most cycles of loads; SPE_LEVEL_UNKNOWN: none is known. */
unsigned counts_main_level(const struct counts *counts);

#endif
