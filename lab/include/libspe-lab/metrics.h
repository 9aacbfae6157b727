/* SPDX-License-Identifier: MIT */
/*
 * libspe-lab/metrics.h: calculates metrics from PMU counters that were read around a profile. A description of a core's
 * telemetry names its metrics, the events in their formulas, groups of metrics, and the group to look at next.
 *
 * Version 0: a minor release may change it (base.h).
 *
 * A description is data. The library has one for each core whose telemetry was added, and one for what every core
 * counts. The static library gives them only to programs that call spe_telemetry_at(), spe_telemetry_find() or
 * spe_telemetry_architected(). A program may also describe a core itself: the functions read only the description that
 * they receive. A description may be NULL (SPE_E_ARG), so that the result of spe_telemetry_find() can be passed on
 * without a check. Pure functions, any thread. The library's descriptions and their strings live as long as the
 * program.
 */
#ifndef LIBSPE_LAB_METRICS_H
#define LIBSPE_LAB_METRICS_H

#include <libspe-lab/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- descriptions -- */

/*
 * A metric. A formula consists of names of events, SLOTS (the description's `slots`), decimal integers, + - * / and
 * parentheses. It is evaluated in double, with the usual precedence and from left to right. 6 pointers.
 */
struct spe_metric {
    const char *name;    /* "ipc" */
    const char *text;    /* what it measures, in a sentence */
    const char *formula; /* "INST_RETIRED / CPU_CYCLES" */
    const char *unit;    /* "per cycle" */
    const char *groups;  /* names of its groups, separated by commas: "MPKI,Branch_Effectiveness" */
    const char *next;    /* where an unusual value leads: names of metrics or groups, separated by commas; or "" */
};

/* A PMU event. 8 bytes and 3 pointers. */
struct spe_pmu_event {
    const char *name;    /* "CPU_CYCLES" */
    const char *text;    /* what it counts, in a sentence */
    const char *subject; /* "General" */
    uint16_t code;       /* PMU event number: 0x0011 */
    uint8_t reserved[6]; /* zero */
};

/* A group of metrics. 2 pointers. */
struct spe_metric_group {
    const char *name; /* "L1D_Cache_Effectiveness" */
    const char *text; /* what its metrics show, in a sentence */
};

/*
 * A core's telemetry. Metrics, events and groups are identified by their indexes in these arrays of pointers, from 0:
 * several descriptions may share a metric or an event. Names are unique in each array, and so are the codes of events.
 * 6 pointers and 24 bytes, without padding.
 */
struct spe_telemetry {
    uint64_t midr;        /* MIDR_EL1 of the core's first revision for which it holds; 0: of no single core */
    const char *name;     /* the core's name: "Neoverse V1" */
    const char *document; /* the source of the description */
    const struct spe_metric *const *metrics;
    const struct spe_pmu_event *const *events;
    const struct spe_metric_group *const *groups;
    const void *reserved_2; /* NULL */
    uint16_t n_metrics;     /* at most 65534 */
    uint16_t n_events;
    uint16_t n_groups;
    uint16_t counters;   /* event counters that the core has at least, without its cycle counter; 0: not known */
    uint16_t slots;      /* operations that the core can dispatch in a cycle; 0: its events do not count slots, or the
                            number is not published: a program sets PMMIR_EL1.SLOTS in a copy of the description */
    uint8_t reserved[6]; /* zero */
};

/* Returns the number of descriptions of cores. A core has several if its revisions differ. */
SPE_LAB_API unsigned spe_telemetry_count(void);

/* Returns the n-th (from 0) description of a core, or NULL if the n-th does not exist. */
SPE_LAB_API const struct spe_telemetry *spe_telemetry_at(unsigned n);

/*
 * Returns the description of a core, or NULL if none is known. The function compares Implementer, bits [31:24], and
 * PartNum, bits [15:4], of MIDR_EL1. If a core has several descriptions, it returns the last one that begins at or
 * before the given Variant, bits [23:20], and Revision, bits [3:0].
 */
SPE_LAB_API const struct spe_telemetry *spe_telemetry_find(uint64_t midr);

/*
 * Returns the description of what every core that counts it counts in the same way (DDI 0487, D14.3, D16.3.1). Its
 * events are those of the profile itself (SAMPLE_POP and others) and those of the architected activity monitors; the
 * latter have the subject "AMU" and come first, in the order of their counters AMEVCNTR0<n>. Its metrics describe the
 * quality of the sampling, and how fast the core and its clock were. Events whose names begin with SAMPLE_FEED_ count
 * what a filter would keep, whether the filter is enabled or not. Never NULL.
 */
