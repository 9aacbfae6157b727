/* SPDX-License-Identifier: MIT */
/* The metrics of spe_summary_estimate(), with intervals that the parts of the samples widen (intervals.h). */
#ifndef METRIC_INTERVALS_H
#define METRIC_INTERVALS_H

#include "../profile/profile.h"
#include "intervals.h"

struct metric {
    const char *name, *unit;
    double scale;          /* of the share, in that unit: 1, or 100 for percent */
    uint64_t n;            /* samples that count for it; 0 if it is not known */
    struct interval share; /* of these */
};

/* What each part has counted */
struct metric_parts {
    struct spe_summary summaries[COUNTS_PARTS];
};

void metric_parts(const struct profile *p, struct metric_parts *parts);

/* Returns 1, or 0 if no metric has that number. */
int metric_interval(const struct profile *p, const struct metric_parts *parts, unsigned number, struct metric *out);

/* What the intervals hold, and whether there were enough batches. */
const char *metric_remark(const struct profile *p);

#endif
