/* SPDX-License-Identifier: MIT */
/* The counts that `perf stat` wrote as JSON (-j) or with a separator (-x). */
#ifndef PERF_COUNTS_H
#define PERF_COUNTS_H

#include <libspe-lab/metrics.h>

#define PERF_COUNTS_EVENTS 512 /* the most events of a description */

/*
 * Events that were counted in one group. An event that occurs again begins the next group, unless the interval, the
 * core or the thread is another one; so does another run. `sum` is that of all intervals, cores and threads. `from` is
 * a hash of these: if it differs, one of two events was not counted everywhere, and their ratio would be wrong. Of
 * threads only what was not counted is in the hash, because perf leaves out their counts of 0.
 */
struct perf_counts_set {
    uint64_t sum[PERF_COUNTS_EVENTS], from[PERF_COUNTS_EVENTS]; /* by event */
    uint8_t is_counted[PERF_COUNTS_EVENTS];
};

struct perf_counts {
    const struct spe_telemetry *telemetry;
    struct perf_counts_set *sets;
    size_t n_sets;
    uint64_t lines;       /* with a count of an event of the core */
    uint64_t others;      /* with an event that is not the core's */
    char other[64];       /* the first of these */
    uint64_t not_counted; /* with an event of the core that perf did not count, or with no number */
    char missed[64];      /* the first of these */
    int is_scaled;        /* some events were counted for a part of the time */
};

/* Reads a file, "-" for standard input. Returns TOOL_OK, or TOOL_FAILED after a message; then nothing must be freed. */
int perf_counts_read(struct perf_counts *c, const struct spe_telemetry *telemetry, const char *path);

/* The value of a metric: from the sum of all sets that have all of its events. The same as spe_metric_value(). */
int perf_counts_metric(const struct perf_counts *c, unsigned metric, double *value);

/* Frees the sets. */
void perf_counts_free(struct perf_counts *c);

#endif
