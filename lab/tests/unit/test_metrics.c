/* SPDX-License-Identifier: MIT */
/* Values of metrics: the formulas of an invented core are compared with C expressions; some by hand; also invalid
 * ones. tools/tests/test_metrics.sh evaluates those of all cores. */
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <string.h>

#include "invented_core.h"
#include "random.h"
#include "tap.h"

#define MOST_EVENTS 256

static const struct spe_telemetry *core; /* whose metrics are tested */
static struct spe_event_count counts[MOST_EVENTS];

static int is_near(double got, double want)
{
    const double difference = got > want ? got - want : want - got, size = want < 0 ? -want : want;
    return difference <= 1e-12 * (size + 1e-300);
}

/* The count of an event by name. */
static double c(const char *name)
{
    for (unsigned i = 0; i < core->n_events; i++)
        if (!strcmp(core->events[i]->name, name))
            return (double)counts[i].count;
    diag("no event %s", name);
    return -1;
}

static int bad, checked;

static void check(const char *name, double want)
{
    double got = -1;
    const int metric = spe_metric_find(core, name);
    const int status =
        metric < 0 ? metric : spe_metric_value(core, (unsigned)metric, counts, core->n_events, &got, NULL);
    checked++;
    if (status != SPE_OK || !is_near(got, want))
        bad++, diag("%s: %g, want %g", name, got, want);
}

static void check_invented(void)
{
    check("plain", c("APPLES") / c("PEARS"));
    check("long", 2 * (c("APPLES") + 3 * (c("PEARS") - c("PLUMS_2") / 4)) - 1 - c("CPU_CYCLES") / 2 / 5);
    check("constant", 126);
    check("cycles", c("CPU_CYCLES"));
    check("deep", c("APPLES"));
}

static void test_formulas(const struct spe_telemetry *telemetry, void (*check_all)(void), int metrics)
{
    core = telemetry;
    bad = checked = 0;
    for (unsigned set = 0; set < 20; set++) {
        for (unsigned i = 0; i < core->n_events; i++) {
            counts[i].code = core->events[i]->code;
            counts[i].count = set == 0 ? 1000 + 7 * i : 1 + (random_u64() >> 24);
        }
        check_all();
    }
    is(bad, 0, telemetry->name);
    is(checked, 20 * metrics, "all its metrics, 20 sets of counts");
}

/* Returns the value of the core's metric with that name, or the status. */
static double value_of(const char *metric, const struct spe_event_count *some, size_t n)
{
    double value = 0;
    const int status = spe_metric_value(core, (unsigned)spe_metric_find(core, metric), some, n, &value, NULL);
    return status < 0 ? status : value;
}

static void test_by_hand(void)
{
    /* 3 million instructions in 2 million cycles, 20,000 of 400,000 branches mispredicted */
    static const struct spe_event_count few[] = {
        {2000000, 0x11, {0}}, {3000000, 0x08, {0}}, {20000, 0x22, {0}}, {400000, 0x21, {0}}};
    core = spe_telemetry_find(0x411fd401);
    ok(is_near(value_of("ipc", few, 4), 1.5), "ipc 1.5");
    ok(is_near(value_of("branch_misprediction_ratio", few, 4), 0.05), "branch_misprediction_ratio 0.05");
    ok(is_near(value_of("branch_mpki", few, 4), 20.0 / 3), "branch_mpki 6.67");
    core = spe_telemetry_architected();
    static const struct spe_event_count sampling[] = {
        {1000000, 0x4000, {0}}, {1000, 0x4001, {0}}, {800, 0x4002, {0}}, {50, 0x4003, {0}}, {900000, 0x08, {0}}};
    ok(is_near(value_of("collision_rate", sampling, 5), 50.0 / 1050) &&
           is_near(value_of("filter_rate", sampling, 5), 0.2) &&
           is_near(value_of("sample_weight", sampling, 5), 1000) &&
           is_near(value_of("operations_per_instruction", sampling, 5), 1.0 / 0.9),
       "any core: collisions, filter, weight, operations");
    static const struct spe_event_count largest[] = {{UINT64_MAX, 0x4001, {0}}, {2, 0x4003, {0}}};
    ok(value_of("collision_rate", largest, 2) > 0 && value_of("collision_rate", largest, 2) < 1e-18,
       "counts whose sum is too large for 64 bits");
    static const struct spe_event_count clock[] = {
        {2600000, 0x11, {0}}, {100000, 0x4004, {0}}, {3900000, 0x08, {0}}, {650000, 0x4005, {0}}};
    ok(is_near(value_of("cycles_per_tick", clock, 4) * 1e8, 2.6e9) &&
           is_near(value_of("instructions_per_cycle", clock, 4), 1.5) &&
           is_near(value_of("memory_stalled_cycles", clock, 4), 25),
       "2.6 GHz of a counter of 100 MHz, 1.5 instructions a cycle, a quarter of them stalled");
}

