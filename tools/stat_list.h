/* SPDX-License-Identifier: MIT */
/* What spe-stat --list-metrics says: metrics of Neoverse V1, their groups and events. */
#ifndef STAT_LIST_H
#define STAT_LIST_H

#include "report.h"

/* Writes groups, metrics, runs of counters and events: all, or those of one group (negative: all). */
void stat_list(FILE *out, enum report_format format, int group);

#endif
