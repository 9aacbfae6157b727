/* SPDX-License-Identifier: MIT */
/* Runs of event counters. For Neoverse V1: every pair of groups, random sets and all metrics, with every
 * number of counters. Also an invented core, and the core with the most metrics. Each run is compared with
 * the formulas, which the test reads itself. */
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <string.h>

#include "invented_core.h"
#include "metrics_formula.h"
#include "random.h"
#include "tap.h"

#define MOST 512 /* the most metrics, and events, of a core here */

static const struct spe_telemetry *core;
static unsigned wrong;

static void fail(const char *what, unsigned n)
{
    if (wrong++ < 10)
        diag("%s: %u", what, n);
}

/* The number of event counters that the metrics of a run need, by the words of their formulas. */
static unsigned needs(const uint16_t *runs, unsigned run)
{
    unsigned char is_needed[MOST] = {0};
    char names[FORMULA_EVENTS][32];
    unsigned n = 0;
    for (unsigned i = 0; i < core->n_metrics; i++)
        for (unsigned k = runs[i] == run ? formula_events(core->metrics[i]->formula, names) : 0; k--;)
            for (unsigned event = 0; event < core->n_events; event++)
                is_needed[event] |= strcmp(core->events[event]->name, names[k]) == 0;
    for (unsigned i = 0; i < core->n_events; i++)
        n += is_needed[i] && core->events[i]->code != 0x11;
    return n;
}

/* Checks the runs of a set. Returns their number. */
static int check_set(unsigned counters, const uint16_t *wanted)
{
    const unsigned most = counters ? counters : core->counters;
    uint16_t runs[MOST], all[MOST];
    unsigned char used[MOST + 1] = {0};
    unsigned metrics = 0;
    for (unsigned i = 0; i < core->n_metrics; i++) {
        runs[i] = wanted[i];
        all[i] = wanted[i] != 0;
        metrics += all[i];
    }
    runs[core->n_metrics] = 0x5a5a;
    const int n = spe_metric_runs(core, counters, runs);
    for (unsigned i = 0; i < core->n_metrics; i++) {
        if (!runs[i] != !wanted[i] || (int)runs[i] > n)
            fail("a metric is in no run, or was not wanted", i);
        used[runs[i] <= MOST ? runs[i] : 0] = 1;
    }
    for (int run = 1; run <= n; run++)
        if (!used[run] || needs(runs, (unsigned)run) > most)
            fail("the run is empty, or needs too many counters", (unsigned)run);
    if (runs[core->n_metrics] != 0x5a5a)
        fail("more is written than there are metrics", 0);
    if (metrics && needs(all, 1) <= most && n != 1)
        fail("they fit one run", (unsigned)n);
    return n;
}

/* Chooses the metrics of a group in addition. */
static void add_group(uint16_t *wanted, const char *name)
{
    for (unsigned i = 0; i < core->n_metrics; i++)
        if (spe_telemetry_lists(core->metrics[i]->groups, name))
            wanted[i] = 1;
}

static void test_groups(void)
{
    uint16_t all[MOST] = {0};
    for (unsigned i = 0; i < core->n_groups; i++) {
        const char *name = core->groups[i]->name;
        const int want = !strcmp(name, "Miss_Ratio")                               ? 3
                         : !strcmp(name, "MPKI") || !strcmp(name, "Operation_Mix") ? 2
                                                                                   : 1;
        uint16_t wanted[MOST] = {0};
        add_group(wanted, name);
        add_group(all, name);
        is(check_set(0, wanted), want, name);
    }
    is(wrong, 0, "groups");
    is(check_set(0, all), 8, "all metrics: 8 runs");
    is(check_set(6, all), 8, "... of six counters, which the core has");
    is(check_set(31, all), 2, "... 2 of 31 counters");
    is(check_set(40, all), 1, "... 1 of 40");
    is(wrong, 0, "all metrics");
}