SPE_LAB_API const struct spe_telemetry *spe_telemetry_architected(void);

/* -- look-ups -- */

/*
 * Look up a metric, an event or a group by its complete name; upper and lower case differ.
 *
 * Returns one of:
 * - 0 or a positive number: the index.
 * - SPE_E_ARG: telemetry or name is NULL.
 * - SPE_E_NAME: the description has no such name.
 */
SPE_LAB_API int spe_metric_find(const struct spe_telemetry *telemetry, const char *name);
SPE_LAB_API int spe_pmu_event_find(const struct spe_telemetry *telemetry, const char *name);
SPE_LAB_API int spe_metric_group_find(const struct spe_telemetry *telemetry, const char *name);

/*
 * Looks up an event by its PMU event number.
 *
 * Returns one of:
 * - 0 or a positive number: the index of the event.
 * - SPE_E_ARG: telemetry is NULL.
 * - SPE_E_NAME: no event has the code.
 */
SPE_LAB_API int spe_pmu_event_find_code(const struct spe_telemetry *telemetry, unsigned code);

/*
 * Returns 1 if a name is in a list whose names are separated by commas, else 0. Returns 0 if a pointer is NULL. A
 * metric belongs to a group if `metric->groups` lists `group->name`; it leads to a metric or a group if `metric->next`
 * lists its name.
 */
SPE_LAB_API int spe_telemetry_lists(const char *list, const char *name);

/*
 * Lists the events of a metric, each once, in the order of the formula.
 *
 * Returns one of:
 * - 0 or a positive number: the index of the n-th (from 0) event.
 * - SPE_E_ARG: telemetry is NULL, or the metric or its n-th event does not exist.
 * - SPE_E_NAME: the formula has a name that is not the name of an event.
 */
SPE_LAB_API int spe_metric_event(const struct spe_telemetry *telemetry, unsigned metric, unsigned n);

/* -- calculations -- */

/* The count of an event. 16 bytes, the same on every target. */
struct spe_event_count {
    uint64_t count;
    uint16_t code;       /* PMU event number */
    uint8_t reserved[6]; /* zero */
};

/*
 * Calculates a metric from counts[0] to counts[n - 1]. missing may be NULL. If several failures are possible, the first
 * one from left to right in the formula is returned. Takes up to 640 bytes of stack.
 *
 * Returns one of:
 * - SPE_OK: *value is the metric.
 * - SPE_E_ARG: telemetry or value is NULL, the metric does not exist, or counts is NULL while n is not 0.
 * - SPE_E_ABSENT: no count is given for an event of the formula; *missing is its code.
 * - SPE_E_UNDEFINED: a divisor is 0, as SLOTS is if the number of slots is not known.
 * - SPE_E_NAME: the formula has a name that is not the name of an event. The library's own descriptions never give
 *   this.
 * - SPE_E_SYNTAX: the formula is malformed, or has more than 32 operators and parentheses open at once. The library's
 *   own descriptions never give this.
 * On failure *value is unchanged. *missing is written only for SPE_E_ABSENT.
 */
SPE_LAB_API int spe_metric_value(const struct spe_telemetry *telemetry, unsigned metric,
                                 const struct spe_event_count *counts, size_t n, double *value, unsigned *missing);

/*
 * Divides metrics into runs of the program, so that all events of a run can be counted at the same time, with the given
 * number of event counters and the cycle counter, which counts CPU_CYCLES. `counters` is the number of event counters
 * (PMCR_EL0.N); 0 means the number in the description. runs[] has an entry for each metric of the description. On entry
 * it is 0 for metrics that are not wanted, and not 0 for the others. On success it is still 0 for metrics that are not
 * wanted; for the others it is the number of their run, from 1. A run needs the events of its metrics, and no others.
 * If the events of all wanted metrics fit the counters, there is one run. There are few runs, but not always the
 * fewest: Neoverse V1's groups MPKI and Operation_Mix take 2 each, Miss_Ratio takes 3, and each other group takes 1.
 * The time grows with the third power of the number of metrics: tens take milliseconds, 800 take seconds.
 *
 * Returns one of:
 * - 0: no metric is wanted.
 * - a positive number: the number of runs.
 * - SPE_E_ARG: telemetry or runs is NULL, `counters` and the description's `counters` are both 0, or n_metrics is above
 *   65534.
 * - SPE_E_SPACE: a metric needs more event counters than there are.
 * On failure runs[] is unchanged.
 */
SPE_LAB_API int spe_metric_runs(const struct spe_telemetry *telemetry, unsigned counters, uint16_t *runs);

#ifdef __cplusplus
}
#endif

#endif
