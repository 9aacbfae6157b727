/* SPDX-License-Identifier: MIT */
/* Records as lines of CSV and JSON: every cell and member, and when it is not there. */
#include "record_format.h"

#include <libspe/spe.h>

#include "tap.h"

#include "output.h"

#define N1 UINT64_C(0x410fd0c0)

static const struct record_core nowhere = {UINT32_MAX, 0}, core7 = {7, N1}, hip12 = {0, UINT64_C(0x480fd060)};
static char line[RECORD_LINE_MAX];

static const char *csv(const struct spe_record *r, const struct record_core *core)
{
    const size_t n = record_to_csv(r, core, line);
    return n == strlen(line) ? line : "a length that is wrong";
}

static const char *json(const struct spe_record *r, const struct record_core *core)
{
    const size_t n = record_to_json(r, core, line);
    return n == strlen(line) ? line : "a length that is wrong";
}

#define SAYS(got, want) says(got, want, "a line", __LINE__)

/* Every packet that a record may have, each with a value of its own. */
static struct spe_record full(void)
{
    return (struct spe_record){
        .offset = UINT64_C(0x100000000),
        .size = 99,
        .present = SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET |
                   SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY |
                   SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION |
                   SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE | SPE_HAS_TIMESTAMP,
        .pc = UINT64_C(0xb080000000001000),
        .branch_target = UINT64_C(0xc000000000002000),
        .data_va = UINT64_C(0xab00000000003000),
        .data_pa = UINT64_C(0xcd00000000004000),
        .prev_branch_target = UINT64_C(0x0080000000005000),
        .timestamp = UINT64_MAX,
        .events = UINT64_C(0x8000000000001002),
        .context_el1 = 0x111,
        .context_el2 = 0x222,
        .total_latency = 11,
        .issue_latency = 12,
        .translation_latency = 13,
        .alt_issue_latency = 14,
        .data_source = 8,
        .op_class = SPE_CLASS_LOAD_STORE,
        .op_payload = 0xfd, /* an SVE store, EVL over 2048 */
        .flags = 0x1ff,
    };
}

static void test_full(void)
{
    const struct spe_record r = full();
    SAYS(csv(&r, &core7),
         "7,ST,0xff80000000001000,1,0,0,0,SVE or SME registers,>2048,1,1,retired:late_prefetch:impdef_63,12,11,"
         "0x3000,13,0x4000,8,0x111,18446744073709551615,0x2000,2,0xff80000000005000,L2 cache\n");
    SAYS(json(&r, &core7),
         "{\"offset\":4294967296,\"size\":99,\"cpu\":7,\"pc\":\"0xff80000000001000\",\"el\":1,\"state\":\"Realm\","
         "\"op\":\"ST\","
         "\"subclass\":\"SVE or SME registers\",\"evl\":\">2048\",\"predicated\":1,\"gather_scatter\":1,"
         "\"events\":[\"retired\",\"late_prefetch\",\"impdef_63\"],\"total_latency\":11,\"issue_latency\":12,"
         "\"translation_latency\":13,\"alt_issue_latency\":14,\"data_va\":\"0x3000\",\"data_tag\":171,\"data_pa\":"
         "\"0x4000\","
         "\"data_pa_space\":\"Non-secure\",\"branch_target\":\"0x2000\",\"branch_target_el\":2,\"prev_branch_target\":"
         "\"0xff80000000005000\","
         "\"data_source\":8,\"data_source_name\":\"L2 cache\",\"context_el1\":273,\"context_el2\":546,"
         "\"timestamp\":\"0xffffffffffffffff\",\"flags\":511}\n");
}

