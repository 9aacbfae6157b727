/* SPDX-License-Identifier: MIT */
/* Which metrics, groups and events there are: against docs/neoverse-v1-telemetry.tsv, and which belongs to which
 * against the formulas as the test itself reads them; events of the profile and of activity monitors against lists in
 * here. */
#include <libspe/spe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics_formula.h"
#include "tap.h"

#define BIT(n) (UINT64_C(1) << (n))

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

/* Whether a text with commas between has a name. */
static int lists(const char *names, const char *name)
{
    char all[256], one[64];
    snprintf(all, sizeof all, ",%s,", names);
    snprintf(one, sizeof one, ",%s,", name);
    return strstr(all, one) != NULL;
}

static unsigned n_groups, n_metrics, n_events;
static uint64_t members[SPE_METRIC_GROUPS], users[SPE_METRIC_EVENTS];

/* group, name, title, stage, how many metrics, after which metrics of stage 1 */
static void check_group(char **field)
{
    const unsigned group = n_groups++;
    same(spe_metric_group_name(group), field[1], field[1]);
    same(spe_metric_group_title(group), field[2], field[1]);
    same_number(spe_metric_group_find(field[1]), group, field[1]);
    same_number(spe_metric_group_stage(group), atoi(field[3]), field[1]);
    same_number(__builtin_popcountll(spe_metric_group_metrics(group)), atoi(field[4]), field[1]);
    for (unsigned metric = 0; metric < SPE_METRICS; metric++)
        same_number(spe_metric_next(metric) >> group & 1, lists(field[5], spe_metric_name(metric)), field[1]);
}

/* metric, name, title, formula, unit, groups, stage */
static void check_metric(char **field)
{
    const unsigned metric = n_metrics++;
    char names[FORMULA_EVENTS][32];
    same(spe_metric_name(metric), field[1], field[1]);
    same(spe_metric_title(metric), field[2], field[1]);
    same(spe_metric_formula(metric), field[3], field[1]);
    same(spe_metric_unit(metric), field[4], field[1]);
    same(spe_metric_groups(metric), field[5], field[1]);
    same_number(spe_metric_find(field[1]), metric, field[1]);
    same_number(spe_metric_stage(metric), atoi(field[6]), field[1]);
    const unsigned n = formula_events(field[3], names);
    for (unsigned i = 0; i < n; i++) {
        const int event = spe_metric_event(metric, i);
        same(event < 0 ? NULL : spe_metric_event_name((unsigned)event), names[i], field[1]);
        if (event >= 0)
            users[event] |= BIT(metric);
    }
    same_number(spe_metric_event(metric, n), SPE_E_ARG, field[1]);
    for (unsigned group = 0; group < SPE_METRIC_GROUPS; group++)
        members[group] |= lists(field[5], spe_metric_group_name(group)) ? BIT(metric) : 0;
}

/* event, name, code, groups, title */
static void check_event(char **field)
{
    const unsigned event = n_events++;
    const int code = (int)strtol(field[2], NULL, 16);
    same(spe_metric_event_name(event), field[1], field[1]);
    same(spe_metric_event_groups(event), field[3], field[1]);
    same(spe_metric_event_title(event), field[4], field[1]);
    same_number(spe_metric_event_code(event), code, field[1]);
    same_number(spe_metric_event_find(field[1]), event, field[1]);
    same_number(spe_metric_event_find_code((unsigned)code), event, field[1]);
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
    FILE *file = fopen("docs/neoverse-v1-telemetry.tsv", "r");
    char line[512];
    ok(file != NULL, "docs/neoverse-v1-telemetry.tsv");
    while (file && fgets(line, sizeof line, file))
        check_line(line);
    if (file)
        fclose(file);
    ok(n_groups == SPE_METRIC_GROUPS && n_metrics == SPE_METRICS && n_events == SPE_METRIC_EVENTS, "all lines");
    is(different, 0, "groups, metrics and events are those of the file, their events those of the formulas");
    different = 0;
    for (unsigned group = 0; group < SPE_METRIC_GROUPS; group++)
        same_number((long long)spe_metric_group_metrics(group), (long long)members[group],
                    spe_metric_group_name(group));
    is(different, 0, "metrics of a group: those whose groups name it");
    for (unsigned event = 0; event < SPE_METRIC_EVENTS; event++)
        same_number((long long)spe_metric_event_metrics(event), (long long)users[event], spe_metric_event_name(event));
    is(different, 0, "metrics of an event: those whose formula has it");
}

