/* SPDX-License-Identifier: MIT */
/*
 * See stat_diff.h. Differences of shares have intervals made of the two shares' own (Newcombe's, of Wilson's score
 * intervals, as metrics have them); those of means, of the variance. What an interval has zero in may be chance.
 */
#define _POSIX_C_SOURCE 200809L
#include "stat_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stat_report.h"

#define Z_METRIC 1.96 /* of 100 differences that are none, 5 seem to be one */
#define Z_ROW 3.29    /* of 1000 rows of functions and the like, 1 */

struct share {
    double value, low, high;
};

/* k of n, with Wilson's score interval. */
static struct share share_of(uint64_t k, uint64_t n, double z)
{
    if (!n)
        return (struct share){0, 0, 1};
    const double p = (double)k / (double)n, square = z * z / (double)n;
    const double middle = p + square / 2, way = z * sqrt(p * (1 - p) / (double)n + square / (4 * (double)n));
    return (struct share){p, (middle - way) / (1 + square), (middle + way) / (1 + square)};
}

/* b less a. */
static struct share change(const struct share *a, const struct share *b)
{
    const double value = b->value - a->value;
    return (struct share){value, value - sqrt(pow(b->value - b->low, 2) + pow(a->high - a->value, 2)),
                          value + sqrt(pow(b->high - b->value, 2) + pow(a->value - a->low, 2))};
}

static const char *verdict(const struct share *c)
{
    return c->low > 0 ? "more" : c->high < 0 ? "less" : "not told from chance";
}

static const char *const columns[] = {"", "before", "after", "change", "low", "high", "verdict"};
#define COLUMNS 7

static void row(struct report *r, const char *name, const struct share *a, const struct share *b, double unit)
{
    const struct share c = change(a, b);
    report_row(r, (struct report_cell[COLUMNS]){cell_word(name), cell_number(unit * a->value),
                                                cell_number(unit * b->value), cell_number(unit * c.value),
                                                cell_number(unit * c.low), cell_number(unit * c.high),
                                                cell_word(verdict(&c))});
}

/* -- tables -- */

static void fact(struct report *r, const char *name, uint64_t a, uint64_t b)
{
    report_row(r, (struct report_cell[]){cell_word(name), cell_count(a), cell_count(b)});
}

static void diff_facts(struct report *r, const struct profile *a, const struct profile *b)
{
    static const char *const names[] = {"", "before", "after"};
    report_table(r, "profiles", "Profiles", names, 3);
    fact(r, "samples", a->stats.records, b->stats.records);
    fact(r, "cycles", a->summary.latencies.total.sum, b->summary.latencies.total.sum);
    report_table_end(r, NULL);
}

static void diff_estimates(struct report *r, const struct profile *a, const struct profile *b)
{
    struct spe_estimate x, y;
    report_table(r, "metrics", "Metrics", columns, COLUMNS);
    for (unsigned i = 0; spe_summary_estimate(&a->summary, i, &x) == SPE_OK; i++) {
        spe_summary_estimate(&b->summary, i, &y);
        const struct share before = {x.value, x.low, x.high}, after = {y.value, y.low, y.high};
        if (x.n && y.n)
            row(r, spe_estimate_name(i), &before, &after, 1);
    }
    report_table_end(r, "low to high holds the true change 95 times of 100, if samples are random");
}

/* The mean and its 95 % interval. */
static struct share mean_of(const struct spe_histogram *h)
{
    const double mean = spe_histogram_mean(h), n = (double)h->count;
    double squares = 0;
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++) {
        const double middle = 0.5 * (spe_histogram_low(b) + spe_histogram_high(b));
        squares += (double)h->buckets[b] * (middle - mean) * (middle - mean);
    }
    const double way = h->count > 1 ? Z_METRIC * sqrt(squares / (n - 1) / n) : mean;
    return (struct share){mean, mean - way, mean + way};
}

static void diff_latency(struct report *r, const char *name, const struct spe_histogram *a,
                         const struct spe_histogram *b)
{
    const struct share before = mean_of(a), after = mean_of(b);
    if (a->count > 1 && b->count > 1)
        row(r, name, &before, &after, 1);
}

