/* SPDX-License-Identifier: MIT */
/* Descriptions of cores' telemetry: tables that all cores share (telemetry_rows.h), and the list of descriptions. */
#ifndef SPE_TELEMETRY_TABLES_H
#define SPE_TELEMETRY_TABLES_H

#include <libspe-lab/metrics.h>

#include "../base/internal.h"
#include "telemetry_maker_rows.h"
#include "telemetry_rows.h"

/* The numbers of rows in their tables. */
#define SPE_ROW_NUMBER(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) SPE_ROW_##kind##_##id,
enum { SPE_EACH_EVENT(SPE_ROW_NUMBER) SPE_ROW_events };
enum { SPE_EACH_LATER_EVENT(SPE_ROW_NUMBER) SPE_ROW_laters };
enum { SPE_EACH_METRIC(SPE_ROW_NUMBER) SPE_ROW_metrics };
enum { SPE_EACH_GROUP(SPE_ROW_NUMBER) SPE_ROW_groups };

#define SPE_MAKER_ROW_NUMBER(tsv110, ampere1, ampere1a, kind, id, ...) SPE_ROW_##kind##_##id,
enum { SPE_EACH_MAKER_EVENT(SPE_MAKER_ROW_NUMBER) SPE_ROW_maker_events };
enum { SPE_EACH_MAKER_METRIC(SPE_MAKER_ROW_NUMBER) SPE_ROW_maker_metrics };

SPE_TABLE const struct spe_pmu_event spe_telemetry_event[SPE_ROW_events];
SPE_TABLE const struct spe_pmu_event spe_telemetry_later[SPE_ROW_laters];
SPE_TABLE const struct spe_metric spe_telemetry_metric[SPE_ROW_metrics];
SPE_TABLE const struct spe_pmu_event spe_telemetry_maker_event[SPE_ROW_maker_events];
SPE_TABLE const struct spe_metric spe_telemetry_maker_metric[SPE_ROW_maker_metrics];
SPE_TABLE const struct spe_metric_group spe_telemetry_group[SPE_ROW_groups];

/* The cores. Descriptions of one core, for several revisions, follow each other in rising order. */
#define SPE_TELEMETRIES 10
SPE_TABLE const struct spe_telemetry spe_telemetry_core[SPE_TELEMETRIES];

SPE_TABLE const struct spe_telemetry spe_telemetry_any_core;

#define SPE_ROWS(table) (uint16_t)(sizeof(table) / sizeof(table)[0])

#endif
