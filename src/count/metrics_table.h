/* SPDX-License-Identifier: MIT */
/* Rows of metrics, of their groups and of the events that they are made of; how a formula is read. */
#ifndef SPE_METRICS_TABLE_H
#define SPE_METRICS_TABLE_H

#include <libspe/metrics.h>

#include "../base/internal.h"

struct metric_row {
    const char *name;
    const char *title;
    const char *unit;
    const char *groups; /* with a comma between */
    const char *formula;
    const char *postfix; /* the same: words with one blank between, an event, a number or an operator */
    const char *text;
};

struct metric_group {
    const char *name;
    const char *title;
    uint8_t stage;
    const char *after; /* metrics of stage 1, with a comma between */
    const char *text;
};

struct metric_event {
    const char *name;
    uint16_t code;
    const char *title;
    const char *groups;
    const char *text;
};

SPE_TABLE const struct metric_row spe_metric_rows[SPE_METRICS];
SPE_TABLE const struct metric_group spe_metric_group_rows[SPE_METRIC_GROUPS];
SPE_TABLE const struct metric_event spe_metric_events[SPE_METRIC_EVENTS];
SPE_TABLE const struct metric_event spe_sampling_events[SPE_SAMPLING_EVENTS];

/* A word of a formula in postfix form. */
struct metric_word {
    char sign;       /* an operator; 0: none */
    int event;       /* its number in the list; negative: none */
    unsigned number; /* where it is neither */
};

/* Reads the word at the front. Returns what follows it, or NULL: there is none. */
SPE_INTERNAL const char *spe_metric_take(const char *postfix, struct metric_word *word);

#endif
