/* SPDX-License-Identifier: MIT */
/* See perf_settings.h. */
#include "perf_settings.h"

#include <libspe/packet.h>
#include <libspe-lab/profiling.h>

/* An event_filter that keeps only operations that are counted anyway */
#define RETIRED_ONLY (UINT64_C(1) << SPE_EVENT_RETIRED)
#define OTHER_FILTERS (SPE_FILTER_FT | SPE_FILTER_FL | SPE_FILTER_FNE | SPE_FILTER_FDS)

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
static double mean_interval(uint64_t period, uint64_t pmsirr)
{
    struct spe_interval interval = {0};
    if (!period || spe_interval_from_period(period, 0, SPE_PERIOD_ANY, &pmsirr) < 0 ||
        spe_interval_measure(pmsirr, NULL, &interval) != SPE_OK)
        return 0;
    return (double)interval.twice_mean / 2;
}

void perf_settings_take(struct perf_settings *a, const struct spe_perf_event *event)
{
    struct spe_filter_registers r = SPE_FILTER_REGISTERS_INIT;
    spe_filter_from_perf(event->config, sizeof event->config / sizeof *event->config, &r);
    const uint64_t by = r.pmsfcr & (OTHER_FILTERS | (r.pmsevfr & ~RETIRED_ONLY ? SPE_FILTER_FE : 0));
    if (event->type == SPE_PERF_ATTR && a->count < PERF_SETTINGS_MAX)
        a->attributes[a->count++] =
            (struct perf_setting){.type = event->pmu_type,
                                  .period = event->period,
                                  .longest = event->period,
                                  .interval = mean_interval(event->period, (r.control & SPE_CONTROL_JITTER) != 0),
                                  .is_partial = (by & ~SPE_FILTER_FT) != 0,
                                  .is_filtered = by != 0,
                                  .discards = (r.control & SPE_CONTROL_DISCARD) != 0,
                                  .has_physical = r.control & SPE_CONTROL_PA ? PERF_SETTING_ON : PERF_SETTING_OFF,
                                  .filter = r};
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
