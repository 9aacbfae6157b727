/* SPDX-License-Identifier: MIT */
/* See stat_list.h: a function for each table. Text has a block for each row, as sentences need the room; CSV and JSON
 * have the tables of report.h. */
#include "stat_list.h"

#include <inttypes.h>
#include <libspe/metrics.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ALL ((UINT64_C(1) << SPE_METRICS) - 1)
#define LIST_MAX 1024

struct list {
    struct report report;
    uint64_t metrics; /* which are listed: bit m is metric m */
    int group;        /* negative: all */
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

/* A word, or nothing where there is none. */
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
        else if (cells[i].word[0])
            fprintf(l->out, "      %-11s %s\n", l->columns[i], cells[i].word);
    }
}

/* -- lists of names, with a comma between -- */

static void add_name(char list[LIST_MAX], size_t *length, const char *name)
{
    const int n = snprintf(list + *length, LIST_MAX - *length, "%s%s", *length ? "," : "", name);
    if (n > 0 && (size_t)n < LIST_MAX - *length)
        *length += (size_t)n;
}

/* The names of the members of a set. */
static const char *names_of(char list[LIST_MAX], uint64_t set, const char *(*name_of)(unsigned number))
{
    size_t length = 0;
    list[0] = '\0';
    for (unsigned i = 0; name_of(i); i++)
        if (set >> i & 1)
            add_name(list, &length, name_of(i));
    return list;
}

static const char *events_of(char list[LIST_MAX], unsigned metric)
{
    size_t length = 0;
    list[0] = '\0';
    for (int n = 0, event; (event = spe_metric_event(metric, (unsigned)n)) >= 0; n++)
        add_name(list, &length, spe_metric_event_name((unsigned)event));
    return list;
}

static const char *codes_of(char list[LIST_MAX], const struct spe_metric_run *run)
{
    size_t length = 0;
    list[0] = '\0';
    if (run->cycles)
        add_name(list, &length, "CPU_CYCLES");
    for (unsigned i = 0; i < run->n_codes; i++)
        add_name(list, &length, spe_metric_event_name((unsigned)spe_metric_event_find_code(run->codes[i])));
    return list;
}

/* -- the tables -- */

static void list_groups(struct list *l)
{
    static const char *const columns[] = {"", "title", "stage", "description", "metrics"};
    char metrics[LIST_MAX];
    begin(l, "groups", "Groups of metrics", columns, COUNT(columns));
    for (unsigned i = 0; i < SPE_METRIC_GROUPS; i++) {
        if (l->group >= 0 && (unsigned)l->group != i)
            continue;
        row(l, (struct report_cell[]){word(spe_metric_group_name(i)), word(spe_metric_group_title(i)),
                                      cell_count((uint64_t)spe_metric_group_stage(i)), word(spe_metric_group_text(i)),
                                      word(names_of(metrics, spe_metric_group_metrics(i), spe_metric_name))});
    }
    end(l);
}

static void list_metrics(struct list *l)
{
    static const char *const columns[] = {"",       "title",  "unit",  "formula", "description",
                                          "groups", "events", "stage", "next"};
    char events[LIST_MAX], next[LIST_MAX];
    begin(l, "metrics", "Metrics", columns, COUNT(columns));
    for (unsigned i = 0; i < SPE_METRICS; i++) {
        if (!(l->metrics >> i & 1))
            continue;
        row(l, (struct report_cell[]){word(spe_metric_name(i)), word(spe_metric_title(i)), word(spe_metric_unit(i)),
                                      word(spe_metric_formula(i)), word(spe_metric_text(i)), word(spe_metric_groups(i)),
                                      word(events_of(events, i)), cell_count((uint64_t)spe_metric_stage(i)),
                                      word(names_of(next, spe_metric_next(i), spe_metric_group_name))});
    }
    end(l);
}

/* What to count together for the metrics that are listed. */
static void list_runs(struct list *l)
{
    static const char *const columns[] = {"", "events", "metrics"};
    char name[16], events[LIST_MAX], metrics[LIST_MAX];
    uint64_t left = l->metrics;
    struct spe_metric_run run;
    begin(l, "runs", "Runs of six event counters and the cycle counter", columns, COUNT(columns));
    for (unsigned n = 1; spe_metric_run_next(&run, &left) > 0; n++) {
        snprintf(name, sizeof name, "run %u", n);
        row(l, (struct report_cell[]){word(name), word(codes_of(events, &run)),
                                      word(names_of(metrics, run.metrics, spe_metric_name))});
    }
    end(l);
}

static void list_events(struct list *l)
{
    static const char *const columns[] = {"", "title", "code", "description", "groups", "metrics"};
    char code[16], metrics[LIST_MAX];
    begin(l, "events", "Events", columns, COUNT(columns));
    for (unsigned i = 0; i < SPE_METRIC_EVENTS; i++) {
        const uint64_t users = spe_metric_event_metrics(i);
        if (l->group >= 0 && !(users & l->metrics))
            continue;
        snprintf(code, sizeof code, "0x%04x", (unsigned)spe_metric_event_code(i));
        row(l, (struct report_cell[]){word(spe_metric_event_name(i)), word(spe_metric_event_title(i)), word(code),
                                      word(spe_metric_event_text(i)), word(spe_metric_event_groups(i)),
                                      word(names_of(metrics, users, spe_metric_name))});
    }
    end(l);
}

static void list_sampling_events(struct list *l)
{
    static const char *const columns[] = {"", "title", "code", "description"};
    char code[16];
    begin(l, "sampling_events", "Events of the profile itself, on any core", columns, COUNT(columns));
    for (unsigned i = 0; i < SPE_SAMPLING_EVENTS; i++) {
        snprintf(code, sizeof code, "0x%04x", (unsigned)spe_sampling_event_code(i));
        row(l, (struct report_cell[]){word(spe_sampling_event_name(i)), word(spe_sampling_event_title(i)), word(code),
                                      word(spe_sampling_event_text(i))});
    }
    end(l);
}

void stat_list(FILE *out, enum report_format format, int group)
{
    struct list list = {
        .metrics = group < 0 ? ALL : spe_metric_group_metrics((unsigned)group), .group = group, .out = out};
    report_begin(&list.report, out, format);
    list_groups(&list);
    list_metrics(&list);
    list_runs(&list);
    list_events(&list);
    if (group < 0)
        list_sampling_events(&list);
    report_end(&list.report);
}
