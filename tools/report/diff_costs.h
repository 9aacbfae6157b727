/* SPDX-License-Identifier: MIT */
/* What two programs cost as a whole, for diff: how much work they did, and what each function needed. */
#ifndef DIFF_COSTS_H
#define DIFF_COSTS_H

#include "../profile/profile.h"
#include "intervals.h"
#include "report.h"

/* A cost of the operations that were selected, such as their number, estimated from the samples and their period. */
struct diff_total {
    const char *name;
    struct interval amount;
};

#define DIFF_TOTALS 6

/* Stores the costs in totals[DIFF_TOTALS]. Returns their number: 0 if the period is not known, or if a filter chose the
 * samples while they were recorded. */
unsigned diff_totals(const struct profile *p, struct diff_total *totals);

/* The cost of a group, by which it is judged: its time in seconds if both profiles know it, otherwise its operations if
 * both know the period, otherwise its samples. freedom 0: its interval is not known. */
struct diff_scale {
    const char *unit; /* "time, s", "operations" or "samples" */
    int is_time;
    double whole[2]; /* of each profile */
};

struct diff_scale diff_scale_of(const struct profile *a, const struct profile *b);
struct interval diff_cost(const struct diff_scale *scale, unsigned which, const struct counts_parts *parts,
                          const struct profile *p);

#define DIFF_COST_COLUMNS 10
#define DIFF_COST_NAMES                                                                                                \
    "time before", "time after", "operations before", "operations after", "cycles before", "cycles after",             \
        "l1d misses before", "l1d misses after", "mispredicted before", "mispredicted after"

/* Stores the cells of these columns: seconds, and numbers of operations, cycles (summed latency) and events. */
void diff_cost_cells(const struct profile *const profiles[2], const struct counts *const counts[2],
                     struct report_cell *cells);

#endif
