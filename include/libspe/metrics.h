/* SPDX-License-Identifier: MIT */
/*
 * libspe/metrics.h: counters around a profile: metrics from PMU events, how good the sampling was, clocks from activity
 * monitors (AMU). Pure functions, any thread; strings live as long as the program.
 */
#ifndef LIBSPE_METRICS_H
#define LIBSPE_METRICS_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- metrics of Neoverse V1 (Arm Neoverse V1 Core Telemetry Specification, 109216) -- */

#define SPE_METRICS 36
#define SPE_METRIC_EVENTS 132

/* 16 bytes, the same on every target. */
struct spe_event_count {
    uint64_t count;
    uint16_t code;       /* PMU event number */
    uint8_t reserved[6]; /* zero */
};

/* A metric, 0 to SPE_METRICS - 1: its name ("ipc"), title ("Instructions Per Cycle"), what it says, in a sentence,
 * formula of event names ("INST_RETIRED / CPU_CYCLES"), unit ("per cycle") and groups ("General"; several have a comma
 * between). NULL: no such metric. */
SPE_API const char *spe_metric_name(unsigned metric);
SPE_API const char *spe_metric_title(unsigned metric);
SPE_API const char *spe_metric_text(unsigned metric);
SPE_API const char *spe_metric_formula(unsigned metric);
SPE_API const char *spe_metric_unit(unsigned metric);
SPE_API const char *spe_metric_groups(unsigned metric);

/* The number of a metric by its name, in lower case. SPE_E_ARG: name is NULL. SPE_E_NAME: no such metric. */
SPE_API int spe_metric_find(const char *name);

/* The n-th (from 0) event of a metric, as its number in the list of events, each once and in the formula's order;
 * SPE_E_ARG where there is no n-th, or no such metric. */
SPE_API int spe_metric_event(unsigned metric, unsigned n);

/*
 * A metric from what was counted. Returns SPE_OK and *value. SPE_E_ABSENT: an event of the formula is not among
 * counts[0] to counts[n - 1]; *missing is its code. SPE_E_UNDEFINED: a divisor is 0. SPE_E_ARG: no such metric, or
 * value is NULL, or counts is NULL while n is not 0. *value is untouched then; missing may be NULL, and is written for
 * SPE_E_ABSENT only.
 */
SPE_API int spe_metric_value(unsigned metric, const struct spe_event_count *counts, size_t n, double *value,
                             unsigned *missing);

/* An event by its number in the list, 0 to SPE_METRIC_EVENTS - 1: its name ("CPU_CYCLES"), PMU event number (0x0011),
 * groups ("General"), title ("Cycles") and what it counts, in a sentence. NULL, or SPE_E_ARG: no such event. */
SPE_API const char *spe_metric_event_name(unsigned number);
SPE_API int spe_metric_event_code(unsigned number);
SPE_API const char *spe_metric_event_groups(unsigned number);
SPE_API const char *spe_metric_event_title(unsigned number);
SPE_API const char *spe_metric_event_text(unsigned number);

/* The number of an event by its name, in upper case, or by its PMU event number. SPE_E_ARG: name is NULL. SPE_E_NAME:
 * no such event. */
SPE_API int spe_metric_event_find(const char *name);
SPE_API int spe_metric_event_find_code(unsigned code);

/* The metrics whose formula has the event: bit m is metric m. 0: none, or no such event. */
SPE_API uint64_t spe_metric_event_metrics(unsigned number);

/* -- their groups, and the top-down method: from where slots are lost (stage 1) to what loses them (stage 2) -- */

#define SPE_METRIC_GROUPS 13

/* A group, 0 to SPE_METRIC_GROUPS - 1: its name ("L1D_Cache_Effectiveness"), title, what its metrics tell, in a
 * sentence, and its stage, 1 (Topdown_L1) or 2 (all others). NULL, or SPE_E_ARG: no such group. */
SPE_API const char *spe_metric_group_name(unsigned group);
SPE_API const char *spe_metric_group_title(unsigned group);
SPE_API const char *spe_metric_group_text(unsigned group);
SPE_API int spe_metric_group_stage(unsigned group);

/* The number of a group by its name. SPE_E_ARG: name is NULL. SPE_E_NAME: no such group. */
SPE_API int spe_metric_group_find(const char *name);

/* The metrics of a group: bit m is metric m. 0: no such group. */
SPE_API uint64_t spe_metric_group_metrics(unsigned group);

/* The stage of a metric, 1 or 2: that of its groups. SPE_E_ARG: no such metric. */
SPE_API int spe_metric_stage(unsigned metric);

/*
 * Which groups to look at next where a metric of stage 1 stands out: bit g is group g; 0 for metrics of stage 2, or no
 * such metric. MPKI and Miss_Ratio are always among them: the method's common step. The others measure what section 3.3
 * of the specification gives as causes; L2 and last level cache follow on frontend_bound as on backend_bound, as they
 * hold instructions and data. It gives none for retiring.
 */
SPE_API uint32_t spe_metric_next(unsigned metric);

/* -- metrics for the six event counters and the cycle counter of Neoverse V1 -- */

#define SPE_METRIC_COUNTERS 6

