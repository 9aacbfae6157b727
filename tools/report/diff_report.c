/* SPDX-License-Identifier: MIT */
/*
 * See diff_report.h. Rows of all tables are collected first, because the number of rows decides which changes are
 * stated: of these, 5 of 100 at most are chance (intervals.h).
 */
#include "diff_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../profile/profile.h"
#include "../system/list.h"
#include "../system/memory.h"
#include "diff_costs.h"
#include "diff_renames.h"
#include "metric_intervals.h"
#include "place_cells.h"
#include "why_empty.h"

#define LEAST                                                                                                          \
    8 /* samples of a name in both profiles together, or with a latency in each: with fewer no change can be
                 * seen */

struct diff_row {
    const char *name; /* NULL: own */
    char own[CELLS_NAME_MAX];
    struct interval before, after, change;
    double scale; /* of all these, to the unit of the table */
    double chance;
    const struct group *pair[2]; /* COSTS: of which profile; NULL: it has none */
};

struct diff_table {
    const char *key, *title;
    int changed_only; /* rows that did not change are left out, and the largest changes come first */
    struct diff_row *rows;
    size_t count, room;
};

enum {
    TOTALS,
    COSTS,
    METRICS,
    LATENCIES,
    SOURCES,
    PROGRAMS,
    MODULES,
    FUNCTIONS,
    LINES,
    INLINED,
    DATA,
    NODES,
    TIMES,
    TABLES = TIMES + 3
};

struct diff {
    const struct profile *a, *b;
    struct diff_table tables[TABLES];
    struct diff_rows groups[2]; /* whose names the rows have */
    struct diff_renames renames;
    struct diff_scale scale;
    double limit; /* changes with this chance, or less, are stated */
};

/* -- rows -- */

static struct diff_row *add_row(struct diff_table *t, const struct interval *before, const struct interval *after,
                                double scale)
{
    t->rows = list_with_room(t->rows, t->count, &t->room, sizeof *t->rows);
    struct diff_row *row = &t->rows[t->count++];
    *row = (struct diff_row){.before = *before, .after = *after, .scale = scale};
    row->change = interval_change(before, after);
    row->chance = interval_chance(&row->change);
    return row;
}

static void add_named(struct diff_table *t, const char *name, const struct interval *before,
                      const struct interval *after, double scale)
{
    struct diff_row *row = add_row(t, before, after, scale);
    snprintf(row->own, sizeof row->own, "%s", name);
}

static void add_totals(struct diff *d)
{
    struct diff_total a[DIFF_TOTALS], b[DIFF_TOTALS];
    const unsigned n = diff_totals(d->a, a), m = diff_totals(d->b, b);
    for (unsigned i = 0; i < n && i < m; i++)
        add_named(&d->tables[TOTALS], a[i].name, &a[i].amount, &b[i].amount, 1);
}

static void add_metrics(struct diff *d)
{
    struct metric_parts a, b;
    struct metric x, y;
    metric_parts(d->a, &a);
    metric_parts(d->b, &b);
    for (unsigned i = 0; metric_interval(d->a, &a, i, &x) && metric_interval(d->b, &b, i, &y); i++)
        if (x.n && y.n)
            add_named(&d->tables[METRICS], x.name, &x.share, &y.share, x.scale);
}

/* The mean latency: from the parts, if enough of them have values: then it is at least as wide. */
static struct interval latency_of(const struct spe_histogram *h, const struct latency_parts *parts)
{
    const struct interval alone = interval_independent(h, h->count);
    struct interval i = alone;
    if (parts && intervals_are_known(parts->count))
        i = interval_ratio(parts->sum, parts->count);
    if (i.variance < alone.variance)
        i.variance = alone.variance;
    return i;
}

static void add_latency(struct diff *d, const char *name, const struct spe_histogram *a, const struct spe_histogram *b,
                        const struct latency_parts *of_a, const struct latency_parts *of_b)
{
    if (a->count < LEAST || b->count < LEAST)
        return;
    const struct interval before = latency_of(a, of_a), after = latency_of(b, of_b);
    add_named(&d->tables[LATENCIES], name, &before, &after, 1);
}

static int next_of_both(const struct profile *a, const struct profile *b, int source)
{
    const int x = profile_next_source(a, source), y = profile_next_source(b, source);
    const int next = x < 0 ? y : y < 0 || x < y ? x : y;
    return next == SPE_STATS_NO_SOURCE ? next_of_both(a, b, next) : next;
}

