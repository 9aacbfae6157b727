/* SPDX-License-Identifier: MIT */
/* Descriptions of telemetry. Neoverse V1's is compared with lab/docs/neoverse-v1-telemetry.tsv, and the events of its
 * metrics with the formulas, which the test reads itself. Those of any core are compared with lists here. Look-ups use
 * an invented core. */
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "invented_core.h"
#include "metrics_formula.h"
#include "tap.h"

static const struct spe_telemetry *core; /* Neoverse V1 */

/* -- the file -- */

static unsigned different;

static void same(const char *got, const char *want, const char *of)
{
    if (!got || strcmp(got, want) != 0)
        different++, diag("%s: %s, want %s", of, got ? got : "nothing", want);
}

static void same_number(long long got, long long want, const char *of)
{
    if (got != want)
        different++, diag("%s: %lld, want %lld", of, got, want);
}

/* Whether a name occurs in a text with commas between names. */
static int lists(const char *names, const char *name)
{
    char all[256], one[64];
    snprintf(all, sizeof all, ",%s,", names);
    snprintf(one, sizeof one, ",%s,", name);
    return strstr(all, one) != NULL;
}

static unsigned n_groups, n_metrics, n_events;
static unsigned members[64]; /* the members of each group, by the rows of metrics */

/* group, name, title, stage, number of metrics, the metrics of stage 1 that lead to it */
static void check_group(char **field)
{
    const unsigned number = n_groups++;
    const struct spe_metric_group *group = &core->groups[number];
    same(group->name, field[1], field[1]);
    same(group->title, field[2], field[1]);
    same_number(spe_metric_group_find(core, field[1]), number, field[1]);
    same_number(group->stage, atoi(field[3]), field[1]);
    for (unsigned i = 0; i < core->n_metrics; i++) {
        const struct spe_metric *metric = &core->metrics[i];
        members[number] += spe_telemetry_lists(metric->groups, group->name) == 1;
        same_number(spe_telemetry_lists(metric->groups, group->name), lists(metric->groups, group->name), field[1]);
        same_number(spe_telemetry_lists(group->after, metric->name), lists(field[5], metric->name), field[1]);
    }
    same_number(members[number], atoi(field[4]), field[1]);
}

/* metric, name, title, formula, unit, groups, stage */
static void check_metric(char **field)
{
    const unsigned number = n_metrics++;
    const struct spe_metric *metric = &core->metrics[number];
    char names[FORMULA_EVENTS][32];
    same(metric->name, field[1], field[1]);
    same(metric->title, field[2], field[1]);
    same(metric->formula, field[3], field[1]);
    same(metric->unit, field[4], field[1]);
    same(metric->groups, field[5], field[1]);
    same_number(spe_metric_find(core, field[1]), number, field[1]);
    for (unsigned i = 0; i < core->n_groups; i++) /* of a stage that belongs to no other group */
        if (lists(field[5], core->groups[i].name))
            same_number(core->groups[i].stage, atoi(field[6]), field[1]);
    const unsigned n = formula_events(field[3], names);
    for (unsigned i = 0; i < n; i++) {
        const int event = spe_metric_event(core, number, i);
        same(event < 0 ? NULL : core->events[event].name, names[i], field[1]);
    }
    same_number(spe_metric_event(core, number, n), SPE_E_ARG, field[1]);
}

/* event, name, code, groups, title */
static void check_event(char **field)
{
    const unsigned number = n_events++;
    const struct spe_pmu_event *event = &core->events[number];
    const int code = (int)strtol(field[2], NULL, 16);
    same(event->name, field[1], field[1]);
    same(event->groups, field[3], field[1]);
    same(event->title, field[4], field[1]);
    same_number(event->code, code, field[1]);
    same_number(spe_pmu_event_find(core, field[1]), number, field[1]);
    same_number(spe_pmu_event_find_code(core, (unsigned)code), number, field[1]);
}

static void check_line(char *line)
{
    static const struct {
        const char *name;
        unsigned fields;
        void (*check)(char **field);
    } kinds[] = {{"group", 6, check_group}, {"metric", 7, check_metric}, {"event", 5, check_event}};
    char *field[8] = {0};
    unsigned n = 0, kind = 0;
    for (char *at = strtok(line, "\t\n"); at && n < 8; at = strtok(NULL, "\t\n"))
        field[n++] = at;
    while (kind < 3 && strcmp(field[0], kinds[kind].name) != 0)
        kind++;
    if (kind < 3 && n == kinds[kind].fields)
        kinds[kind].check(field);
    else
        different += field[0][0] != '#';
}

static void test_file(void)
{
    FILE *file = fopen(LAB "docs/neoverse-v1-telemetry.tsv", "r");
    char line[512];
    ok(file != NULL, "lab/docs/neoverse-v1-telemetry.tsv");
    while (file && fgets(line, sizeof line, file))
        check_line(line);
    if (file)
        fclose(file);
    ok(n_groups == core->n_groups && n_metrics == core->n_metrics && n_events == core->n_events, "all lines");
    is(different, 0, "groups, metrics and events are those of the file; metrics have the events of their formulas");
}

