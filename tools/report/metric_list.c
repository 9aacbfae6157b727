/* SPDX-License-Identifier: MIT */
/*
 * See metric_list.h: a function for each table. In text, each row is a block, because its sentences need space; CSV
 * and JSON use the tables of report.h.
 */
#include "metric_list.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../system/memory.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LIST_MAX 16384

struct list {
    struct report report;
    const struct spe_telemetry *telemetry;
    const struct spe_metric_group *group; /* lists only this group's metrics; NULL lists all */
    uint16_t *runs;                       /* by metric: the run in which it is counted, from 1; 0 if it is not listed */
    unsigned n_runs;
    FILE *out;
    const char *const *columns;
    unsigned n_columns;
};

/* -- tables and rows -- */

static void begin(struct list *l, const char *key, const char *title, const char *const *columns, unsigned n)
{
    l->columns = columns;
    l->n_columns = n;
    if (l->report.format == REPORT_TEXT)
        fprintf(l->out, "%s%s\n", l->report.tables++ ? "\n" : "", title);
    else
        report_table(&l->report, key, title, columns, n);
}

static void end(struct list *l)
{
    if (l->report.format != REPORT_TEXT)
        report_table_end(&l->report, NULL);
}

/* A word; "" for NULL. */
static struct report_cell word(const char *text)
{
    return cell_word(text ? text : "");
}

/* In text: the name and the second column, then a line for each other column that is not empty. */
static void row(struct list *l, const struct report_cell *cells)
{
    if (l->report.format != REPORT_TEXT) {
        report_row(&l->report, cells);
        return;
    }
    fprintf(l->out, "  %s: %s\n", cells[0].word, cells[1].word);
    for (unsigned i = 2; i < l->n_columns; i++) {
        if (cells[i].kind == CELL_COUNT)
            fprintf(l->out, "      %-11s %" PRIu64 "\n", l->columns[i], cells[i].count);
        else if (cells[i].kind != CELL_NONE && cells[i].word[0])
            fprintf(l->out, "      %-11s %s\n", l->columns[i], cells[i].word);
    }
}

/* -- lists of names, separated by commas -- */

static void add_name(char list[LIST_MAX], size_t *length, const char *name)
{
    const int n = snprintf(list + *length, LIST_MAX - *length, "%s%s", *length ? "," : "", name);
    if (n > 0 && (size_t)n < LIST_MAX - *length)
        *length += (size_t)n;
}

static const char *events_of_metric(char list[LIST_MAX], const struct spe_telemetry *t, unsigned metric)
{
    size_t length = 0;
    list[0] = '\0';
    for (int n = 0, event; (event = spe_metric_event(t, metric, (unsigned)n)) >= 0; n++)
        add_name(list, &length, t->events[event]->name);
    return list;
}

static int is_made_of(const struct spe_telemetry *t, unsigned metric, unsigned event)
{
    int number;
    for (unsigned n = 0; (number = spe_metric_event(t, metric, n)) >= 0; n++)
        if ((unsigned)number == event)
            return 1;
    return 0;
}

static const char *metrics_of_run(char list[LIST_MAX], const struct list *l, unsigned run)
{
    size_t length = 0;
    list[0] = '\0';
    for (unsigned i = 0; i < l->telemetry->n_metrics; i++)
        if (l->runs[i] == run)
            add_name(list, &length, l->telemetry->metrics[i]->name);
    return list;
}

/* Whether a metric of the run uses the event; run 0 means any run. */
static int is_counted(const struct list *l, unsigned run, unsigned event)
{
    for (unsigned i = 0; i < l->telemetry->n_metrics; i++)
        if (l->runs[i] && (!run || l->runs[i] == run) && is_made_of(l->telemetry, i, event))
            return 1;
    return 0;
}

/* Cycles come first, because they have their own counter. */
static const char *events_of_run(char list[LIST_MAX], const struct list *l, unsigned run)
{
    const struct spe_telemetry *const t = l->telemetry;
    const int cycles = spe_pmu_event_find(t, "CPU_CYCLES");
    size_t length = 0;
    list[0] = '\0';
    if (cycles >= 0 && is_counted(l, run, (unsigned)cycles))
        add_name(list, &length, t->events[cycles]->name);
    for (unsigned i = 0; i < t->n_events; i++)
        if ((int)i != cycles && is_counted(l, run, i))
            add_name(list, &length, t->events[i]->name);
    return list;
}

/* -- the tables -- */

static const char *hex(char text[16], unsigned digits, uint64_t value)
{
    snprintf(text, 16, "0x%0*" PRIx64, (int)digits, value);
    return text;
}

static void list_core(struct list *l)
{
    static const char *const columns[] = {"", "midr", "slots", "counters", "document"};
    const unsigned slots = l->telemetry->slots;
    char midr[16];
    begin(l, "core", "Core", columns, COUNT(columns));
    row(l, (struct report_cell[]){word(l->telemetry->name), word(hex(midr, 8, l->telemetry->midr)),
                                  slots ? cell_count(slots) : cell_none(), cell_count(l->telemetry->counters),
                                  word(l->telemetry->document)});
    end(l);
}

