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

/* A metric, 0 to SPE_METRICS - 1: its name ("ipc"), formula of event names ("INST_RETIRED / CPU_CYCLES"), unit ("per
 * cycle") and groups ("General"; several have a comma between). NULL: no such metric. */
SPE_API const char *spe_metric_name(unsigned metric);
SPE_API const char *spe_metric_formula(unsigned metric);
SPE_API const char *spe_metric_unit(unsigned metric);
SPE_API const char *spe_metric_groups(unsigned metric);

/* The number of a metric by its name, in lower case. SPE_E_ARG: name is NULL. SPE_E_NAME: no such metric. */
SPE_API int spe_metric_find(const char *name);

/*
 * A metric from what was counted. Returns SPE_OK and *value. SPE_E_ABSENT: an event of the formula is not among
 * counts[0] to counts[n - 1]; *missing is its code. SPE_E_UNDEFINED: a divisor is 0. SPE_E_ARG: no such metric, or
 * value is NULL, or counts is NULL while n is not 0. *value is untouched then; missing may be NULL, and is written for
 * SPE_E_ABSENT only.
 */
SPE_API int spe_metric_value(unsigned metric, const struct spe_event_count *counts, size_t n, double *value,
                             unsigned *missing);

/* An event by its number in the list, 0 to SPE_METRIC_EVENTS - 1: its name ("CPU_CYCLES"), PMU event number (0x0011)
 * and groups ("General"). NULL, or SPE_E_ARG: no such event. */
SPE_API const char *spe_metric_event_name(unsigned number);
SPE_API int spe_metric_event_code(unsigned number);
SPE_API const char *spe_metric_event_groups(unsigned number);

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

/* -- activity monitors: differences of counters over a time -- */

/* 64 bytes, the same on every target. */
struct spe_activity {
    uint64_t cpu_cycles;        /* AMEVCNTR0<0> */
    uint64_t cnt_cycles;        /* AMEVCNTR0<1>: system counter ticks while not waiting */
    uint64_t inst_retired;      /* AMEVCNTR0<2> */
    uint64_t stall_backend_mem; /* AMEVCNTR0<3> */
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
