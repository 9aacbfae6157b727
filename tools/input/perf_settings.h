/* SPDX-License-Identifier: MIT */
/* The settings with which perf recorded SPE: period and filters, from the attributes in perf.data. */
#ifndef PERF_SETTINGS_H
#define PERF_SETTINGS_H

#include <stddef.h>

#include <libspe/filter.h>
#include <libspe/perf_data.h>

#define PERF_SETTINGS_MAX 64 /* attributes of a file; SPE's are among the first */

/* A setting of all events of SPE */
enum perf_setting_is { PERF_SETTING_OFF, PERF_SETTING_ON, PERF_SETTING_MIXED };

struct perf_settings {
    struct perf_setting {
        uint32_t type;
        uint64_t period;                    /* 0 if not known, or not the same for all events of SPE */
        uint64_t longest;                   /* the longest of their periods */
        double interval;                    /* mean operations from one sample to the next; 0 as for the period */
        int is_partial;                     /* a filter selects by more than the operation type */
        int is_filtered;                    /* a filter selects */
        int discards;                       /* the core counts its samples, and writes none */
        enum perf_setting_is has_physical;  /* pa_enable */
        struct spe_filter_registers filter; /* of one attribute */
    } attributes[PERF_SETTINGS_MAX];
    size_t count;
    uint32_t types[PERF_SETTINGS_MAX]; /* types of SPE's PMUs: cores may have different ones */
    size_t type_count;
};

/* Begins another file. */
void perf_settings_begin(struct perf_settings *a);

/* Reads the settings from an event. */
void perf_settings_take(struct perf_settings *a, const struct spe_perf_event *event);

/* Whether a PMU of that type is SPE, after the first bytes have been read. */
int perf_settings_is_spe(const struct perf_settings *a, uint32_t type);

/* Combines the attributes of all PMUs of SPE, or of one of them, after the first bytes have been read. Returns 1 and
 * sets *out, or returns 0 if the file has no such attribute. */
int perf_settings_of_spe(const struct perf_settings *a, struct perf_setting *out);
int perf_settings_of_pmu(const struct perf_settings *a, uint32_t type, struct perf_setting *out);

/* Whether the share of AUX events with a flag is large enough that something should be done: 1 %. */
int perf_settings_is_often(uint64_t flagged, uint64_t aux);

/* The period to try if samples were lost with this one (0: not known). On an Ampere processor, periods below 2000 lost
 * many samples; 3000 to 4000 had an accuracy above 94 %, for 0.2 to 3.3 % of the time (arXiv 2410.01514). */
uint64_t perf_settings_longer(uint64_t period);

#endif
