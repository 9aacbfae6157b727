/* SPDX-License-Identifier: MIT */
/*
 * Which metrics a core's event counters can count together. The choice is greedy. A run begins with the metric that has
 * the most events; among equals, with the one that shares events with the fewest others. Then it takes the metric that
 * adds the fewest events. A run counts the events that the formulas of its metrics name, so only the caller's numbers
 * are kept, however many metrics there are.
 */
#include "description.h"

#define CYCLES 0x0011  /* the event of the cycle counter */
#define WAITING 0xffff /* the run of a metric without a run: above the number of any run */

struct plan {
    const struct spe_telemetry *telemetry;
    uint16_t *runs;
    unsigned counters;
    int cycles; /* the event that needs no event counter; negative if the description has none */
};

static const char *formula_of(const struct plan *plan, unsigned metric)
{
    return plan->telemetry->metrics[metric]->formula;
}

/* Finds the next event that needs an event counter, each event of a formula once. Returns what follows it, or NULL. */
static const char *next_event(const struct plan *plan, const char *formula, const char *at, struct formula_word *word)
{
    while ((at = spe_formula_take(at, word)) != NULL) {
        const int is_cycles = plan->cycles >= 0 && spe_formula_is(word, plan->telemetry->events[plan->cycles]->name);
        if (word->kind == 'e' && !is_cycles && !spe_formula_has(formula, word->text, word))
            return at;
    }
    return NULL;
}

/* Whether a run counts the event. */
static int counts(const struct plan *plan, unsigned run, const struct formula_word *word)
{
    for (unsigned i = 0; i < plan->telemetry->n_metrics; i++)
        if (plan->runs[i] == run && spe_formula_has(formula_of(plan, i), NULL, word))
            return 1;
    return 0;
}

/* How many event counters a metric needs in addition to those of a run. Run 0 counts nothing, so for it the result is
 * all of the metric's counters. */
static unsigned added(const struct plan *plan, unsigned run, unsigned metric)
{
    const char *const formula = formula_of(plan, metric);
    struct formula_word word;
    unsigned n = 0;
    for (const char *at = formula; (at = next_event(plan, formula, at, &word)) != NULL;)
        n += !run || !counts(plan, run, &word);
    return n;
}

/* Whether a metric shares an event with another one. */
static int shares(const struct plan *plan, unsigned metric, unsigned other)
{
    const char *const formula = formula_of(plan, metric);
    struct formula_word word;
    for (const char *at = formula; (at = next_event(plan, formula, at, &word)) != NULL;)
        if (spe_formula_has(formula_of(plan, other), NULL, &word))
            return 1;
    return 0;
}

/* How many metrics without a run share an event with this one. */
static unsigned friends(const struct plan *plan, unsigned metric)
{
    unsigned n = 0;
    for (unsigned i = 0; i < plan->telemetry->n_metrics; i++)
        n += plan->runs[i] == WAITING && shares(plan, metric, i);
    return n;
}

/* Chooses the metric that is best added to a run which uses `used` counters, and what it adds. SPE_E_SPACE if none has
 * room. */
static int choose(const struct plan *plan, unsigned run, unsigned used, unsigned *adds)
{
    int best = SPE_E_SPACE;
    unsigned best_cost = 0, best_friends = 0;
    for (unsigned metric = 0; metric < plan->telemetry->n_metrics; metric++) {
        const unsigned more = plan->runs[metric] == WAITING ? added(plan, run, metric) : 0;
        const unsigned cost = used ? more : plan->counters - more;
        if (plan->runs[metric] != WAITING || used + more > plan->counters || (best >= 0 && cost > best_cost))
            continue;
        const unsigned n = friends(plan, metric);
        if (best < 0 || cost < best_cost || n < best_friends) {
            best = (int)metric;
            best_cost = cost;
            best_friends = n;
            *adds = more;
        }
    }
    return best;
}

/* Whether each wanted metric fits the counters alone. */
static int fits(const struct plan *plan)
{
    for (unsigned i = 0; i < plan->telemetry->n_metrics; i++)
        if (plan->runs[i] && added(plan, 0, i) > plan->counters)
            return 0;
    return 1;
}

int spe_metric_runs(const struct spe_telemetry *telemetry, unsigned counters, uint16_t *runs)
{
    if (!telemetry || !runs || telemetry->n_metrics >= WAITING || !(counters || telemetry->counters))
        return SPE_E_ARG;
    const struct plan plan = {telemetry, runs, counters ? counters : telemetry->counters,
                              spe_pmu_event_find_code(telemetry, CYCLES)};
    if (!fits(&plan))
        return SPE_E_SPACE;
    unsigned waiting = 0, run = 0;
    for (unsigned i = 0; i < telemetry->n_metrics; i++) {
        waiting += runs[i] != 0;
        runs[i] = runs[i] ? WAITING : 0;
    }
    while (waiting) {
        unsigned used = 0, adds = 0;
        run++;
        for (int metric; (metric = choose(&plan, run, used, &adds)) >= 0; waiting--) {
            runs[metric] = (uint16_t)run;
            used += adds;
        }
    }
    return (int)run;
}