static void diff_latencies(struct report *r, const struct profile *a, const struct profile *b)
{
    char name[STAT_NAME_MAX];
    report_table(r, "mean_latencies", "Mean latency, cycles", columns, COLUMNS);
    diff_latency(r, "total", &a->summary.latencies.total, &b->summary.latencies.total);
    diff_latency(r, "issue", &a->summary.latencies.issue, &b->summary.latencies.issue);
    diff_latency(r, "translation", &a->summary.latencies.translation, &b->summary.latencies.translation);
    for (unsigned i = 0; i < SPE_STATS_SOURCES; i++) {
        stat_source_name(a, i, name);
        diff_latency(r, name, &a->stats.latencies[i].total, &b->stats.latencies[i].total);
    }
    report_table_end(r, "likewise");
}

static void diff_sources(struct report *r, const struct profile *a, const struct profile *b)
{
    char name[STAT_NAME_MAX];
    const uint64_t n = a->stats.records - a->stats.sources[SPE_STATS_NO_SOURCE],
                   m = b->stats.records - b->stats.sources[SPE_STATS_NO_SOURCE];
    report_table(r, "source_shares", "Data sources, percent of samples that have one", columns, COLUMNS);
    for (unsigned i = 0; n && m && i < SPE_STATS_SOURCES; i++) {
        const struct share before = share_of(a->stats.sources[i], n, Z_METRIC),
                           after = share_of(b->stats.sources[i], m, Z_METRIC);
        stat_source_name(a, i, name);
        if (a->stats.sources[i] || b->stats.sources[i])
            row(r, name, &before, &after, 100);
    }
    report_table_end(r, "likewise");
}

/* -- functions and the like -- */

/* A name that is in one profile or in both. */
struct pair {
    const struct group *name;
    struct share before, after;
    double size; /* of the change */
};

static int by_name(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->where, y->where);
}

static int by_size(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->size > y->size ? -1 : x->size < y->size ? 1 : by_name(x->name, y->name);
}

/* All pairs of rows that are sorted by name. Returns their number. */
static size_t pair_up(const struct group *a, size_t n, const struct group *b, size_t m, const uint64_t samples[2],
                      struct pair *pairs)
{
    size_t count = 0;
    for (size_t i = 0, k = 0; i < n || k < m;) {
        const int order = i == n ? 1 : k == m ? -1 : by_name(&a[i], &b[k]);
        struct pair *p = &pairs[count];
        p->name = order <= 0 ? &a[i] : &b[k];
        p->before = share_of(order <= 0 ? a[i].counts.samples : 0, samples[0], Z_ROW);
        p->after = share_of(order >= 0 ? b[k].counts.samples : 0, samples[1], Z_ROW);
        i += order <= 0;
        k += order >= 0;
        const struct share c = change(&p->before, &p->after);
        p->size = fabs(c.value);
        count += c.low > 0 || c.high < 0;
    }
    return count;
}

static void diff_groups(struct report *r, const struct profile *a, const struct profile *b, unsigned kind,
                        const char *title, size_t most)
{
    size_t n, m, count = 0;
    const uint64_t samples[2] = {a->stats.records, b->stats.records};
    struct group *x = groups_rows(&a->groups, kind, &n), *y = groups_rows(&b->groups, kind, &m);
    struct pair *pairs = calloc(n + m + 1, sizeof *pairs);
    if (n)
        qsort(x, n, sizeof *x, by_name);
    if (m)
        qsort(y, m, sizeof *y, by_name);
    if (pairs) {
        count = pair_up(x, n, y, m, samples, pairs);
        qsort(pairs, count, sizeof *pairs, by_size);
    }
    report_table(r, groups_kind(kind), title, columns, COLUMNS);
    for (size_t i = 0; pairs && i < count && i < most; i++)
        row(r, pairs[i].name->name, &pairs[i].before, &pairs[i].after, 100);
    report_table_end(r, "those that changed beyond chance: low to high holds the true change 999 times of 1000");
    free(pairs);
    free(x);
    free(y);
}

void stat_diff(const struct profile *a, const struct profile *b, FILE *out, enum report_format format, size_t most)
{
    struct report r;
    report_begin(&r, out, format);
    r.groups_digits = isatty(fileno(out)) == 1;
    diff_facts(&r, a, b);
    diff_estimates(&r, a, b);
    diff_latencies(&r, a, b);
    diff_sources(&r, a, b);
    diff_groups(&r, a, b, GROUPS_PROGRAMS, "Programs, percent of samples", most);
    diff_groups(&r, a, b, GROUPS_FUNCTIONS, "Functions, percent of samples", most);
    diff_groups(&r, a, b, GROUPS_LINES, "Source lines, percent of samples", most);
    diff_groups(&r, a, b, GROUPS_DATA, "Data, percent of samples", most);
    report_end(&r);
}
