/* SPDX-License-Identifier: MIT */
/* A line of `perf stat`. */
#ifndef PERF_STAT_LINE_H
#define PERF_STAT_LINE_H

#include <libspe-lab/metrics.h>

#define PERF_STAT_WORD 1024

/* What the lines of a file have in common. All zero but the seed: nothing is known yet. */
struct perf_stat_form {
    uint64_t seed;            /* of hashes: hash_seed() */
    char separator;           /* of fields */
    char pmu[PERF_STAT_WORD]; /* the first PMU that is named */
};

struct perf_stat_line {
    char value[PERF_STAT_WORD], event[PERF_STAT_WORD];
    uint64_t id;     /* a hash of the core, thread, control group and modifiers: what the count is of */
    int is_thread;   /* of a thread: perf leaves out counts of 0 */
    double interval; /* its time; 0: none */
    double running;  /* percent of the time */
    int number;      /* of the event in the description; negative: another event */
};

/* Takes a line of JSON, or with fields. Returns 0 if the line has no count. */
int perf_stat_line(struct perf_stat_line *line, const struct spe_telemetry *t, struct perf_stat_form *form,
                   const char *text);

#endif