/* By hand, so that no table vouches for itself. */
static void test_by_hand(void)
{
    const unsigned retiring = (unsigned)spe_metric_find("retiring"), ipc = (unsigned)spe_metric_find("ipc");
    const unsigned walks = (unsigned)spe_metric_event_find("DTLB_WALK");
    is(spe_metric_event_metrics(walks), BIT(spe_metric_find("dtlb_mpki")) | BIT(spe_metric_find("dtlb_walk_ratio")),
       "DTLB_WALK: two metrics");
    is(spe_metric_event_metrics((unsigned)spe_metric_event_find("SW_INCR")), 0, "SW_INCR: none");
    ok(spe_metric_event(retiring, 0) == spe_metric_event_find_code(0x3f) &&
           spe_metric_event(retiring, 1) == spe_metric_event_find_code(0x11) &&
           spe_metric_event(retiring, 2) == spe_metric_event_find_code(0x3a) &&
           spe_metric_event(retiring, 3) == spe_metric_event_find_code(0x3b) &&
           spe_metric_event(retiring, 4) == SPE_E_ARG,
       "retiring: STALL_SLOT, CPU_CYCLES, OP_RETIRED, OP_SPEC");
    ok(spe_metric_stage(retiring) == 1 && spe_metric_stage(ipc) == 2, "stages");
    is(spe_metric_next((unsigned)spe_metric_find("bad_speculation")),
       BIT(spe_metric_group_find("MPKI")) | BIT(spe_metric_group_find("Miss_Ratio")) |
           BIT(spe_metric_group_find("Branch_Effectiveness")),
       "after bad_speculation: branches");
    is(spe_metric_next(retiring), BIT(spe_metric_group_find("MPKI")) | BIT(spe_metric_group_find("Miss_Ratio")),
       "after retiring: the common step alone");
    is(spe_metric_next(ipc), 0, "after stage 2: nothing");
}

/* -- words: each is a sentence, short, of its own -- */

static unsigned n_words;
static const char *words[256];

static void take_words(const char *(*text)(unsigned), const char *(*title)(unsigned), unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const size_t length = strlen(text(i)), title_length = strlen(title(i));
        const int is_sentence = text(i)[0] >= 'A' && text(i)[0] <= 'Z' && text(i)[length - 1] == '.';
        if (!is_sentence || length > 120 || title_length < 4 || title_length > 50)
            different++, diag("%s: %s", title(i), text(i));
        for (unsigned other = 0; other < n_words; other++)
            different += strcmp(text(i), words[other]) == 0;
        words[n_words++] = text(i);
    }
    ok(!text(count) && !title(count), "no more of them");
}

static void test_words(void)
{
    different = 0;
    take_words(spe_metric_text, spe_metric_title, SPE_METRICS);
    take_words(spe_metric_group_text, spe_metric_group_title, SPE_METRIC_GROUPS);
    take_words(spe_metric_event_text, spe_metric_event_title, SPE_METRIC_EVENTS);
    is(different, 0, "titles, and sentences of their own");
    take_words(spe_sampling_event_text, spe_sampling_event_title, SPE_SAMPLING_EVENTS);
    is(different, 4, "the profile's events: four are Neoverse V1's");
    ok(strstr(spe_metric_text((unsigned)spe_metric_find("l1d_tlb_mpki")), "data TLB") &&
           strstr(spe_metric_event_text((unsigned)spe_metric_event_find("CHAIN")), "64 bits") &&
           strstr(spe_metric_group_text((unsigned)spe_metric_group_find("General")), "fast") &&
           strstr(spe_sampling_event_text((unsigned)spe_sampling_event_find("SAMPLE_FEED_LAT")), "PMSLATFR_EL1"),
       "... in the right place");
}

/* -- look-ups that fail -- */