static void test_random_sets(void)
{
    int runs = 0;
    for (unsigned i = 0; i < core->n_groups; i++) {
        for (unsigned other = 0; other < i; other++) {
            uint16_t wanted[MOST] = {0};
            add_group(wanted, core->groups[i]->name);
            add_group(wanted, core->groups[other]->name);
            check_set(0, wanted);
        }
    }
    for (unsigned i = 0; i < 1000; i++) {
        uint16_t wanted[MOST] = {0};
        uint64_t set = random_u64();
        for (unsigned metric = 0; metric < core->n_metrics; metric++, set >>= 1)
            wanted[metric] = (uint16_t)(set & 1 ? 0xffff : 0);
        runs += check_set(0, wanted);
        check_set(6 + i % 8, wanted);
    }
    is(wrong, 0, "pairs of groups, random sets, more counters");
    ok(runs <= 4850 * core->n_metrics / 36, "few runs: 4.8 for half of 36 metrics");
}

static void test_by_hand(void)
{
    uint16_t runs[MOST] = {0};
    add_group(runs, "Topdown_L1");
    is(spe_metric_runs(core, 0, runs), 1, "level 1 of the top-down method: six counters, and that of cycles");
    is(check_set(5, runs), 2, "... or twice as many runs of five");
    is(spe_metric_runs(core, 3, runs), SPE_E_SPACE, "... but of three: bad_speculation alone takes four");
}

/* -- a failed call changes nothing -- */

static void test_failures(void)
{
    struct spe_telemetry nothing = invented_core;
    uint16_t runs[MOST], untouched[MOST];
    memset(runs, 0x5a, sizeof runs);
    memcpy(untouched, runs, sizeof runs);
    is(spe_metric_runs(NULL, 6, runs), SPE_E_ARG, "no description");
    is(spe_metric_runs(core, 6, NULL), SPE_E_ARG, "no metrics");
    nothing.counters = 0;
    is(spe_metric_runs(&nothing, 0, runs), SPE_E_ARG, "no number of counters");
    nothing.n_metrics = 0xffff;
    is(spe_metric_runs(&nothing, 6, runs), SPE_E_ARG, "more metrics than numbers of runs");
    is(spe_metric_runs(core, 3, runs), SPE_E_SPACE, "a metric of four events, three counters");
    ok(!memcmp(runs, untouched, sizeof runs), "... and the numbers are unchanged");
    memset(runs, 0, sizeof runs);
    is(spe_metric_runs(core, 0, runs), 0, "no metrics, no runs");
}

/* -- other cores -- */

static void test_invented(void)
{
    const uint16_t all[MOST] = {1, 1, 1, 1, 1}, two[MOST] = {1, 0, 0, 0, 1};
    uint16_t runs[MOST] = {1, 0, 1, 1, 9};
    core = &invented_core;
    is(check_set(0, all), 1, "an invented core: three events");
    is(check_set(3, all), 1, "... on three counters");
    is(check_set(2, two), 1, "two metrics, two events");
    is(spe_metric_runs(core, 2, runs), 1, "cycles and numbers take no counter");
    ok(runs[0] == 1 && runs[1] == 0 && runs[2] == 1 && runs[3] == 1 && runs[4] == 1, "... all in the first run");
    runs[1] = 1;
    is(spe_metric_runs(core, 2, runs), SPE_E_SPACE, "three events, two counters");
    is(wrong, 0, "an invented core");
    core = spe_telemetry_architected();
    runs[0] = 1;
    is(spe_metric_runs(core, 0, runs), SPE_E_ARG, "any core: the number of counters is not known");
    is(check_set(4, all), 2, "... of four it takes two runs");
}

int main(void)
{
    core = spe_telemetry_find(0x410fd400);
    test_groups();
    test_random_sets();
    test_by_hand();
    test_failures();
    test_invented();
    core = spe_telemetry_find(0x410fd840);
    test_random_sets();
    return tap_done();
}
