/* SPDX-License-Identifier: MIT */
/* The tables of spe-stat that say where: data sources, functions, lines of source and of caches, processes. */
#ifndef STAT_PLACES_H
#define STAT_PLACES_H

#include "profile.h"
#include "report.h"
#include "stat_report.h"

/* The samples of a data source, or of a kind of operations without one. */
struct stat_part {
    char name[STAT_NAME_MAX];
    unsigned kind; /* the data source, or SPE_STATS_SOURCES + PLACES_LOAD and the like */
    uint64_t samples, cycles;
};

#define STAT_PARTS (SPE_STATS_SOURCES + PLACES_CLASSES)

/* All samples in parts[STAT_PARTS], those with the most cycles first. Returns their number. */
unsigned stat_parts(const struct profile *p, struct stat_part *parts);

/* Where the cycles went: by data source, and by kind of operation where there is none. */
void stat_cycles(struct report *r, const struct profile *p);

/* Functions, source lines, program counters, where branches went. */
void stat_code(struct report *r, struct profile *p, size_t most);

/* Data: objects, pages, cache lines, and who shares them. */
void stat_data(struct report *r, struct profile *p, size_t most);

/* Programs, processes, threads, cores. */
void stat_owners(struct report *r, const struct profile *p, size_t most);

/* What all samples stand for, by the period. */
void stat_whole(struct report *r, const struct profile *p);

#endif