/* The name of the core before, or, where it has none, of the one after. */
static void both_name(const struct profile *a, const struct profile *b, unsigned source, char *name)
{
    profile_source_text(profile_source_name(a, source) ? a : b, source, name);
}

static void add_latencies(struct diff *d)
{
    const struct spe_latencies *x = &d->a->latencies, *y = &d->b->latencies;
    const struct latency_parts *p = d->a->latency_parts, *q = d->b->latency_parts;
    char name[CELLS_NAME_MAX];
    add_latency(d, "total", &x->total, &y->total, &p[SHAPES_TOTAL], &q[SHAPES_TOTAL]);
    add_latency(d, "issue", &x->issue, &y->issue, &p[SHAPES_ISSUE], &q[SHAPES_ISSUE]);
    add_latency(d, "translation", &x->translation, &y->translation, &p[SHAPES_TRANSLATION], &q[SHAPES_TRANSLATION]);
    for (int i = -1; (i = next_of_both(d->a, d->b, i)) >= 0;) {
        const unsigned source = (unsigned)i;
        both_name(d->a, d->b, source, name);
        add_latency(d, name, profile_source_total(d->a, source), profile_source_total(d->b, source),
                    profile_source_parts(d->a, source), profile_source_parts(d->b, source));
    }
}

/* The share of one data source in all samples that have a data source. */
static struct interval source_share(const struct profile *p, unsigned source, const uint64_t *n)
{
    static const struct latency_parts none;
    const struct latency_parts *parts = profile_source_parts(p, source);
    return interval_share(parts ? parts->samples : none.samples, n);
}

static void sum_sources(const struct profile *p, uint64_t n[COUNTS_PARTS])
{
    memset(n, 0, COUNTS_PARTS * sizeof *n);
    for (unsigned row = 0; row < p->source_count; row++)
        for (unsigned i = 0; i < COUNTS_PARTS; i++)
            n[i] += p->source_parts[row].samples[i];
}

static void add_sources(struct diff *d)
{
    uint64_t n[COUNTS_PARTS], m[COUNTS_PARTS];
    char name[CELLS_NAME_MAX];
    sum_sources(d->a, n);
    sum_sources(d->b, m);
    for (int i = -1; d->a->source_count && d->b->source_count && (i = next_of_both(d->a, d->b, i)) >= 0;) {
        const struct interval before = source_share(d->a, (unsigned)i, n), after = source_share(d->b, (unsigned)i, m);
        both_name(d->a, d->b, (unsigned)i, name);
        if (i != SPE_STATS_LEFT_OUT)
            add_named(&d->tables[SOURCES], name, &before, &after, 100);
    }
}

/* -- functions and the like -- */

/* What a whole profile has in each part */
struct whole {
    uint64_t samples[COUNTS_PARTS], time[COUNTS_PARTS];
};

static struct whole whole_of(const struct profile *p)
{
    struct whole w = {{0}, {0}};
    for (unsigned i = 0; i < COUNTS_PARTS; i++) {
        w.samples[i] = p->parts[i].records;
        for (unsigned k = 0; k < COUNTS_CLASSES; k++)
            w.time[i] += p->classes[k].parts.time_in[i];
    }
    return w;
}

static void add_cost(struct diff *d, const struct group *x, const struct group *y)
{
    static const struct counts_parts none;
    const struct interval before = diff_cost(&d->scale, 0, x ? &x->total.parts : &none, d->a),
                          after = diff_cost(&d->scale, 1, y ? &y->total.parts : &none, d->b);
    struct diff_row *row =
        before.freedom > 0 && after.freedom > 0 ? add_row(&d->tables[COSTS], &before, &after, 1) : NULL;
    if (!row)
        return;
    row->name = x ? x->name : y->name;
    row->pair[0] = x;
    row->pair[1] = y;
}

