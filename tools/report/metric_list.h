/* SPDX-License-Identifier: MIT */
/* The report of spe-stat --list-metrics: metrics of a core, their groups and events. */
#ifndef METRIC_LIST_H
#define METRIC_LIST_H

#include <libspe-lab/metrics.h>

#include "report.h"

/* Writes groups, metrics, runs of counters and events. If `group` is NULL, writes all of them and those of any core;
 * otherwise those of one of the description's groups. Returns TOOL_OK, or TOOL_FAILED after a message. */
int metric_list(const struct spe_telemetry *telemetry, const struct spe_metric_group *group, FILE *out,
                enum report_format format);

#endif