/* Written by hand, so that no table is compared with itself. */
static void test_by_hand(void)
{
    static const uint16_t codes[] = {0x3f, 0x11, 0x3a, 0x3b};
    const unsigned retiring = (unsigned)spe_metric_find(core, "retiring");
    unsigned wrong = 0;
    ok(core->n_metrics >= 36 && core->n_events >= 132 && core->n_groups >= 13 && core->counters == 6 &&
           strcmp(core->name, "Neoverse V1") == 0 && core->midr == 0x410fd400 && strstr(core->document, "109216"),
       "36 metrics, 132 events, 13 groups at least, six counters");
    for (unsigned i = 0; i < 4; i++)
        wrong += spe_metric_event(core, retiring, i) != spe_pmu_event_find_code(core, codes[i]);
    ok(!wrong && spe_metric_event(core, retiring, 4) == SPE_E_ARG,
       "retiring: STALL_SLOT, CPU_CYCLES, OP_RETIRED, OP_SPEC");
    unsigned after[2] = {0}, stalls = 0;
    for (unsigned i = 0; i < core->n_groups; i++) {
        after[0] += (unsigned)spe_telemetry_lists(core->groups[i].after, "bad_speculation");
        after[1] += (unsigned)spe_telemetry_lists(core->groups[i].after, "ipc");
    }
    for (unsigned i = 0; i < core->n_metrics; i++)
        for (int n = 0, event; (event = spe_metric_event(core, i, (unsigned)n)) >= 0; n++)
            stalls += core->events[event].code == 0x34;
    is(after[0], 3, "after bad_speculation: MPKI, Miss_Ratio, Branch_Effectiveness");
    is(after[1], 0, "after stage 2: nothing");
    is(stalls, 2, "DTLB_WALK: two metrics");
}

/* -- words: short sentences, all different -- */

static unsigned n_words;
static const char *words[512];

static void take_words(const char *title, const char *text)
{
    const size_t length = strlen(text), title_length = strlen(title);
    const int is_sentence = text[0] >= 'A' && text[0] <= 'Z' && text[length - 1] == '.';
    if (!is_sentence || length > 120 || title_length < 4 || title_length > 50)
        different++, diag("%s: %s", title, text);
    for (unsigned other = 0; other < n_words; other++)
        different += strcmp(text, words[other]) == 0;
    words[n_words++] = text;
}

static void take_description(const struct spe_telemetry *t)
{
    for (unsigned i = 0; i < t->n_metrics; i++)
        take_words(t->metrics[i].title, t->metrics[i].text);
    for (unsigned i = 0; i < t->n_groups; i++)
        take_words(t->groups[i].title, t->groups[i].text);
    for (unsigned i = 0; i < t->n_events; i++)
        take_words(t->events[i].title, t->events[i].text);
}

static void test_words(void)
{
    different = 0;
    take_description(core);
    is(different, 0, "titles, and sentences that differ");
    is(n_words, core->n_metrics + core->n_groups + core->n_events, "... of all");
    take_description(spe_telemetry_architected());
    is(different, 4, "any core: four events of the profile are Neoverse V1's");
    ok(strstr(core->metrics[spe_metric_find(core, "l1d_tlb_mpki")].text, "data TLB") &&
           strstr(core->events[spe_pmu_event_find(core, "CHAIN")].text, "64 bits") &&
           strstr(core->groups[spe_metric_group_find(core, "General")].text, "fast"),
       "... in the right place");
}

/* -- what must hold for every description, the library's and the invented one -- */

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

static void check_description(const struct spe_telemetry *t)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < t->n_metrics; i++) {
        int event = 0;
        for (unsigned n = 0; event >= 0; n++)
            event = spe_metric_event(t, i, n);
        bad += event != SPE_E_ARG || spe_metric_find(t, t->metrics[i].name) != (int)i;
        bad += !*t->metrics[i].groups || check_names(t->metrics[i].groups, t, spe_metric_group_find);
        bad += t->metrics[i].reserved[0] || t->metrics[i].reserved[1];
    }
    for (unsigned i = 0; i < t->n_events; i++) {
        bad += spe_pmu_event_find_code(t, t->events[i].code) != (int)i;
        bad += spe_pmu_event_find(t, t->events[i].name) != (int)i;
        bad += t->events[i].reserved[0] || t->events[i].reserved[1] || t->events[i].reserved_2[0];
    }
    for (unsigned i = 0; i < t->n_groups; i++) {
        bad += spe_metric_group_find(t, t->groups[i].name) != (int)i || t->groups[i].stage == 0;
        bad += check_names(t->groups[i].after, t, spe_metric_find);
        bad += t->groups[i].reserved[0] || t->groups[i].reserved[1] || t->groups[i].reserved_2[0];
    }
    is(bad, 0, t->name);
}