/* 24 bytes, the same on every target: what is counted at the same time. */
struct spe_metric_run {
    uint64_t metrics;                    /* that can be made from it: bit m is metric m */
    uint16_t codes[SPE_METRIC_COUNTERS]; /* PMU event numbers for the event counters, ascending; the rest is 0 */
    uint8_t n_codes;                     /* of them, 0 to SPE_METRIC_COUNTERS */
    uint8_t cycles;                      /* 1: CPU_CYCLES, too, by the cycle counter; else 0 */
    uint8_t reserved[2];                 /* zero */
};

/*
 * Splits a set of metrics into runs: fills *run with what to count first and takes its metrics out of the set. Returns
 * 1; 0 if the set was empty, and the run is, too. SPE_E_ARG: run or metrics is NULL, or a bit is no metric's: both are
 * untouched. Called until it returns 0, it gives each metric to exactly one run, which has all of its events, and none
 * that no metric of the run needs. Metrics whose events fit the counters are one run: all groups but MPKI and
 * Operation_Mix (2 runs each) and Miss_Ratio (3). Few runs, but not always the fewest.
 */
SPE_API int spe_metric_run_next(struct spe_metric_run *run, uint64_t *metrics);

/* -- the health of sampling, from PMU counts over the time of the profile -- */

/* struct spe_sampling.valid */
#define SPE_SAMPLING_COLLISIONS (1u << 0)
#define SPE_SAMPLING_FILTERED (1u << 1)
#define SPE_SAMPLING_WEIGHT (1u << 2)
#define SPE_SAMPLING_UOPS (1u << 3)

/* 80 bytes, the same on every target: counts in, and what they say. */
struct spe_sampling {
    uint64_t sample_pop;       /* 0x4000: operations that might be sampled */
    uint64_t sample_feed;      /* 0x4001: samples taken */
    uint64_t sample_filtrate;  /* 0x4002: samples that the filter kept */
    uint64_t sample_collision; /* 0x4003: samples dropped because the last one was in flight */
    uint64_t inst_retired;     /* 0x0008; 0: not counted */
    double collision_rate;     /* the share of samples begun that collided; a guide only: counted before the filter */
    double filter_rate;        /* the share of samples that the filter rejected */
    double weight;             /* operations that a sample stands for, and so each record that the filter kept */
    double uops;               /* micro-operations per instruction */
    uint32_t valid;            /* SPE_SAMPLING_*: which of the four could be made: their divisor is not 0 */
    uint8_t reserved[4];       /* zero */
};

/* Fills the results from the counts, which stay; results that are not valid are 0. Returns SPE_OK. SPE_E_ARG: sampling
 * is NULL. */
SPE_API int spe_sampling_health(struct spe_sampling *sampling);

/* The PMU events of the profile itself, on any core (DDI 0487, D14.3): 0 to SPE_SAMPLING_EVENTS - 1, codes
 * ascending. */
#define SPE_SAMPLING_EVENTS 14

/* An event: its name ("SAMPLE_POP"), PMU event number (0x4000), title and what it counts, in a sentence. Those called
 * SAMPLE_FEED_ count what a filter would keep, whether it is enabled or not. NULL, or SPE_E_ARG: no such event. */
SPE_API const char *spe_sampling_event_name(unsigned number);
SPE_API int spe_sampling_event_code(unsigned number);
SPE_API const char *spe_sampling_event_title(unsigned number);
SPE_API const char *spe_sampling_event_text(unsigned number);

/* As spe_metric_event_find(), spe_metric_event_find_code(). */
SPE_API int spe_sampling_event_find(const char *name);
SPE_API int spe_sampling_event_find_code(unsigned code);

/* -- activity monitors: differences of counters over a time -- */

#define SPE_ACTIVITY_EVENTS 4

/* The event of the architected counter AMEVCNTR0<counter>, 0 to SPE_ACTIVITY_EVENTS - 1, of AMUv1 (DDI 0487, D16.3.1):
 * its name ("CNT_CYCLES") and number, which is the PMU's (0x4004). NULL, or SPE_E_ARG: no such counter. */
SPE_API const char *spe_activity_event_name(unsigned counter);
SPE_API int spe_activity_event_code(unsigned counter);

/* 64 bytes, the same on every target. The first two stand still in WFI and WFE. */
struct spe_activity {
    uint64_t cpu_cycles;        /* AMEVCNTR0<0> */
    uint64_t cnt_cycles;        /* AMEVCNTR0<1>: ticks of the system counter */
    uint64_t inst_retired;      /* AMEVCNTR0<2> */
    uint64_t stall_backend_mem; /* AMEVCNTR0<3>: cycles stalled by a miss in the core's last cache; from Armv8.7 on by
                                   Non-cacheable data, too (before, that is IMPLEMENTATION DEFINED) */
    uint64_t cntfrq;            /* CNTFRQ_EL0, hertz */
    double clock;               /* hertz; 0: cnt_cycles is 0 */
    double ipc;                 /* 0: cpu_cycles is 0 */
    double memory_stalls;       /* share of cycles; 0: cpu_cycles is 0 */
};

/* Fills the results from the counts, which stay. Returns SPE_OK. SPE_E_ARG: activity is NULL. */
SPE_API int spe_activity_read(struct spe_activity *activity);

/* Cycles, such as latencies, in nanoseconds at that clock; 0 if it is not known, or activity is NULL. */
SPE_API double spe_activity_ns(const struct spe_activity *activity, double cycles);

#ifdef __cplusplus
}
#endif

#endif