static void test_failures(void)
{
    const struct spe_telemetry *const v1 = spe_telemetry_find(0x410fd400);
    const struct spe_event_count cycles = {0, 0x11, {0}}, both[] = {{5, 0x08, {0}}, {0, 0x11, {0}}};
    const unsigned ipc = (unsigned)spe_metric_find(v1, "ipc");
    unsigned missing = 0;
    double value = 42;
    is(spe_metric_value(v1, ipc, &cycles, 1, &value, &missing), SPE_E_ABSENT, "an event is missing");
    is(missing, 0x08, "INST_RETIRED");
    is(spe_metric_value(v1, ipc, both, 1, &value, &missing), SPE_E_ABSENT, "another one is");
    is(missing, 0x11, "CPU_CYCLES");
    is(spe_metric_value(v1, ipc, NULL, 0, &value, NULL), SPE_E_ABSENT, "all are");
    missing = 7;
    is(spe_metric_value(v1, ipc, both, 2, &value, &missing), SPE_E_UNDEFINED, "no cycles");
    is(missing, 7, "... of which none is missing");
    is(spe_metric_value(v1, v1->n_metrics, both, 2, &value, NULL), SPE_E_ARG, "no such metric");
    is(spe_metric_value(v1, ipc, both, 2, NULL, NULL), SPE_E_ARG, "no value");
    is(spe_metric_value(v1, ipc, NULL, 2, &value, NULL), SPE_E_ARG, "no counts");
    is(spe_metric_value(NULL, ipc, both, 2, &value, NULL), SPE_E_ARG, "no description");
    ok(value == 42, "the value is unchanged");
}

/* The value of a formula for a core with one event, A, which was counted once. */
static int status_of(const char *formula, double *value)
{
    static const struct spe_pmu_event a[] = {{.name = "A", .code = 1}};
    static const struct spe_event_count one[] = {{1, 1, {0}}};
    static const struct spe_pmu_event *const events[] = {a};
    const struct spe_metric metric = {.name = "m", .formula = formula, .groups = ""}, *const metrics[] = {&metric};
    const struct spe_telemetry t = {.metrics = metrics, .events = events, .n_metrics = 1, .n_events = 1, .slots = 7};
    return spe_metric_value(&t, 0, one, 1, value, NULL);
}

/* A text that opens a parenthesis, n times, and then closes all of them */
static void nest(char text[160], unsigned n, const char *open, const char *inmost)
{
    text[0] = '\0';
    for (unsigned i = 0; i < n; i++)
        strcat(text, open);
    strcat(text, inmost);
    for (unsigned i = 0; i < n; i++)
        strcat(text, ")");
}

