/* SPDX-License-Identifier: MIT */
/* The table of SPE_EACH_EVENT. */
#include "telemetry_tables.h"

#define ROW(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, name, code, subject, text)                \
    {#name, text, subject, code, {0}},

const struct spe_pmu_event spe_telemetry_event[SPE_ROW_events] = {SPE_EACH_EVENT(ROW)};
