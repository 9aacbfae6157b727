/* SPDX-License-Identifier: MIT */
/* See metric_values.h. */
#include "metric_values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../system/memory.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define DEEPEST 8 /* levels of the tree */

struct values {
    struct report report;
    const struct perf_counts *counts;
    const struct spe_telemetry *telemetry;
    double *value;
    uint8_t *state; /* by metric */
};

enum { HAS_VALUE = 1, IS_IN_TREE = 2 };

/* The metric whose name is the first one of a list, or a negative number. */
static int first_metric(const struct spe_telemetry *t, const char *list)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(list, ","), list);
    return spe_metric_find(t, name);
}

static const char *after_first(const char *list)
{
    list += strcspn(list, ",");
    return *list ? list + 1 : list;
}

/* Whether the metric leads to others, and none leads to it. */
static int is_root(const struct spe_telemetry *t, unsigned metric)
{
    if (!*t->metrics[metric]->next)
        return 0;
    for (unsigned i = 0; i < t->n_metrics; i++)
        if (spe_telemetry_lists(t->metrics[i]->next, t->metrics[metric]->name))
            return 0;
    return 1;
}

/* Whether the tree has a row for it: it, or a metric below it, has a value. */
static int is_shown(const struct values *v, unsigned metric, unsigned depth)
{
    if (v->state[metric] & HAS_VALUE)
        return 1;
    for (const char *next = v->telemetry->metrics[metric]->next; *next && depth < DEEPEST; next = after_first(next)) {
        const int child = first_metric(v->telemetry, next);
        if (child >= 0 && is_shown(v, (unsigned)child, depth + 1))
            return 1;
    }
    return 0;
}

static void put_node(struct values *v, unsigned metric, const char *parent, unsigned depth)
{
    const struct spe_metric *const m = v->telemetry->metrics[metric];
    char name[2 * DEEPEST + 128];
    if ((v->state[metric] & IS_IN_TREE) || depth > DEEPEST)
        return;
    snprintf(name, sizeof name, "%*s%s", v->report.format == REPORT_TEXT ? 2 * (int)depth : 0, "", m->name);
    v->state[metric] |= IS_IN_TREE;
    if (is_shown(v, metric, depth)) {
        const struct report_cell value = v->state[metric] & HAS_VALUE ? cell_number(v->value[metric]) : cell_none();
        report_row(&v->report, (struct report_cell[]){cell_word(name), value, cell_word(m->unit), cell_name(m->next),
                                                      cell_word(parent)});
    }
    for (const char *next = m->next; *next; next = after_first(next)) {
        const int child = first_metric(v->telemetry, next);
        if (child >= 0)
            put_node(v, (unsigned)child, m->name, depth + 1);
    }
}

static void put_core(struct values *v)
{
    static const char *const columns[] = {"", "midr", "slots"};
    char midr[24];
    snprintf(midr, sizeof midr, "0x%08" PRIx64, v->telemetry->midr);
    report_table(&v->report, "core", "Core", columns, COUNT(columns));
    report_row(&v->report, (struct report_cell[]){cell_word(v->telemetry->name), cell_word(midr),
                                                  v->telemetry->slots ? cell_count(v->telemetry->slots) : cell_none()});
    report_table_end(&v->report, NULL);
}

static void put_tree(struct values *v)
{
    static const char *const columns[] = {"", "value", "unit", "next", "parent"};
    report_table(&v->report, "topdown", "Top-down", columns, COUNT(columns) - (v->report.format == REPORT_TEXT));
    for (unsigned i = 0; i < v->telemetry->n_metrics; i++)
        if (is_root(v->telemetry, i))
            put_node(v, i, "", 0);
    report_table_end(&v->report, NULL);
}

static void put_others(struct values *v)
{
    static const char *const columns[] = {"", "value", "unit", "groups"};
    report_table(&v->report, "values", "Metrics", columns, COUNT(columns));
    for (unsigned i = 0; i < v->telemetry->n_metrics; i++) {
        const struct spe_metric *const m = v->telemetry->metrics[i];
        if (v->state[i] == HAS_VALUE)
            report_row(&v->report, (struct report_cell[]){cell_word(m->name), cell_number(v->value[i]),
                                                          cell_word(m->unit), cell_name(m->groups)});
    }
    report_table_end(&v->report, NULL);
}

int metric_values(const struct perf_counts *counts, FILE *out, enum report_format format,
                  const struct report_view *view, struct metric_numbers *n)
{
    const struct spe_telemetry *const t = counts->telemetry;
    struct values v = {.counts = counts,
                       .telemetry = t,
                       .value = tool_calloc(t->n_metrics, sizeof *v.value),
                       .state = tool_calloc(t->n_metrics, 1)};
    *n = (struct metric_numbers){0};
    for (unsigned i = 0; i < t->n_metrics; i++) {
        const int result = perf_counts_metric(counts, i, &v.value[i]);
        v.state[i] = result == SPE_OK;
        n->values += result == SPE_OK;
        const int lacks_slots = !t->slots && strstr(t->metrics[i]->formula, "SLOTS");
        n->of_slots += lacks_slots && result == SPE_E_UNDEFINED;
        n->undefined += !lacks_slots && result == SPE_E_UNDEFINED;
    }
    report_begin(&v.report, out, format, view);
    put_core(&v);
    put_tree(&v);
    put_others(&v);
    const int status = report_end(&v.report);
    free(v.value);
    free(v.state);
    return status;
}
