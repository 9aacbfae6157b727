/* SPDX-License-Identifier: MIT */
/* Cells that several tables share, and the names of data sources in them. */
#ifndef PLACE_CELLS_H
#define PLACE_CELLS_H

#include "../profile/profile.h"
#include "report.h"

#define CELLS_NAME_MAX PROFILE_SOURCE_TEXT

#define CELLS_TEXT_MAX (1u << 20) /* bytes of a cell with several names */

#define CELLS_COMMON 9
#define CELLS_LATENCY_NAMES "summed latency", "of latency"
#define CELLS_FAR_NAMES "ll misses", "remote"

/* The common cells: counts, and shares of all samples and of the summed latency of the profile. */
void cells_common(const struct profile *p, const struct counts *c, struct report_cell *cells);

#define CELLS_CODE (CELLS_COMMON + 2)
#define CELLS_CODE_NAMES                                                                                               \
    "samples", "share", "time, s", "of time", CELLS_LATENCY_NAMES, "l1d miss", "tlb walk", "mispredicted",             \
        CELLS_FAR_NAMES

/* The same, and the time that the samples represent: in seconds, and as a share of all time that is known. The two
 * cells are empty if it is not known. */
void cells_code(const struct profile *p, const struct counts *c, struct report_cell *cells);

/* A remark on the time, for tables of functions and of lines. */
#define CELLS_TIME_REMARK                                                                                              \
    "time since the previous sample of the same thread; functions and lines that take turns within an interval share " \
    "it equally: compare their summed latency"

/* A ratio COUNTS_*; empty if no sample counts for it. */
struct report_cell cells_ratio(const struct counts *c, unsigned ratio);

#define CELLS_SOURCE_MAX 64

/* The level that took the most cycles of loads, or SPE_LEVEL_UNKNOWN if no level is known. */
unsigned cells_level(const struct counts *counts);

/* Writes the data source with most cycles of loads, "DRAM 82 %", to text[CELLS_SOURCE_MAX]. */
struct report_cell cells_source(const struct counts *c, char *text);

/* Writes a size of pages: "64 KiB". Returns text. */
const char *cells_size(uint64_t bytes, char *text, size_t cap);

/* Begins a table of places (report_table()). Returns 1, or 0 if the place with the most samples may be the first one by
 * chance. Then the table is left out for people, and
 * tables_left_out() reports it; programs get all tables. */
int cells_begin_places(struct report *r, const char *key, const char *title, const char *const *columns, unsigned n,
                       const struct tally *t);

/* Positions by which the names of n rows differ where they would look the same (elide.h). The caller frees them.
 * Returns NULL if names are not shortened. */
size_t *cells_tell_apart(const struct report *r, const struct group *rows, size_t n);

/* The name of rows[i] of n: for people with its module or file, if another row has the same name. */
const char *cells_row_name(const struct report *r, const struct group *rows, size_t n, size_t i, char *text,
                           size_t cap);

/* Where a row is, for JSON: a group of GROUPS_FUNCTIONS and the like, or a place. */
struct report_location cells_group_location(unsigned kind, const struct group *group);
struct report_location cells_place_location(const struct place *place);

/* The error of the numbers in a table that was too small, or NULL. */
const char *cells_error(const struct tally *t, char *text, size_t cap);

#endif
