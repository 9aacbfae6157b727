/* SPDX-License-Identifier: MIT */
/* The tables of SPE_EACH_MAKER_EVENT and SPE_EACH_MAKER_METRIC. */
#include "telemetry_tables.h"

#define EVENT_ROW(tsv110, ampere1, ampere1a, kind, name, code, subject, text) {#name, text, subject, code, {0}},
#define METRIC_ROW(tsv110, ampere1, ampere1a, kind, id, name, unit, groups, formula, next, text)                       \
    {name, text, formula, unit, groups, next},

const struct spe_pmu_event spe_telemetry_maker_event[SPE_ROW_maker_events] = {SPE_EACH_MAKER_EVENT(EVENT_ROW)};
const struct spe_metric spe_telemetry_maker_metric[SPE_ROW_maker_metrics] = {SPE_EACH_MAKER_METRIC(METRIC_ROW)};