static void test_failures(void)
{
    static int (*const find[])(const char *) = {spe_metric_find, spe_metric_group_find, spe_metric_event_find,
                                                spe_sampling_event_find};
    static const char *const none[] = {"ip", "ipc ", "", "MPK", "MPKI,", "CPU_CYCLE", "CPU_CYCLES ", "SAMPLE_FEED_"};
    unsigned wrong = 0;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned n = 0; n < 8; n++)
            wrong += find[i](none[n]) != SPE_E_NAME;
        wrong += find[i](NULL) != SPE_E_ARG;
    }
    is(wrong, 0, "names are whole");
    ok(spe_metric_event_find_code(6) == SPE_E_NAME && spe_metric_event_find_code(0x10011) == SPE_E_NAME &&
           spe_metric_event_find_code(0x8122) == SPE_E_NAME && spe_sampling_event_find_code(0x11) == SPE_E_NAME,
       "codes of none");
    ok(!spe_metric_name(36) && !spe_metric_formula(36) && !spe_metric_unit(36) && !spe_metric_groups(36),
       "there are 36 metrics");
    ok(spe_metric_event(36, 0) == SPE_E_ARG && spe_metric_stage(36) == SPE_E_ARG && spe_metric_next(36) == 0,
       "no 37th has anything");
    ok(!spe_metric_event_name(132) && spe_metric_event_code(132) == SPE_E_ARG && !spe_metric_event_groups(132) &&
           spe_metric_event_metrics(132) == 0,
       "and 132 events");
    ok(!spe_metric_group_name(13) && spe_metric_group_stage(13) == SPE_E_ARG && spe_metric_group_metrics(13) == 0,
       "in 13 groups");
}

/* -- events of the profile, of activity monitors -- */

static void test_sampling_events(void)
{
    static const struct {
        const char *name;
        int code;
    } all[] = {{"SAMPLE_POP", 0x4000},       {"SAMPLE_FEED", 0x4001},       {"SAMPLE_FILTRATE", 0x4002},
               {"SAMPLE_COLLISION", 0x4003}, {"SAMPLE_FEED_DS", 0x8122},    {"SAMPLE_BUFFER_FULL", 0x8123},
               {"SAMPLE_FEED_BR", 0x812a},   {"SAMPLE_FEED_LD", 0x812b},    {"SAMPLE_FEED_ST", 0x812c},
               {"SAMPLE_FEED_OP", 0x812d},   {"SAMPLE_FEED_EVENT", 0x812e}, {"SAMPLE_FEED_LAT", 0x812f},
               {"SAMPLE_FEED_FP", 0x8348},   {"SAMPLE_FEED_SIMD", 0x8349}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < SPE_SAMPLING_EVENTS; i++) {
        const char *name = spe_sampling_event_name(i);
        wrong += !name || strcmp(name, all[i].name) != 0 || spe_sampling_event_code(i) != all[i].code ||
                 spe_sampling_event_find(all[i].name) != (int)i ||
                 spe_sampling_event_find_code((unsigned)all[i].code) != (int)i;
    }
    is(wrong, 0, "the profile's events: names and codes, both ways");
    ok(sizeof all / sizeof *all == SPE_SAMPLING_EVENTS && !spe_sampling_event_name(14) &&
           spe_sampling_event_code(14) == SPE_E_ARG,
       "there are 14");
}

static void test_activity_events(void)
{
    static const char *const names[] = {"CPU_CYCLES", "CNT_CYCLES", "INST_RETIRED", "STALL_BACKEND_MEM"};
    static const int codes[] = {0x0011, 0x4004, 0x0008, 0x4005};
    unsigned wrong = 0;
    for (unsigned n = 0; n < SPE_ACTIVITY_EVENTS; n++)
        wrong += strcmp(spe_activity_event_name(n), names[n]) != 0 || spe_activity_event_code(n) != codes[n];
    is(wrong, 0, "AMEVCNTR0<0> to <3>");
    ok(SPE_ACTIVITY_EVENTS == 4 && !spe_activity_event_name(4) && spe_activity_event_code(4) == SPE_E_ARG,
       "there are four");
}

int main(void)
{
    test_file();
    test_by_hand();
    test_words();
    test_failures();
    test_sampling_events();
    test_activity_events();
    return tap_done();
}
