/* SPDX-License-Identifier: MIT */
/* The tables of spe-stat about places: data sources, functions, source lines, cache lines, processes; and where all
 * samples are. */
#ifndef PLACE_TABLES_H
#define PLACE_TABLES_H

#include "../profile/profile.h"
#include "report.h"
#include "place_cells.h"

/* The samples of a data source, or of operations of one type without a data source. */
struct cycles_share {
    char name[CELLS_NAME_MAX];
    unsigned kind; /* the data source (profile_next_source()), or STAT_UNSOURCED + COUNTS_LOAD and the like */
    uint64_t samples, cycles;
};

#define STAT_UNSOURCED (SPE_STATS_LEFT_OUT + 1u)

/* The most shares of a profile: its storage has no room for more sources, and all others are one share. */
#define CYCLES_SHARES (PROFILE_STORAGE / sizeof(struct spe_latencies) + 1 + COUNTS_CLASSES)

/* Divides all samples into shares[CYCLES_SHARES], the one with the most cycles first. Returns their number. */
unsigned cycles_shares(const struct profile *p, struct cycles_share *shares);

/* Where bytes, records and samples are. */
void tables_account(struct report *r, const struct profile *p);

/* The summed latency: by data source; by kind of operation for samples without one. */
void tables_cycles(struct report *r, const struct profile *p);

/* Functions, source lines, program counters, branch targets. */
void tables_code(struct report *r, struct profile *p, size_t most);

/* Data: objects, pages, cache lines, and the threads that share them. */
void tables_data(struct report *r, struct profile *p, size_t most);

/* The tables of places whose first row is first by chance. */
void tables_left_out(struct report *r);

/* Programs, processes, threads, cores. */
void tables_owners(struct report *r, const struct profile *p, size_t most);

/* Estimates for all operations, by the period. */
void tables_whole(struct report *r, const struct profile *p);

#endif