static void test_wrong_formulas(void)
{
    static const char *const wrong[] = {"",     " ",      "A A",  "A +",   "+ A",    "A + * A", "(A",  "A)", "()",
                                        "A ()", "(A)(A)", "A, A", "A % A", "1.5",    "2 A",     "A 2", ")",  "A + )",
                                        "(",    "- A",    "(A))", "((A)",  "A + (A", "A # 1",   "A #", "A$", "A,"};
    unsigned accepted = 0;
    double value = 42;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const int status = status_of(wrong[i], &value);
        accepted += status != SPE_E_SYNTAX;
        if (status != SPE_E_SYNTAX)
            diag("%s: %d", wrong[i], status);
    }
    is(accepted, 0, "invalid formulas");
    is(status_of("A + B", &value), SPE_E_NAME, "an event that the description lacks");
    is(status_of("AA", &value), SPE_E_NAME, "... whose name begins like another's");
    is(status_of("1 / (A - 1)", &value), SPE_E_UNDEFINED, "zero divided by zero");
    is(status_of("1 / (A - 1) + B", &value), SPE_E_UNDEFINED, "the first fault from the left");
    is(status_of("(1) / 0 (A", &value), SPE_E_UNDEFINED, "... before a wrong word");
    ok(value == 42, "the value is unchanged");
    ok(status_of("((A))*2-1+A/4*8", &value) == SPE_OK && value == 3, "a formula without blanks");
    ok(status_of("SLOTS * A / (SLOTS - 6)", &value) == SPE_OK && value == 7, "the description's slots");
    is(status_of("SLOTS SLOTS", &value), SPE_E_SYNTAX, "... are an operand");
    char deep[160];
    nest(deep, 32, "(", "A");
    ok(status_of(deep, &value) == SPE_OK && value == 1, "32 parentheses");
    nest(deep, 33, "(", "A");
    is(status_of(deep, &value), SPE_E_SYNTAX, "33 are too many");
    nest(deep, 16, "1+(", "A");
    ok(status_of(deep, &value) == SPE_OK && value == 17, "16 of them, and 16 operators");
    nest(deep, 16, "1+(", "A+A");
    is(status_of(deep, &value), SPE_E_SYNTAX, "... and one more operator");
}

/* Writes a random formula and returns its value. Parentheses are only where the grammar needs them: around the right
 * operand of a sum and both operands of a product, if their operators do not bind more tightly. */
static char *made;

static double make(unsigned depth, unsigned tightness)
{
    const unsigned kind = depth ? (unsigned)(random_u64() % 4) : 3;
    if (kind == 3) {
        const unsigned number = (unsigned)(random_u64() % 1000);
        made += number ? sprintf(made, "%u", number) : sprintf(made, "A");
        return number ? number : 1;
    }
    const char sign = "+-*"[kind];
    const unsigned mine = sign == '*' ? 2 : 1;
    const int is_wrapped = mine < tightness;
    made += sprintf(made, "%s", is_wrapped ? "(" : "");
    const double left = make(depth - 1, mine);
    made += sprintf(made, random_u64() % 2 ? " %c " : "%c", sign);
    const double right = make(depth - 1, mine + 1);
    made += sprintf(made, "%s", is_wrapped ? ")" : "");
    return sign == '+' ? left + right : sign == '-' ? left - right : left * right;
}

static void test_made_formulas(void)
{
    static const char letters[] = "AAAB1190+-*/()() ,#";
    char text[4096];
    unsigned wrong = 0, accepted = 0;
    for (unsigned i = 0; i < 20000; i++) {
        double got = -1;
        made = text;
        const double want = make(6, 0);
        const int status = status_of(text, &got);
        if (status != SPE_OK || got < want || got > want) {
            diag("%s: %d, %g, want %g", text, status, got, want);
            wrong++;
        }
    }
    is(wrong, 0, "random formulas have the values that they were made with");
    for (unsigned i = 0; i < 100000; i++) {
        double value = 42.5;
        const unsigned size = (unsigned)(random_u64() % 12);
        for (unsigned k = 0; k < size; k++)
            text[k] = letters[random_u64() % (sizeof letters - 1)];
        text[size] = '\0';
        const int status = status_of(text, &value);
        accepted += status == SPE_OK;
        wrong += status != SPE_OK && (value < 42.5 || value > 42.5);
        wrong += status != SPE_OK && status != SPE_E_SYNTAX && status != SPE_E_NAME && status != SPE_E_UNDEFINED;
    }
    is(wrong, 0, "random words: a value or a status");
    ok(accepted > 1000 && accepted < 50000, "... some of which are formulas");
}

int main(void)
{
    test_formulas(&invented_core, check_invented, INVENTED_METRICS);
    test_by_hand();
    test_failures();
    test_wrong_formulas();
    test_made_formulas();
    return tap_done();
}
