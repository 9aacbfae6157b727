/* SPDX-License-Identifier: MIT */
/* Runs of six counters: every subset of three groups, every pair of groups, random sets and all metrics; each run is
 * held against the formulas as the test itself reads them. */
#include <libspe/spe.h>
#include <string.h>

#include "metrics_formula.h"
#include "random.h"
#include "tap.h"

#define ALL ((UINT64_C(1) << SPE_METRICS) - 1)
#define CYCLES 0x11

static unsigned wrong;

static void fail(const char *what, uint64_t metrics)
{
    if (wrong++ < 10)
        diag("%s: metrics 0x%llx", what, (unsigned long long)metrics);
}

/* The codes of a set of metrics but the cycles, ascending: codes[], and their number. *cycles: whether they
 * are there. */
static unsigned codes_of(uint64_t metrics, uint16_t codes[SPE_METRIC_EVENTS], int *cycles)
{
    unsigned char is_needed[SPE_METRIC_EVENTS] = {0};
    char names[FORMULA_EVENTS][32];
    unsigned n = 0;
    *cycles = 0;
    for (unsigned metric = 0; metric < SPE_METRICS; metric++)
        for (unsigned i = metrics >> metric & 1 ? formula_events(spe_metric_formula(metric), names) : 0; i--;)
            is_needed[spe_metric_event_find(names[i])] = 1;
    for (unsigned i = 0; i < SPE_METRIC_EVENTS; i++) {
        const int code = spe_metric_event_code(i);
        if (is_needed[i] && code == CYCLES)
            *cycles = 1;
        else if (is_needed[i])
            codes[n++] = (uint16_t)code;
    }
    return n;
}

static void check_run(const struct spe_metric_run *run)
{
    uint16_t codes[SPE_METRIC_EVENTS] = {0};
    int cycles;
    const unsigned n = codes_of(run->metrics, codes, &cycles);
    if (n > 6 || run->n_codes != n || memcmp(codes, run->codes, sizeof run->codes) != 0 || run->cycles != cycles)
        fail("the run has not its metrics' events", run->metrics);
    if (run->reserved[0] || run->reserved[1])
        fail("reserved", run->metrics);
}

/* Checks the runs of a set. Returns how many there are. */
static unsigned check_set(uint64_t metrics)
{
    struct spe_metric_run run;
    uint16_t codes[SPE_METRIC_EVENTS];
    uint64_t left = metrics, done = 0;
    unsigned n = 0;
    int status, cycles;
    while ((status = spe_metric_run_next(&run, &left)) == 1 && n <= SPE_METRICS) {
        check_run(&run);
        if (!run.metrics || run.metrics & done || run.metrics & left || (run.metrics & ~metrics))
            fail("a metric is in no run, or in two", metrics);
        done |= run.metrics;
        n++;
    }
    if (status != 0 || left || done != metrics || run.metrics || run.n_codes || run.cycles)
        fail("the end", metrics);
    if (metrics && codes_of(metrics, codes, &cycles) <= 6 && n != 1)
        fail("they fit one run", metrics);
    return n;
}

static uint64_t group(const char *name)
{
    return spe_metric_group_metrics((unsigned)spe_metric_group_find(name));
}

static void test_groups(void)
{
    for (unsigned i = 0; i < SPE_METRIC_GROUPS; i++) {
        const char *name = spe_metric_group_name(i);
        const unsigned want = !strcmp(name, "Miss_Ratio")                               ? 3
                              : !strcmp(name, "MPKI") || !strcmp(name, "Operation_Mix") ? 2
                                                                                        : 1;
        is(check_set(spe_metric_group_metrics(i)), want, name);
    }
    is(wrong, 0, "groups");
    is(check_set(ALL), 8, "all metrics: 8 runs");
    is(wrong, 0, "all metrics");
}

static void test_subsets(void)
{
    static const char *const names[] = {"MPKI", "Miss_Ratio", "Operation_Mix"};
    unsigned sets = 0;
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t all = group(names[i]);
        for (uint64_t set = all; set; set = (set - 1) & all, sets++)
            check_set(set);
    }
    is(sets, 1023 + 1023 + 255, "every subset of three groups");
    is(wrong, 0, "each metric whole in one run, no run of more than six");
    for (unsigned i = 0; i < SPE_METRIC_GROUPS; i++)
        for (unsigned other = 0; other < i; other++)
            check_set(spe_metric_group_metrics(i) | spe_metric_group_metrics(other));
    unsigned runs = 0;
    for (unsigned i = 0; i < 1000; i++)
        runs += check_set(random_u64() & ALL);
    is(wrong, 0, "pairs of groups, random sets");
    ok(runs <= 4850, "few runs: 4.8 for half of the metrics");
}

static void test_by_hand(void)
{
    static const uint16_t level_1[] = {0x10, 0x3a, 0x3b, 0x3d, 0x3e, 0x3f};
    struct spe_metric_run run, untouched;
    uint64_t left = group("Topdown_L1");
    is(spe_metric_run_next(&run, &left), 1, "level 1 of the top-down method");
    ok(run.n_codes == 6 && !memcmp(run.codes, level_1, sizeof level_1) && run.cycles && left == 0,
       "takes all six counters, and that of cycles");
    left = group("Branch_Effectiveness");
    spe_metric_run_next(&run, &left);
    ok(run.n_codes == 3 && run.codes[0] == 0x08 && run.codes[2] == 0x22 && run.codes[3] == 0 && !run.cycles,
       "branches: three counters, no cycles");
    memset(&run, 0x5a, sizeof run);
    untouched = run;
    left = ALL + 1;
    is(spe_metric_run_next(&run, &left), SPE_E_ARG, "no such metric");
    ok(left == ALL + 1 && !memcmp(&run, &untouched, sizeof run), "... leaves both as they are");
    left = 1;
    ok(spe_metric_run_next(NULL, &left) == SPE_E_ARG && left == 1 && spe_metric_run_next(&run, NULL) == SPE_E_ARG,
       "NULL");
    ok(!memcmp(&run, &untouched, sizeof run), "... likewise");
    is(check_set(0), 0, "no metrics, no runs");
}

int main(void)
{
    test_groups();
    test_subsets();
    test_by_hand();
    return tap_done();
}