static void add_pair(struct diff *d, unsigned kind, const struct group *x, const struct group *y,
                     const struct whole whole[2])
{
    static const struct total none;
    const struct total *a = x ? &x->total : &none, *b = y ? &y->total : &none;
    if (a->counts.samples + b->counts.samples < LEAST)
        return;
    if (kind == GROUPS_FUNCTIONS)
        add_cost(d, x, y);
    const struct interval before = interval_share(a->parts.samples_in, whole[0].samples),
                          after = interval_share(b->parts.samples_in, whole[1].samples);
    struct diff_row *row = add_row(&d->tables[PROGRAMS + kind], &before, &after, 100);
    if (row)
        row->name = x ? x->name : y->name;
    if (kind < GROUPS_MODULES || kind > GROUPS_LINES || profile_time_unit(d->a) < 0 || profile_time_unit(d->b) < 0)
        return;
    const struct interval sooner = interval_ratio(a->parts.time_in, whole[0].time),
                          later = interval_ratio(b->parts.time_in, whole[1].time);
    if (sooner.freedom > 0 && later.freedom > 0)
        row = add_row(&d->tables[TIMES + kind - GROUPS_MODULES], &sooner, &later, 100);
    if (row)
        row->name = x ? x->name : y->name;
}

/* The rows of one name */
struct span_of_name {
    const struct group *rows;
    size_t from, to;
};

static size_t end_of_name(const struct group *rows, size_t n, size_t i)
{
    size_t end = i + 1;
    while (end < n && strcmp(rows[i].name, rows[end].name) == 0)
        end++;
    return end;
}

/* How many rows of x are in no module of y; *last is one of them. Both are in the order of their modules. */
static size_t count_alone(const struct span_of_name *x, const struct span_of_name *y, const struct group **last)
{
    size_t n = 0;
    for (size_t i = x->from, k = y->from; i < x->to; i++) {
        int order = -1;
        while (k < y->to && (order = strcmp(x->rows[i].where, y->rows[k].where)) > 0)
            k++;
        if (order == 0)
            continue;
        *last = &x->rows[i];
        n++;
    }
    return n;
}

/* Pairs those of one name by their modules. If one is left in each profile, its module was renamed. */
static void add_name(struct diff *d, unsigned kind, struct span_of_name x, struct span_of_name y,
                     const struct whole whole[2])
{
    const struct group *a = NULL, *b = NULL;
    const size_t n = count_alone(&x, &y, &a), m = count_alone(&y, &x, &b);
    const int is_renamed = n == 1 && m == 1 && strcmp(a->name, GROUPS_NO_NAME) != 0;
    if (is_renamed)
        add_pair(d, kind, a, b, whole);
    for (size_t i = x.from, k = y.from; i < x.to || k < y.to;) {
        const int order = i == x.to ? 1 : k == y.to ? -1 : strcmp(x.rows[i].where, y.rows[k].where);
        const struct group *p = order <= 0 ? &x.rows[i++] : NULL, *q = order >= 0 ? &y.rows[k++] : NULL;
        if (!is_renamed || (p != a && q != b))
            add_pair(d, kind, p, q, whole);
    }
}

static struct diff_rows rows_of(const struct profile *p)
{
    struct diff_rows r = {.profile = p};
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++) {
        r.rows[kind] = groups_rows(&p->groups, kind, &r.sizes[kind]);
        if (r.sizes[kind])
            qsort(r.rows[kind], r.sizes[kind], sizeof *r.rows[kind], diff_by_name);
    }
    return r;
}

/* Pairs of equal names, and names that only one profile has. */
static void add_groups(struct diff *d, unsigned kind)
{
    const struct group *x = d->groups[0].rows[kind], *y = d->groups[1].rows[kind];
    const size_t n = d->groups[0].sizes[kind], m = d->groups[1].sizes[kind];
    const struct whole whole[2] = {whole_of(d->a), whole_of(d->b)};
    for (size_t i = 0, k = 0; i < n || k < m;) {
        const int order = i == n ? 1 : k == m ? -1 : strcmp(x[i].name, y[k].name);
        const size_t i_end = order <= 0 ? end_of_name(x, n, i) : i, k_end = order >= 0 ? end_of_name(y, m, k) : k;
        add_name(d, kind, (struct span_of_name){x, i, i_end}, (struct span_of_name){y, k, k_end}, whole);
        i = i_end;
        k = k_end;
    }
}

/* -- verdicts -- */

