/* SPDX-License-Identifier: MIT */
/* Descriptions of telemetry. The events of metrics are compared with the formulas, which the test reads itself. Those
 * of any core are compared with lists here. Look-ups use an invented core. */
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "invented_core.h"
#include "metrics_formula.h"
#include "tap.h"

static const struct spe_telemetry *core; /* Neoverse V1 */

/* Written by hand, so that no table is compared with itself: Arm's numbers of events, metrics and groups. */
static void test_numbers(void)
{
    static const struct {
        uint64_t midr;
        const char *name;
        unsigned events, metrics, groups, slots;
    } want[] = {
        {0x414fd0c1, "Neoverse N1", 110, 31, 12, 0},
        {0x411fd401, "Neoverse V1", 132, 36, 13, 8},
        {0x410fd490, "Neoverse N2 before r0p3", 155, 36, 13, 5},
        {0x410fd492, "Neoverse N2 before r0p3", 155, 36, 13, 5},
        {0x410fd493, "Neoverse N2", 155, 36, 13, 5},
        {0x411fd490, "Neoverse N2", 155, 36, 13, 5},
        {0x410fd4f0, "Neoverse V2", 155, 47, 16, 8},
        {0x410fd8e0, "Neoverse N3", 199, 67, 18, 5},
        {0x410fd840, "Neoverse V3", 226, 67, 18, 10},
        {0x481fd010, "TSV110", 55, 34, 5, 4},
        {0xc00fac30, "Ampere1", 131, 49, 15, 0},
        {0xc00fac40, "Ampere1A", 157, 57, 15, 0},
    };
    static const uint16_t codes[] = {0x3f, 0x11, 0x3a, 0x3b};
    for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
        const struct spe_telemetry *const t = spe_telemetry_find(want[i].midr);
        ok(t && !strcmp(t->name, want[i].name) && t->n_events == want[i].events && t->n_metrics == want[i].metrics &&
               t->n_groups == want[i].groups && t->slots == want[i].slots && t->counters == 6,
           want[i].name);
    }
    const unsigned retiring = (unsigned)spe_metric_find(core, "retiring");
    unsigned wrong = 0;
    for (unsigned i = 0; i < 4; i++)
        wrong += spe_metric_event(core, retiring, i) != spe_pmu_event_find_code(core, codes[i]);
    ok(!wrong && spe_metric_event(core, retiring, 4) == SPE_E_ARG,
       "retiring: STALL_SLOT, CPU_CYCLES, OP_RETIRED, OP_SPEC");
}

/* -- what must hold for every description, the library's and the invented one -- */

static int is_sentence(const char *text)
{
    const size_t length = strlen(text);
    return text[0] >= 'A' && text[0] <= 'Z' && text[length - 1] == '.' && length < 120;
}

/* The number of names in a list that are names of nothing. */
static unsigned check_names(const char *list, const struct spe_telemetry *t,
                            int (*find)(const struct spe_telemetry *t, const char *name))
{
    char all[256];
    unsigned bad = 0;
    snprintf(all, sizeof all, "%s", list);
    for (char *name = strtok(all, ","); name; name = strtok(NULL, ","))
        bad += find(t, name) < 0;
    return bad;
}

static int find_next(const struct spe_telemetry *t, const char *name)
{
    const int metric = spe_metric_find(t, name);
    return metric < 0 ? spe_metric_group_find(t, name) : metric;
}

static unsigned check_metric(const struct spe_telemetry *t, unsigned metric)
{
    const struct spe_metric *const m = t->metrics[metric];
    char names[FORMULA_EVENTS][32];
    const unsigned n = formula_events(m->formula, names);
    unsigned bad = spe_metric_find(t, m->name) != (int)metric || !*m->groups || !is_sentence(m->text);
    for (unsigned i = 0; i < n; i++)
        bad += spe_metric_event(t, metric, i) != spe_pmu_event_find(t, names[i]) || spe_pmu_event_find(t, names[i]) < 0;
    bad += spe_metric_event(t, metric, n) != SPE_E_ARG;
    bad += strstr(m->formula, "SLOTS") && !t->slots && t->midr >> 24 != 0xc0; /* Ampere publishes no number */
    return bad + check_names(m->groups, t, spe_metric_group_find) + check_names(m->next, t, find_next);
}

static void check_description(const struct spe_telemetry *t)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < t->n_metrics; i++)
        bad += check_metric(t, i);
    for (unsigned i = 0; i < t->n_events; i++) {
        bad += spe_pmu_event_find_code(t, t->events[i]->code) != (int)i || !is_sentence(t->events[i]->text);
        bad += spe_pmu_event_find(t, t->events[i]->name) != (int)i || t->events[i]->reserved[0];
    }
    for (unsigned i = 0; i < t->n_groups; i++)
        bad += spe_metric_group_find(t, t->groups[i]->name) != (int)i || !is_sentence(t->groups[i]->text);
    is(bad, 0, t->name);
}

static void test_descriptions(void)
{
    const unsigned n = spe_telemetry_count();
    unsigned bad = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct spe_telemetry *const t = spe_telemetry_at(i);
        check_description(t);
        bad += spe_telemetry_find(t->midr) != t || !spe_cpu_name(t->midr) || !strstr(t->name, spe_cpu_name(t->midr));
    }
    check_description(spe_telemetry_architected());
    check_description(&invented_core);
    is(bad, 0, "each is found by its core's MIDR_EL1, and has its core's name");
    ok(n >= 10 && !spe_telemetry_at(n) && !spe_telemetry_at(UINT32_MAX), "there are no others");
    ok(core && spe_telemetry_find(0xffffffff41ffd40f) == core, "Implementer and PartNum count");
    ok(!spe_telemetry_find(0) && !spe_telemetry_find(0x410ffff0) && spe_telemetry_find(0x420fd400) != core &&
           spe_telemetry_find(0x410fd410) != core && spe_telemetry_find(0x410fc400) != core,
       "no other core has them");
    ok(spe_telemetry_architected()->midr == 0 && spe_telemetry_architected()->counters == 0,
       "the events of any core belong to no core");
}

