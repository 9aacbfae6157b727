/* SPDX-License-Identifier: MIT */
/* The cells that tables of places have in common. */
#ifndef STAT_CELLS_H
#define STAT_CELLS_H

#include "profile.h"
#include "report.h"

#define CELLS_COMMON 7
#define CELLS_COMMON_NAMES "samples", "share", "cycles", "of cycles", "l1d miss", "tlb walk", "mispredicted"

/* Those: counts, and shares of all samples and cycles of the profile. */
void cells_common(const struct profile *p, const struct counts *c, struct report_cell *cells);

/* One of so many: COUNTS_*; nothing where there are none. */
struct report_cell cells_ratio(const struct counts *c, unsigned ratio);

#define CELLS_SOURCE_MAX 64

/* Where most cycles of loads were, "DRAM 82 %", in text[CELLS_SOURCE_MAX]. */
struct report_cell cells_source(const struct counts *c, char *text);

/* What is wrong with the numbers of a table that was too small; NULL: nothing. */
const char *cells_error(const struct tally *t, char *text, size_t cap);

#endif