static void list_groups(struct list *l)
{
    static const char *const columns[] = {"", "description"};
    const struct spe_telemetry *const t = l->telemetry;
    begin(l, "groups", "Groups of metrics", columns, COUNT(columns));
    for (unsigned i = 0; i < t->n_groups; i++) {
        const struct spe_metric_group *const group = t->groups[i];
        if (!l->group || l->group == group)
            row(l, (struct report_cell[]){word(group->name), word(group->text)});
    }
    end(l);
}

static void list_metrics(struct list *l, const struct spe_telemetry *t, const char *key, const char *title)
{
    static const char *const columns[] = {"", "description", "unit", "formula", "groups", "events", "next"};
    char events[LIST_MAX];
    begin(l, key, title, columns, COUNT(columns));
    for (unsigned i = 0; i < t->n_metrics; i++) {
        const struct spe_metric *const m = t->metrics[i];
        if (t == l->telemetry && !l->runs[i])
            continue;
        row(l, (struct report_cell[]){word(m->name), word(m->text), word(m->unit), word(m->formula), word(m->groups),
                                      word(events_of_metric(events, t, i)), word(m->next)});
    }
    end(l);
}

/* The events of a run by their numbers, which every perf knows. Cycles have a counter of their own. They come first in
 * every run, so that each run in a file of several begins with an event that occurs again. */
static const char *codes_of_run(char list[LIST_MAX], const struct list *l, unsigned run)
{
    const struct spe_telemetry *const t = l->telemetry;
    size_t length = 0;
    char event[8];
    list[0] = '\0';
    add_name(list, &length, "r11");
    for (unsigned i = 0; i < t->n_events; i++) {
        snprintf(event, sizeof event, "r%x", t->events[i]->code);
        if (t->events[i]->code != 0x11 && is_counted(l, run, i))
            add_name(list, &length, event);
    }
    return list;
}

/* The table of events to count together for the listed metrics. */
static void list_runs(struct list *l)
{
    static const char *const columns[] = {"", "events", "perf", "metrics"};
    char title[64], name[16], events[LIST_MAX], codes[LIST_MAX], perf[LIST_MAX + 32], metrics[LIST_MAX];
    snprintf(title, sizeof title, "Runs of %u event counters and the cycle counter", l->telemetry->counters);
    begin(l, "runs", title, columns, COUNT(columns));
    for (unsigned run = 1; run <= l->n_runs; run++) {
        snprintf(name, sizeof name, "run %u", run);
        snprintf(perf, sizeof perf, "perf stat -j -e '{%s}'", codes_of_run(codes, l, run));
        row(l, (struct report_cell[]){word(name), word(events_of_run(events, l, run)), word(perf),
                                      word(metrics_of_run(metrics, l, run))});
    }
    end(l);
}

static void list_events(struct list *l, const struct spe_telemetry *t, const char *key, const char *title)
{
    static const char *const columns[] = {"", "description", "code", "subject"};
    char code[16];
    begin(l, key, title, columns, COUNT(columns));
    for (unsigned i = 0; i < t->n_events; i++) {
        const struct spe_pmu_event *const event = t->events[i];
        if (l->group && !is_counted(l, 0, i))
            continue;
        row(l, (struct report_cell[]){word(event->name), word(event->text), word(hex(code, 4, event->code)),
                                      word(event->subject)});
    }
    end(l);
}

/* Chooses the metrics, and which of them are counted together. */
static void choose(struct list *l)
{
    const struct spe_telemetry *const t = l->telemetry;
    l->runs = tool_calloc(t->n_metrics, sizeof *l->runs);
    for (unsigned i = 0; i < t->n_metrics; i++)
        l->runs[i] = !l->group || spe_telemetry_lists(t->metrics[i]->groups, l->group->name);
    const int n = spe_metric_runs(t, 0, l->runs);
    l->n_runs = n < 0 ? 0 : (unsigned)n;
}

int metric_list(const struct spe_telemetry *telemetry, const struct spe_metric_group *group, FILE *out,
                enum report_format format)
{
    const struct spe_telemetry *const any = spe_telemetry_architected();
    struct list list = {.telemetry = telemetry, .group = group, .out = out};
    choose(&list);
    report_begin(&list.report, out, format, NULL);
    list_core(&list);
    list_groups(&list);
    list_metrics(&list, telemetry, "metrics", "Metrics");
    list_runs(&list);
    list_events(&list, telemetry, "events", "Events");
    if (!group) {
        list_metrics(&list, any, "any_core_metrics",
                     "Metrics of any core: of the profile itself, of activity monitors");
        list_events(&list, any, "any_core_events", "Events of any core: of activity monitors, of the profile itself");
    }
    free(list.runs);
    return report_end(&list.report);
}
