/* SPDX-License-Identifier: MIT */
/* Metrics for six counters: which events to count together. Greedy: a run begins with a metric of many events, among
 * those with one that few others share events with, and goes on with whatever adds the fewest. */
#include "metrics_table.h"

#define CYCLES 0x0011 /* what the cycle counter counts */
#define MOST_CODES 64 /* different events of all metrics; the tables have 37, and the cycles */

/* Each metric's events, as bits: bit i stands for codes[i]. */
struct needs {
    uint64_t events[SPE_METRICS];
    uint16_t codes[MOST_CODES];
    unsigned n_codes;
};

static unsigned bits(uint64_t set)
{
    unsigned n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static int has(uint64_t set, unsigned member)
{
    return (int)(set >> member & 1);
}

/* The bit of an event's code, which is given one if it has none. */
static uint64_t bit_of(struct needs *needs, uint16_t code)
{
    unsigned i = 0;
    while (i < needs->n_codes && needs->codes[i] != code)
        i++;
    if (i == needs->n_codes)
        needs->codes[needs->n_codes++] = code;
    return UINT64_C(1) << i;
}

static void read_needs(struct needs *needs, uint64_t metrics)
{
    *needs = (struct needs){.n_codes = 0};
    for (unsigned metric = 0; metric < SPE_METRICS; metric++) {
        for (unsigned n = 0; has(metrics, metric) && spe_metric_event(metric, n) >= 0; n++) {
            const int code = spe_metric_event_code((unsigned)spe_metric_event(metric, n));
            if (code != CYCLES)
                needs->events[metric] |= bit_of(needs, (uint16_t)code);
        }
    }
}

/* How many metrics of a set share an event with this one. */
static unsigned friends(const struct needs *needs, uint64_t metrics, unsigned metric)
{
    unsigned n = 0;
    for (unsigned i = 0; i < SPE_METRICS; i++)
        n += has(metrics, i) && needs->events[i] & needs->events[metric];
    return n;
}

/* The metric of the set that is best counted together with these events; SPE_E_SPACE: none has room. */
static int choose(const struct needs *needs, uint64_t metrics, uint64_t counted)
{
    int best = SPE_E_SPACE;
    unsigned best_cost = 0;
    for (unsigned metric = 0; metric < SPE_METRICS; metric++) {
        const unsigned added = bits(needs->events[metric] & ~counted);
        if (!has(metrics, metric) || bits(counted) + added > SPE_METRIC_COUNTERS)
            continue;
        const unsigned cost =
            (counted ? added : SPE_METRIC_COUNTERS - added) * SPE_METRICS + friends(needs, metrics, metric);
        if (best < 0 || cost < best_cost) {
            best = (int)metric;
            best_cost = cost;
        }
    }
    return best;
}

/* Writes the codes of a set of events, in ascending order. */
static void write_codes(struct spe_metric_run *run, const struct needs *needs, uint64_t counted)
{
    for (unsigned i = 0; i < needs->n_codes; i++) {
        if (!has(counted, i))
            continue;
        unsigned at = run->n_codes++;
        for (; at && run->codes[at - 1] > needs->codes[i]; at--)
            run->codes[at] = run->codes[at - 1];
        run->codes[at] = needs->codes[i];
    }
}

/* Whether a metric is made of cycles, too. */
static int has_cycles(unsigned metric)
{
    return has(spe_metric_event_metrics((unsigned)spe_metric_event_find_code(CYCLES)), metric);
}

int spe_metric_run_next(struct spe_metric_run *run, uint64_t *metrics)
{
    struct needs needs;
    uint64_t counted = 0;
    if (!run || !metrics || *metrics >> SPE_METRICS)
        return SPE_E_ARG;
    *run = (struct spe_metric_run){0};
    read_needs(&needs, *metrics);
    for (int metric; (metric = choose(&needs, *metrics, counted)) >= 0;) {
        counted |= needs.events[metric];
        run->metrics |= UINT64_C(1) << metric;
        run->cycles |= (uint8_t)has_cycles((unsigned)metric);
        *metrics &= ~(UINT64_C(1) << metric);
    }
    write_codes(run, &needs, counted);
    return run->metrics != 0;
}