/* One packet at a time: nothing else has a value. */
static void test_absent(void)
{
    struct spe_record r = full();
    r.present = 0;
    r.events = 0;
    r.flags = 0;
    SAYS(csv(&r, &nowhere), ",,,,,,,,,,,,,,,,,,,,,,,\n");
    SAYS(json(&r, &nowhere), "{\"offset\":4294967296,\"size\":99}\n");
    static const struct {
        uint32_t has;
        const char *csv, *json;
    } cases[] = {
        {SPE_HAS_PC, ",,0xff80000000001000,1,,,,,,,,,,,,,,,,,,,,\n",
         ",\"pc\":\"0xff80000000001000\",\"el\":1,\"state\":\"Realm\"}\n"},
        {SPE_HAS_BRANCH_TARGET, ",,,,,,,,,,,,,,,,,,,,0x2000,2,,\n",
         ",\"branch_target\":\"0x2000\",\"branch_target_el\":2}\n"},
        {SPE_HAS_DATA_VA, ",,,,,,,,,,,,,,0x3000,,,,,,,,,\n", ",\"data_va\":\"0x3000\",\"data_tag\":171}\n"},
        {SPE_HAS_DATA_PA, ",,,,,,,,,,,,,,,,0x4000,,,,,,,\n",
         ",\"data_pa\":\"0x4000\",\"data_pa_space\":\"Non-secure\"}\n"},
        {SPE_HAS_PREV_BRANCH_TARGET, ",,,,,,,,,,,,,,,,,,,,,,0xff80000000005000,\n",
         ",\"prev_branch_target\":\"0xff80000000005000\"}\n"},
        {SPE_HAS_TOTAL_LATENCY, ",,,,,,,,,,,,,11,,,,,,,,,,\n", ",\"total_latency\":11}\n"},
        {SPE_HAS_ISSUE_LATENCY, ",,,,,,,,,,,,12,,,,,,,,,,,\n", ",\"issue_latency\":12}\n"},
        {SPE_HAS_TRANSLATION_LATENCY, ",,,,,,,,,,,,,,,13,,,,,,,,\n", ",\"translation_latency\":13}\n"},
        {SPE_HAS_ALT_ISSUE_LATENCY, ",,,,,,,,,,,,,,,,,,,,,,,\n", ",\"alt_issue_latency\":14}\n"},
        {SPE_HAS_CONTEXT_EL1, ",,,,,,,,,,,,,,,,,,0x111,,,,,\n", ",\"context_el1\":273}\n"},
        {SPE_HAS_CONTEXT_EL2, ",,,,,,,,,,,,,,,,,,0x222,,,,,\n", ",\"context_el2\":546}\n"},
        {SPE_HAS_EVENTS, ",,,,,,,,,,,,,,,,,,,,,,,\n", ",\"events\":[]}\n"},
        {SPE_HAS_DATA_SOURCE, ",,,,,,,,,,,,,,,,,8,,,,,,\n", ",\"data_source\":8}\n"},
        {SPE_HAS_TIMESTAMP, ",,,,,,,,,,,,,,,,,,,18446744073709551615,,,,\n",
         ",\"timestamp\":\"0xffffffffffffffff\"}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r.present = cases[i].has;
        SAYS(csv(&r, &nowhere), cases[i].csv);
        SAYS(json(&r, &nowhere) + strlen("{\"offset\":4294967296,\"size\":99"), cases[i].json);
    }
}

static void test_operations(void)
{
    static const struct {
        unsigned op_class, payload;
        const char *csv, *json;
    } cases[] = {
        {0, 0x00, ",OTHER,,,,,,other,,,,,,,,,,,,,,,,\n", "\"OTHER\",\"subclass\":\"other\"}\n"},
        {0, 0x01, ",OTHER,,,,,,other,,,,,,,,,,,,,,,,\n", "\"OTHER\",\"subclass\":\"other\",\"conditional\":1}\n"},
        {0, 0x2c, ",OTHER,,,,,,\"data processing, SVE vector\",128,1,,,,,,,,,,,,,,\n",
         "\"OTHER\",\"subclass\":\"data processing, SVE vector\",\"evl\":128,\"predicated\":1}\n"},
        {0, 0xfc, ",OTHER,,,,,,\"data processing, SME array\",,,,,,,,,,,,,,,,\n",
         "\"OTHER\",\"subclass\":\"data processing, SME array\",\"ets\":\"ZA\"}\n"},
        {0, 0x88, ",OTHER,,,,,,\"data processing, SME array\",,,,,,,,,,,,,,,,\n",
         "\"OTHER\",\"subclass\":\"data processing, SME array\",\"ets\":128}\n"},
        {1, 0x00, ",LD,,,0,0,0,general-purpose registers,,,,,,,,,,,,,,,,\n",
         "\"LD\",\"subclass\":\"general-purpose registers\"}\n"},
        {1, 0x07, ",ST,,,1,0,0,extended,,,,,,,,,,,,,,,,\n", "\"ST\",\"subclass\":\"extended\",\"atomic\":1}\n"},
        {1, 0x0a, ",LD,,,0,1,0,extended,,,,,,,,,,,,,,,,\n", "\"LD\",\"subclass\":\"extended\",\"exclusive\":1}\n"},
        {1, 0x13, ",ST,,,0,0,1,extended,,,,,,,,,,,,,,,,\n",
         "\"ST\",\"subclass\":\"extended\",\"acquire_release\":1}\n"},
        {1, 0x24, ",LD,,,0,0,0,reserved,,,,,,,,,,,,,,,,\n", "\"LD\",\"subclass\":\"reserved\"}\n"},
        {1, 0x88, ",LD,,,0,0,0,SVE or SME registers,32,0,1,,,,,,,,,,,,,\n",
         "\"LD\",\"subclass\":\"SVE or SME registers\",\"evl\":32,\"gather_scatter\":1}\n"},
        {2, 0x03, ",B,,,,,,branch or exception return,,,,,,,,,,,,,,,,\n",
         "\"B\",\"subclass\":\"branch or exception return\",\"conditional\":1,\"indirect\":1}\n"},
        {2, 0x0c, ",B,,,,,,branch or exception return,,,,,,,,,,,,,,,,\n",
         "\"B\",\"subclass\":\"branch or exception return\",\"gcs\":1}\n"},
        {3, 0x00, ",OTHER,,,,,,reserved,,,,,,,,,,,,,,,,\n", "\"OTHER\",\"subclass\":\"reserved\"}\n"},
        {4, 0x00, ",,,,,,,,,,,,,,,,,,,,,,,\n", NULL}, /* no CLASS has this number */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct spe_record r = {.present = SPE_HAS_OPERATION,
                                     .op_class = (uint8_t)cases[i].op_class,
                                     .op_payload = (uint8_t)cases[i].payload};
        SAYS(csv(&r, &nowhere), cases[i].csv);
        if (cases[i].json)
            SAYS(json(&r, &nowhere) + strlen("{\"offset\":0,\"size\":0,\"op\":"), cases[i].json);
        else
            SAYS(json(&r, &nowhere), "{\"offset\":0,\"size\":0}\n");
    }
}

static void test_names(void)
{
    static const char *const states[] = {"Secure", "Non-secure", "reserved", "Realm"}; /* NSE:NS */
    struct spe_record r = {.present = SPE_HAS_PC};
    char want[128];
    for (uint64_t i = 0; i < 4; i++) {
        r.pc = (i & 1) << 63 | i >> 1 << 60;
        snprintf(want, sizeof want, "{\"offset\":0,\"size\":0,\"pc\":\"0x0\",\"el\":0,\"state\":\"%s\"}\n", states[i]);
        SAYS(json(&r, &nowhere), want);
    }
    r = (struct spe_record){.present = SPE_HAS_DATA_SOURCE, .data_source = 1};
    SAYS(csv(&r, &hip12), "0,,,,,,,,,,,,,,,,,1,,,,,,\"peer CPU, modified\"\n");
    SAYS(json(&r, &hip12),
         "{\"offset\":0,\"size\":0,\"cpu\":0,\"data_source\":1,\"data_source_name\":\"peer CPU, modified\"}\n");
    ok(!record_source_name(&r, 0) && !strcmp(record_source_name(&r, hip12.midr), "peer CPU, modified"),
       "a source's name");
    r.present = 0;
    ok(!record_source_name(&r, hip12.midr), "... that is not there");
    is(count_of(record_csv_header, ","), 23, "24 columns");
}

/* The longest line, and room to spare. */
static void test_longest(void)
{
    struct spe_record r = full();
    memset(&r, 0xff, sizeof r);
    int bad = 0;
    for (unsigned op = 0; op < 1024; op++) {
        r.op_class = (uint8_t)(op >> 8);
        r.op_payload = (uint8_t)op;
        bad += record_to_csv(&r, &core7, line) > RECORD_LINE_MAX / 2 || line[strlen(line) - 1] != '\n';
        bad += record_to_json(&r, &core7, line) > RECORD_LINE_MAX / 2 || line[strlen(line) - 1] != '\n';
    }
    is(bad, 0, "every line fits");
}

int main(void)
{
    test_full();
    test_absent();
    test_operations();
    test_names();
    test_longest();
    return tap_done();
}
