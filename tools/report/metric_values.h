/* SPDX-License-Identifier: MIT */
/* The report of spe-stat --metrics: what perf stat's counts say. */
#ifndef METRIC_VALUES_H
#define METRIC_VALUES_H

#include "../input/perf_counts.h"
#include "report.h"

struct metric_numbers {
    unsigned values, undefined; /* metrics with a value; those that divide by 0 */
    unsigned of_slots;          /* those that need the core's slots, which are not known */
};

/* Writes the metrics whose events were counted: first, as a tree, those that lead to others. Returns TOOL_OK, or
 * TOOL_FAILED after a message. */
int metric_values(const struct perf_counts *counts, FILE *out, enum report_format format,
                  const struct report_view *view, struct metric_numbers *n);

#endif
