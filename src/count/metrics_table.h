/* SPDX-License-Identifier: MIT */
/* Rows of metrics and of the events that they are made of. */
#ifndef SPE_METRICS_TABLE_H
#define SPE_METRICS_TABLE_H

#include <libspe/metrics.h>

#include "../base/internal.h"

struct metric_row {
    const char *name;
    const char *formula;
    const char *postfix; /* the same: words with one blank between, an event, a number or an operator */
    const char *unit;
    const char *groups; /* with a comma between */
};

struct metric_event {
    const char *name;
    uint16_t code;
    const char *groups;
};

SPE_TABLE const struct metric_row spe_metric_rows[SPE_METRICS];
SPE_TABLE const struct metric_event spe_metric_events[SPE_METRIC_EVENTS];

#endif