static void test_descriptions(void)
{
    const unsigned n = spe_telemetry_count();
    unsigned bad = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct spe_telemetry *t = spe_telemetry_at(i);
        check_description(t);
        bad += t->midr != (t->midr & 0xff0ffff0) || spe_telemetry_find(t->midr) != t || !spe_cpu_name(t->midr) ||
               strcmp(spe_cpu_name(t->midr), t->name) != 0;
    }
    check_description(spe_telemetry_architected());
    check_description(&invented_core);
    is(bad, 0, "each is found by its core's MIDR_EL1, and has its core's name");
    ok(n >= 1 && !spe_telemetry_at(n) && !spe_telemetry_at(UINT32_MAX), "there are no others");
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
    const struct spe_metric other = {.formula = "PEARS + PEARS / GRAPES - PEAR"};
    const struct spe_telemetry more = {.metrics = &other, .events = invented_events, .n_metrics = 1, .n_events = 4};
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
    ok(spe_telemetry_lists("a", "a") && spe_telemetry_lists("a,bc,d", "a") && spe_telemetry_lists("a,bc,d", "bc") &&
           spe_telemetry_lists("a,bc,d", "d"),
       "first, middle, last");
    ok(!spe_telemetry_lists("a,bc,d", "b") && !spe_telemetry_lists("a,bc,d", "c") &&
           !spe_telemetry_lists("a,bc,d", "a,bc") && !spe_telemetry_lists("a,bc,d", "bcd") &&
           !spe_telemetry_lists("a,bc", "A"),
       "complete names");
    ok(!spe_telemetry_lists("", "a") && !spe_telemetry_lists("a,,b", "") && !spe_telemetry_lists("", "") &&
           spe_telemetry_lists("a,,b", "b") && spe_telemetry_lists("a,b,", "b"),
       "nothing");
    ok(!spe_telemetry_lists(NULL, "a") && !spe_telemetry_lists("a", NULL), "NULL");
}

/* -- the events of every core -- */

static void test_any_core(void)
{
    static const struct {
        const char *name, *group;
        unsigned code;
    } all[] = {
        {"CPU_CYCLES", "AMU", 0x0011},        {"CNT_CYCLES", "AMU", 0x4004},
        {"INST_RETIRED", "AMU", 0x0008},      {"STALL_BACKEND_MEM", "AMU", 0x4005},
        {"SAMPLE_POP", "SPE", 0x4000},        {"SAMPLE_FEED", "SPE", 0x4001},
        {"SAMPLE_FILTRATE", "SPE", 0x4002},   {"SAMPLE_COLLISION", "SPE", 0x4003},
        {"SAMPLE_FEED_DS", "SPE", 0x8122},    {"SAMPLE_BUFFER_FULL", "SPE", 0x8123},
        {"SAMPLE_FEED_BR", "SPE", 0x812a},    {"SAMPLE_FEED_LD", "SPE", 0x812b},
        {"SAMPLE_FEED_ST", "SPE", 0x812c},    {"SAMPLE_FEED_OP", "SPE", 0x812d},
        {"SAMPLE_FEED_EVENT", "SPE", 0x812e}, {"SAMPLE_FEED_LAT", "SPE", 0x812f},
        {"SAMPLE_FEED_FP", "SPE", 0x8348},    {"SAMPLE_FEED_SIMD", "SPE", 0x8349},
    };
    static const char *const metrics[] = {"collision_rate",       "filter_rate",
                                          "sample_weight",        "operations_per_instruction",
                                          "cycles_per_tick",      "instructions_per_cycle",
                                          "memory_stalled_cycles"};
    const struct spe_telemetry *any = spe_telemetry_architected();
    unsigned wrong = 0;
    ok(any->n_events == sizeof all / sizeof *all && any->n_metrics == 7 && any->n_groups == 2, "their number");
    for (unsigned i = 0; i < any->n_events; i++)
        wrong += strcmp(any->events[i].name, all[i].name) != 0 || any->events[i].code != all[i].code ||
                 strcmp(any->events[i].groups, all[i].group) != 0;
    is(wrong, 0, "AMEVCNTR0<0> to <3>, then the profile's events: names, codes, groups");
    for (unsigned i = 0; i < any->n_metrics; i++)
        wrong += strcmp(any->metrics[i].name, metrics[i]) != 0;
    is(wrong, 0, "metrics");
    char counter[16];
    for (unsigned i = 0; i < 4; i++) {
        snprintf(counter, sizeof counter, "AMEVCNTR0<%u>", i);
        wrong += strstr(any->events[i].text, counter) != any->events[i].text;
    }
    ok(!wrong && strstr(any->events[spe_pmu_event_find(any, "SAMPLE_FEED_LAT")].text, "PMSLATFR_EL1"), "... described");
}

int main(void)
{
    core = spe_telemetry_find(0x410fd400);
    test_file();
    test_by_hand();
    test_words();
    test_descriptions();
    test_invented();
    test_failures();
    test_lists();
    test_any_core();
    return tap_done();
}