/* -- look-ups -- */

static void test_invented(void)
{
    const struct spe_telemetry *t = &invented_core;
    ok(spe_metric_find(t, "long") == 1 && spe_metric_find(t, "ipc") == SPE_E_NAME, "metrics of the invented core");
    ok(spe_pmu_event_find(t, "PEARS") == 2 && spe_pmu_event_find(t, "INST_RETIRED") == SPE_E_NAME, "events");
    ok(spe_pmu_event_find_code(t, 8) == 1 && spe_pmu_event_find_code(t, 0xc0de) == 0 &&
           spe_pmu_event_find_code(t, 0x21) == SPE_E_NAME,
       "codes");
    ok(spe_metric_group_find(t, "Fruit") == 1 && spe_metric_group_find(t, "MPKI") == SPE_E_NAME, "groups");
    ok(spe_metric_event(t, 1, 0) == 1 && spe_metric_event(t, 1, 1) == 2 && spe_metric_event(t, 1, 2) == 0 &&
           spe_metric_event(t, 1, 3) == 3 && spe_metric_event(t, 1, 4) == SPE_E_ARG &&
           spe_metric_event(t, 2, 0) == SPE_E_ARG && spe_metric_event(t, 5, 0) == SPE_E_ARG,
       "events of its metrics");
    const struct spe_metric other = {.formula = "PEARS + PEARS / GRAPES - PEAR"}, *const others[] = {&other};
    const struct spe_telemetry more = {.metrics = others, .events = invented_events, .n_metrics = 1, .n_events = 4};
    ok(spe_metric_event(&more, 0, 0) == 2 && spe_metric_event(&more, 0, 1) == SPE_E_NAME &&
           spe_metric_event(&more, 0, 2) == SPE_E_NAME && spe_metric_event(&more, 0, 3) == SPE_E_ARG,
       "... and events that it lacks");
}

static void test_failures(void)
{
    static int (*const find[])(const struct spe_telemetry *, const char *) = {spe_metric_find, spe_metric_group_find,
                                                                              spe_pmu_event_find};
    static const char *const none[] = {"ip", "ipc ", "", "MPK", "MPKI,", "CPU_CYCLE", "CPU_CYCLES ", "IPC", "mpki"};
    unsigned wrong = 0;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned n = 0; n < 9; n++)
            wrong += find[i](core, none[n]) != SPE_E_NAME;
        wrong += find[i](core, NULL) != SPE_E_ARG;
        wrong += find[i](NULL, "ipc") != SPE_E_ARG;
    }
    is(wrong, 0, "only complete names are found");
    ok(spe_pmu_event_find_code(core, 6) == SPE_E_NAME && spe_pmu_event_find_code(core, 0x10011) == SPE_E_NAME &&
           spe_pmu_event_find_code(core, 0x8122) == SPE_E_NAME && spe_pmu_event_find_code(NULL, 0x11) == SPE_E_ARG,
       "unknown codes");
    ok(spe_metric_event(core, core->n_metrics, 0) == SPE_E_ARG && spe_metric_event(NULL, 0, 0) == SPE_E_ARG,
       "no metric after the last");
}

static void test_lists(void)
{
    static const char *const in[][2] = {{"a", "a"}, {"a,bc,d", "a"}, {"a,bc,d", "bc"}, {"a,bc,d", "d"}, {"a,,b", "b"}};
    static const char *const out[][2] = {{"a,bc,d", "b"},   {"a,bc,d", "c"}, {"a,bc,d", "a,bc"},
                                         {"a,bc,d", "bcd"}, {"a,bc", "A"},   {"", "a"},
                                         {"a,,b", ""},      {NULL, "a"},     {"a", NULL}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < 5; i++)
        wrong += !spe_telemetry_lists(in[i][0], in[i][1]);
    for (unsigned i = 0; i < 9; i++)
        wrong += spe_telemetry_lists(out[i][0], out[i][1]) != 0;
    is(wrong, 0, "lists have complete names only");
}

/* -- the events of every core: AMEVCNTR0<0> to <3>, then the profile's -- */

static void test_any_core(void)
{
    static const uint16_t codes[] = {0x0011, 0x4004, 0x0008, 0x4005, 0x4000, 0x4001, 0x4002, 0x4003, 0x8122,
                                     0x8123, 0x812a, 0x812b, 0x812c, 0x812d, 0x812e, 0x812f, 0x8348, 0x8349};
    const struct spe_telemetry *any = spe_telemetry_architected();
    unsigned wrong = 0;
    char counter[16];
    ok(any->n_events == 18 && any->n_metrics == 7 && any->n_groups == 2, "their number");
    for (unsigned i = 0; i < any->n_events; i++) {
        snprintf(counter, sizeof counter, "AMEVCNTR0<%u>", i);
        wrong += any->events[i]->code != codes[i];
        wrong += (strstr(any->events[i]->text, counter) == any->events[i]->text) != (i < 4);
        wrong += strcmp(any->events[i]->subject, i < 4 ? "AMU" : "SPE") != 0;
    }
    is(wrong, 0, "codes, counters, subjects");
}

int main(void)
{
    core = spe_telemetry_find(0x410fd400);
    test_numbers();
    test_descriptions();
    test_invented();
    test_failures();
    test_lists();
    test_any_core();
    return tap_done();
}
