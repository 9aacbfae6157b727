/* SPDX-License-Identifier: MIT */
/* See perf_settings.h. */
#include "perf_settings.h"

#include <libspe/packet.h>
#include <libspe/profiling.h>

#include "driver_terms.h"

/* An event_filter that keeps only operations that are counted anyway */
#define RETIRED_ONLY (UINT64_C(1) << SPE_EVENT_RETIRED)

void perf_settings_begin(struct perf_settings *a)
{
    a->count = a->type_count = 0;
}

int perf_settings_is_spe(const struct perf_settings *a, uint32_t type)
{
    for (size_t i = 0; i < a->type_count; i++)
        if (a->types[i] == type)
            return 1;
    return 0;
}

/* The mean interval of a core without PMSIDR_EL1.ERnd, about which perf.data says nothing. Linux rounds the period. */
static double mean_interval(const struct spe_perf_event *event)
{
    struct spe_interval interval = {0};
    uint64_t pmsirr = driver_term_value(event->config, DRIVER_JITTER);
    if (!event->period || spe_interval_from_period(event->period, 0, SPE_PERIOD_ANY, &pmsirr) < 0 ||
        spe_interval_measure(pmsirr, NULL, &interval) != SPE_OK)
        return 0;
    return (double)interval.twice_mean / 2;
}

/* Whether a filter from this term on selects. */
static int selects(const struct spe_perf_event *event, enum driver_term first)
{
    for (unsigned i = first; i < DRIVER_TERMS; i++)
        if (driver_term_value(event->config, (enum driver_term)i) & ~(i == DRIVER_EVENT_FILTER ? RETIRED_ONLY : 0))
            return 1;
    return 0;
}

static enum perf_setting_is is_set(const struct spe_perf_event *event, enum driver_term term)
{
    return driver_term_value(event->config, term) ? PERF_SETTING_ON : PERF_SETTING_OFF;
}

void perf_settings_take(struct perf_settings *a, const struct spe_perf_event *event)
{
    if (event->type == SPE_PERF_ATTR && a->count < PERF_SETTINGS_MAX)
        a->attributes[a->count++] = (struct perf_setting){event->pmu_type,
                                                          event->period,
                                                          event->period,
                                                          mean_interval(event),
                                                          selects(event, DRIVER_MIN_LATENCY),
                                                          selects(event, DRIVER_BRANCH_FILTER),
                                                          driver_term_value(event->config, DRIVER_DISCARD) != 0,
                                                          is_set(event, DRIVER_PA_ENABLE)};
    if ((event->type == SPE_PERF_INFO || event->type == SPE_PERF_CORE) && event->pmu_type != SPE_PERF_NONE &&
        a->type_count < PERF_SETTINGS_MAX && !perf_settings_is_spe(a, event->pmu_type))
        a->types[a->type_count++] = event->pmu_type;
}

/* No file says which of two events wrote a sample: what differs is not known, and a filter of either may have chosen
 * it. */
static void combine(struct perf_setting *sum, const struct perf_setting *one)
{
    if (sum->period != one->period)
        sum->period = 0;
    if (sum->interval < one->interval || sum->interval > one->interval)
        sum->interval = 0;
    sum->longest = sum->longest > one->longest ? sum->longest : one->longest;
    sum->is_partial |= one->is_partial;
    sum->is_filtered |= one->is_filtered;
    sum->discards |= one->discards;
    if (sum->has_physical != one->has_physical)
        sum->has_physical = PERF_SETTING_MIXED;
}

int perf_settings_of_pmu(const struct perf_settings *a, uint32_t type, struct perf_setting *out)
{
    int found = 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t its = a->attributes[i].type;
        if (type != SPE_PERF_NONE ? its != type : !perf_settings_is_spe(a, its))
            continue;
        if (found)
            combine(out, &a->attributes[i]);
        else
            *out = a->attributes[i];
        found = 1;
    }
    return found;
}

int perf_settings_of_spe(const struct perf_settings *a, struct perf_setting *out)
{
    return perf_settings_of_pmu(a, SPE_PERF_NONE, out);
}

#define RARELY 0.01 /* a share that is not worth a word */
#define PERIOD 4096 /* the least period to try: a power of two, because Linux rounds periods to 256 */

int perf_settings_is_often(uint64_t flagged, uint64_t aux)
{
    return flagged && (double)flagged >= RARELY * (double)aux;
}

uint64_t perf_settings_longer(uint64_t period)
{
    return 2 * period > PERIOD ? 2 * period : PERIOD;
}
