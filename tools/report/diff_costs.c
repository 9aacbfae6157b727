/* SPDX-License-Identifier: MIT */
/* See diff_costs.h. */
#include "diff_costs.h"

#include <math.h>
#include <string.h>

#define JITTER 74 /* standard deviation of an interval in operations, if jitter adds 0 to 255 */

static int has_period(const struct profile *p)
{
    return p->interval > 1 && !p->times[PROFILE_FILTERED];
}

/* The operations of all samples that were read. The selected samples are a share of them, which also depends on
 * chance. */
static double operations(const struct profile *p)
{
    return p->interval * (double)profile_read(p);
}

static struct interval scaled(struct interval i, double by)
{
    return (struct interval){i.value * by, i.low * by, i.high * by, i.variance * by * by, i.freedom};
}

/* If all samples are wanted, only jitter, and what ran after the last sample of each stream, is not known. */
static struct interval all_operations(const struct profile *p)
{
    uint64_t k[COUNTS_PARTS];
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        k[i] = p->parts[i].records;
    if (p->stats.records < profile_read(p))
        return scaled(interval_share(k, p->read_in), operations(p));
    const double n = (double)p->stats.records, rest = (double)p->streams / n;
    const double deviation = JITTER / p->interval / sqrt(n), way = 1.96 * deviation;
    return scaled((struct interval){1, 1 - way, 1 + way + rest, deviation * deviation + rest * rest, 0}, operations(p));
}

static struct interval events(const struct profile *p, unsigned ratio)
{
    uint64_t k[COUNTS_PARTS];
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        k[i] = p->parts[i].ratios[2 * ratio + 1];
    return scaled(interval_share(k, p->read_in), operations(p));
}

/* The summed latency of all operations. */
static struct interval cycles(const struct profile *p)
{
    struct interval i = interval_ratio(p->latency_parts[SHAPES_TOTAL].sum, p->read_in);
    if (!intervals_are_known(p->read_in))
        i = interval_independent(&p->latencies.total, profile_read(p));
    return scaled(i, operations(p));
}

unsigned diff_totals(const struct profile *p, struct diff_total *totals)
{
    static const struct {
        const char *name;
        unsigned ratio;
    } rows[] = {{"l1d misses", SPE_RATIO_L1D_MISS},
                {"page walks", SPE_RATIO_TLB_WALK},
                {"last level cache read misses", SPE_RATIO_LL_READ_MISS},
                {"mispredicted branches", SPE_RATIO_MISPREDICTED}};
    unsigned n = 0;
    if (!has_period(p) || !p->stats.records)
        return 0;
    totals[n++] = (struct diff_total){"operations", all_operations(p)};
    totals[n++] = (struct diff_total){"summed latency, cycles", cycles(p)};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        totals[n++] = (struct diff_total){rows[i].name, events(p, rows[i].ratio)};
    return n;
}

/* The time of all samples that were read, in seconds. */
static double read_time(const struct profile *p)
{
    double sum = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        sum += (double)p->read_time_in[i];
    return sum / 1e9;
}

struct diff_scale diff_scale_of(const struct profile *a, const struct profile *b)
{
    const int has_time = profile_time_unit(a) == PROFILE_NANOSECONDS && profile_time_unit(b) == PROFILE_NANOSECONDS;
    const int has_operations = has_period(a) && has_period(b);
    if (has_time)
        return (struct diff_scale){"time, s", 1, {read_time(a), read_time(b)}};
    if (has_operations)
        return (struct diff_scale){"operations", 0, {operations(a), operations(b)}};
    return (struct diff_scale){"samples", 0, {(double)profile_read(a), (double)profile_read(b)}};
}

struct interval diff_cost(const struct diff_scale *scale, unsigned which, const struct counts_parts *parts,
                          const struct profile *p)
{
    return scaled(scale->is_time ? interval_ratio(parts->time_in, p->read_time_in)
                                 : interval_share(parts->samples_in, p->read_in),
                  scale->whole[which]);
}

static struct report_cell estimate(const struct profile *p, uint64_t n)
{
    return has_period(p) ? cell_number(p->interval * (double)n) : cell_none();
}

void diff_cost_cells(const struct profile *const profiles[2], const struct counts *const counts[2],
                     struct report_cell *cells)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct profile *p = profiles[i];
        const struct counts *c = counts[i];
        cells[i] = profile_time_unit(p) == PROFILE_NANOSECONDS ? cell_number((double)c->time / 1e9) : cell_none();
        cells[2 + i] = estimate(p, c->samples);
        cells[4 + i] = estimate(p, c->cycles);
        cells[6 + i] = estimate(p, c->in[COUNTS_L1D_REFILL]);
        cells[8 + i] = estimate(p, c->in[COUNTS_MISPREDICTED]);
    }
}
