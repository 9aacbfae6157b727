/* SPDX-License-Identifier: MIT */
/* The tables of SPE_EACH_METRIC and SPE_EACH_GROUP. */
#include "telemetry_tables.h"

#define ROW(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, name, unit, groups, formula, next,    \
            text)                                                                                                      \
    {name, text, formula, unit, groups, next},
#define GROUP_ROW(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, name, text) {#name, text},

const struct spe_metric spe_telemetry_metric[SPE_ROW_metrics] = {SPE_EACH_METRIC(ROW)};
const struct spe_metric_group spe_telemetry_group[SPE_ROW_groups] = {SPE_EACH_GROUP(GROUP_ROW)};