static void find_limit(struct diff *d)
{
    size_t n = 0, at = 0;
    for (unsigned i = 0; i < TABLES; i++)
        n += d->tables[i].count;
    double *chances = tool_calloc(n + 1, sizeof *chances);
    for (unsigned i = 0; i < TABLES; i++)
        for (size_t k = 0; k < d->tables[i].count; k++)
            chances[at++] = d->tables[i].rows[k].chance;
    d->limit = intervals_limit(chances, n);
    free(chances);
}

static int has_changed(const struct diff *d, const struct diff_row *row)
{
    return row->chance <= d->limit;
}

static const char *verdict(const struct diff *d, const struct diff_row *row)
{
    return !has_changed(d, row) ? "may be chance" : row->change.value > 0 ? "more" : "less";
}

static int by_size(const void *a, const void *b)
{
    const struct diff_row *x = a, *y = b;
    const double n = fabs(x->change.value), m = fabs(y->change.value);
    return n > m ? -1 : n < m ? 1 : strcmp(x->name, y->name);
}

/* -- tables -- */

static void fact(struct report *r, const char *name, uint64_t a, uint64_t b)
{
    report_row(r, (struct report_cell[]){cell_word(name), cell_count(a), cell_count(b)});
}

#define NAMED 8 /* renamed modules in the remark */

static void diff_facts(struct report *r, const struct profile *a, const struct profile *b,
                       const struct diff_renames *renames)
{
    static const char *const names[] = {"", "before", "after"};
    char remark[NAMED * 256] = "";
    size_t n = 0;
    for (size_t i = 0; i < renames->count && i < NAMED; i++)
        n += (size_t)snprintf(remark + n, sizeof remark - n, "%s%.100s is compared with %.100s", n ? "; " : "",
                              symbols_short(renames->list[i].was), symbols_short(renames->list[i].is));
    if (renames->count > NAMED)
        snprintf(remark + n, sizeof remark - n, "; %zu more modules were also renamed", renames->count - NAMED);
    report_table(r, "profiles", "Profiles", names, 3);
    fact(r, "samples", a->stats.records, b->stats.records);
    fact(r, "summed latency, cycles", a->latencies.total.sum, b->latencies.total.sum);
    if (profile_time_unit(a) == PROFILE_NANOSECONDS && profile_time_unit(b) == PROFILE_NANOSECONDS)
        report_row(r,
                   (struct report_cell[]){cell_word("time of threads, s"), cell_number((double)profile_time(a) / 1e9),
                                          cell_number((double)profile_time(b) / 1e9)});
    report_table_end(r, *remark ? remark : NULL);
}

static const char *why_same(const void *context, const char *key)
{
    (void)context, (void)key;
    return "no row changed beyond chance";
}

static void put_table(struct report *r, const struct diff *d, struct diff_table *t, size_t most)
{
    static const char *const columns[] = {"", "before", "after", "change", "low", "high", "verdict"};
    size_t written = 0, known = 0;
    if (t->changed_only && t->count)
        qsort(t->rows, t->count, sizeof *t->rows, by_size);
    report_table(r, t->key, t->title, columns, 7);
    for (size_t i = 0; i < t->count && (!t->changed_only || written < most); i++) {
        const struct diff_row *row = &t->rows[i];
        const double scale = row->scale;
        known += row->name && strcmp(row->name, GROUPS_NO_NAME) != 0;
        if (t->changed_only && !has_changed(d, row))
            continue;
        report_row(r,
                   (struct report_cell[]){cell_name(row->name ? row->name : row->own),
                                          cell_number(scale * row->before.value), cell_number(scale * row->after.value),
                                          cell_number(scale * row->change.value), cell_number(scale * row->change.low),
                                          cell_number(scale * row->change.high), cell_word(verdict(d, row))});
        written++;
    }
    if (!written && known)
        r->view.why = why_same;
    report_table_end(r, t->changed_only
                            ? "only rows that changed beyond chance"
                            : "low to high is the 95 % confidence interval of the change; of all rows with more "
                              "or less, in all tables, at most 5 % are due to chance");
    r->view.why = why_empty;
}

/* The functions that cost most more or less, changed or not. */
static void put_costs(struct report *r, const struct diff *d, size_t most)
{
    static const char *const columns[] = {"", "change", "low", "high", "verdict", DIFF_COST_NAMES};
    static const struct counts none;
    const struct profile *const profiles[2] = {d->a, d->b};
    const struct diff_table *t = &d->tables[COSTS];
    char remark[160];
    if (t->count)
        qsort(t->rows, t->count, sizeof *t->rows, by_size);
    report_table(r, t->key, t->title, columns, DIFF_COST_COLUMNS + 5);
    for (size_t i = 0; i < t->count && i < most; i++) {
        const struct diff_row *row = &t->rows[i];
        const struct counts *const counts[2] = {row->pair[0] ? &row->pair[0]->counts : &none,
                                                row->pair[1] ? &row->pair[1]->counts : &none};
        struct report_location location =
            cells_group_location(GROUPS_FUNCTIONS, row->pair[1] ? row->pair[1] : row->pair[0]);
        for (size_t k = 0; !row->pair[1] && k < d->renames.count; k++)
            if (location.module == d->renames.list[k].is)
                location.module = d->renames.list[k].was;
        struct report_cell cells[DIFF_COST_COLUMNS + 5] = {cell_name(row->name), cell_number(row->change.value),
                                                           cell_number(row->change.low), cell_number(row->change.high),
                                                           cell_word(verdict(d, row))};
        cells[0].location = &location;
        diff_cost_cells(profiles, counts, cells + 5);
        report_row(r, cells);
    }
    snprintf(remark, sizeof remark,
             "change, low, high and verdict are of %s; intervals do not include how much one run differs from the next",
             d->scale.unit);
    report_table_end(r, remark);
}

int diff_report(const struct profile *a, const struct profile *b, FILE *out, enum report_format format, size_t most,
                const struct report_view *view)
{
    static const struct diff_table tables[TABLES] = {
        [TOTALS] = {"totals", "Estimated totals", 0, NULL, 0, 0},
        [COSTS] = {"function_costs", "Functions, largest change first", 0, NULL, 0, 0},
        [METRICS] = {"metrics", "Metrics", 0, NULL, 0, 0},
        [LATENCIES] = {"mean_latencies", "Mean latency, cycles", 0, NULL, 0, 0},
        [SOURCES] = {"source_shares", "Data sources, percent of samples that have one", 0, NULL, 0, 0},
        [PROGRAMS] = {"programs", "Programs, percent of samples", 1, NULL, 0, 0},
        [MODULES] = {"modules", "Modules, percent of samples", 1, NULL, 0, 0},
        [FUNCTIONS] = {"functions", "Functions, percent of samples", 1, NULL, 0, 0},
        [LINES] = {"source_lines", "Source lines, percent of samples", 1, NULL, 0, 0},
        [INLINED] = {"inlined_functions", "Inlined functions, percent of samples", 1, NULL, 0, 0},
        [DATA] = {"data", "Data, percent of samples", 1, NULL, 0, 0},
        [NODES] = {"nodes", "Nodes, percent of samples", 1, NULL, 0, 0},
        [TIMES] = {"modules_time", "Modules, percent of time", 1, NULL, 0, 0},
        [TIMES + 1] = {"functions_time", "Functions, percent of time", 1, NULL, 0, 0},
        [TIMES + 2] = {"source_lines_time", "Source lines, percent of time", 1, NULL, 0, 0}};
    struct diff d = {.a = a, .b = b};
    struct report r;
    _Static_assert(TIMES - PROGRAMS == GROUPS_KINDS, "a table for each group type");
    memcpy(d.tables, tables, sizeof d.tables);
    report_begin(&r, out, format, view);
    r.view.why = why_empty;
    r.view.context = b;
    most = report_most(&r, most);
    d.scale = diff_scale_of(a, b);
    add_totals(&d);
    add_metrics(&d);
    add_latencies(&d);
    add_sources(&d);
    d.groups[0] = rows_of(a);
    d.groups[1] = rows_of(b);
    diff_rename(&d.renames, &d.groups[0], &d.groups[1]);
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++)
        add_groups(&d, kind);
    find_limit(&d);
    diff_facts(&r, a, b, &d.renames);
    put_table(&r, &d, &d.tables[TOTALS], most);
    put_costs(&r, &d, most);
    for (unsigned i = METRICS; i < TABLES; i++)
        put_table(&r, &d, &d.tables[i], most);
    const int status = report_end(&r);
    for (unsigned i = 0; i < TABLES; i++)
        free(d.tables[i].rows);
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++) {
        free(d.groups[0].rows[kind]);
        free(d.groups[1].rows[kind]);
    }
    free(d.renames.list);
    return status;
}
