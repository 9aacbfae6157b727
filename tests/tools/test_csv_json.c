/* SPDX-License-Identifier: MIT */
/* Records as lines of CSV and JSON: every cell and member, and when it is absent. */
#include "table/csv_json.h"

#include <libspe/spe.h>

#include "tap.h"

#include "output.h"

#define N1 UINT64_C(0x410fd0c0)

static const struct spe_perf_clock two_ns = {.zero = 1000, .mult = 1u << 31, .shift = 30}; /* a tick */

static const struct record_core nowhere = {.cpu = UINT32_MAX, .tid = UINT32_MAX},
                                core7 = {.cpu = 7, .tid = 70, .midr = N1},
                                hip12 = {.cpu = 0, .tid = UINT32_MAX, .midr = UINT64_C(0x480fd060)};
static char line[RECORD_LINE_MAX];

/* Without the cells of later fields, which come after the others and which no record here has. */
static void cut_later(char *text, const struct record_writer *writer)
{
    strcpy(text + strlen(text) - 1 - writer->later_count, "\n");
}

static const char *csv(const struct spe_record *r, const struct record_core *core)
{
    static struct record_writer writer;
    record_writer_begin(&writer, core);
    const size_t n = record_to_csv(&writer, r, line);
    if (n != strlen(line) || n <= writer.later_count)
        return "a length that is wrong";
    cut_later(line, &writer);
    return line;
}

static const char *json(const struct spe_record *r, const struct record_core *core)
{
    static struct record_writer writer;
    record_writer_begin(&writer, core);
    const size_t n = record_to_json(&writer, r, line);
    return n == strlen(line) ? line : "a length that is wrong";
}

#define SAYS(got, want) says(got, want, "a line", __LINE__)

/* Every packet that a record may have, each with another value. */
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

/* The cells of a line of CSV that are not empty, with their names, except "offset", "size" and "flags". */
static const char *cells(const char *text)
{
    static char out[2 * RECORD_LINE_MAX];
    char head[RECORD_LINE_MAX], *name = head;
    size_t n = 0;
    record_csv_header(head);
    for (out[0] = 0; *text; text++) {
        const char *const end = *text == '"' ? strchr(text + 1, '"') + 1 : text + strcspn(text, ",\n");
        char *const name_end = name + strcspn(name, ",\n");
        *name_end = 0;
        if (end != text && strcmp(name, "offset") != 0 && strcmp(name, "size") != 0 && strcmp(name, "flags") != 0)
            n += (size_t)sprintf(out + n, "%s%s=%.*s", n ? ";" : "", name, (int)(end - text), text);
        name = name_end + 1;
        text = end;
    }
    return out;
}

static void test_full(void)
{
    struct spe_record r = full();
    SAYS(csv(&r, &core7),
         "7,ST,0xff80000000001000,1,0,0,0,SVE or SME registers,4294967295,1,1,retired:late_prefetch:impdef_63,12,11,"
         "0x3000,13,0x4000,8,273,18446744073709551615,0x2000,2,0xff80000000005000,,"
         "4294967296,99,511,,Realm,0,0,,70,,,trace\n");
    SAYS(json(&r, &core7),
         "{\"offset\":4294967296,\"size\":99,\"timestamp\":\"18446744073709551615\",\"events\":\"9223372036854779906\","
         "\"flags\":511,\"context_el1\":273,\"context_el2\":546,\"total_latency\":11,\"issue_latency\":12,"
         "\"translation_latency\":13,\"alt_issue_latency\":14,\"data_source\":8,\"cpu\":7,\"tid\":70,\"context\":273,"
         "\"pc_address\":\"0xff80000000001000\",\"pc_el\":1,\"pc_state\":\"Realm\","
         "\"branch_target_address\":\"0x2000\",\"branch_target_el\":2,\"branch_target_state\":\"Non-secure\","
         "\"prev_branch_target_address\":\"0xff80000000005000\",\"prev_branch_target_el\":0,"
         "\"prev_branch_target_state\":\"Secure\",\"data_va_address\":\"0x3000\",\"data_va_tag\":171,"
         "\"data_pa_address\":\"0x4000\",\"data_pa_space\":\"Non-secure\",\"data_pa_tag\":13,\"data_pa_checked\":true,"
         "\"op\":\"ST\",\"subclass\":\"SVE or SME registers\",\"evl_bits\":4294967295,\"predicated\":true,"
         "\"gather_scatter\":true,"
         "\"event_names\":[\"retired\",\"late_prefetch\",\"impdef_63\"],\"tid_from\":\"trace\"}\n");
    r.op_payload = 0;
    r.timestamp = 4000;
    struct record_core timed = core7;
    timed.clock = two_ns;
    ok(strstr(csv(&r, &timed), ",4294967296,99,511,9000,Realm,0,0,L2,70,,,trace\n") != NULL, "CSV: a time, a level");
    ok(strstr(json(&r, &timed), ",\"time_ns\":9000,\"pc_address\"") != NULL, "JSON: a time");
    ok(strstr(json(&r, &timed), ",\"memory_level\":\"L2\",\"data_source_name\"") != NULL, "... a level");
    r.timestamp = UINT64_C(1) << 53;
    ok(strstr(json(&r, &core7), ",\"timestamp\":9007199254740992,") != NULL, "the largest finite number");
    r.timestamp++;
    ok(strstr(json(&r, &core7), ",\"timestamp\":\"9007199254740993\",") != NULL, "... and the next one, which is not");
    r.offset = UINT64_MAX;
    ok(strstr(json(&r, &core7), "{\"offset\":\"18446744073709551615\",") != NULL, "also the first member");
}

/* One packet at a time: no other cell has a value. */
static void test_absent(void)
{
    struct spe_record r = full();
    r.present = 0;
    r.events = 0;
    r.flags = 0;
    SAYS(csv(&r, &nowhere), ",,,,,,,,,,,,,,,,,,,,,,,,4294967296,99,0,,,,,,,,,\n");
    SAYS(json(&r, &nowhere), "{\"offset\":4294967296,\"size\":99}\n");
    static const struct {
        uint32_t has;
        const char *csv, *json;
    } cases[] = {
        {SPE_HAS_PC, "pc=0xff80000000001000;el=1;pc_state=Realm",
         ",\"pc_address\":\"0xff80000000001000\",\"pc_el\":1,\"pc_state\":\"Realm\"}\n"},
        {SPE_HAS_BRANCH_TARGET, "br_tgt=0x2000;br_tgt_lvl=2",
         ",\"branch_target_address\":\"0x2000\",\"branch_target_el\":2,\"branch_target_state\":\"Non-secure\"}\n"},
        {SPE_HAS_DATA_VA, "vaddr=0x3000", ",\"data_va_address\":\"0x3000\",\"data_va_tag\":171}\n"},
        {SPE_HAS_DATA_PA, "paddr=0x4000",
         ",\"data_pa_address\":\"0x4000\",\"data_pa_space\":\"Non-secure\",\"data_pa_tag\":13,"
         "\"data_pa_checked\":true}\n"},
        {SPE_HAS_PREV_BRANCH_TARGET, "pbt=0xff80000000005000",
         ",\"prev_branch_target_address\":\"0xff80000000005000\",\"prev_branch_target_el\":0,"
         "\"prev_branch_target_state\":\"Secure\"}\n"},
        {SPE_HAS_TOTAL_LATENCY, "total_lat=11", ",\"total_latency\":11}\n"},
        {SPE_HAS_ISSUE_LATENCY, "issue_lat=12", ",\"issue_latency\":12}\n"},
        {SPE_HAS_TRANSLATION_LATENCY, "xlat_lat=13", ",\"translation_latency\":13}\n"},
        {SPE_HAS_ALT_ISSUE_LATENCY, "", ",\"alt_issue_latency\":14}\n"},
        {SPE_HAS_CONTEXT_EL1, "context=273", ",\"context_el1\":273,\"context\":273}\n"},
        {SPE_HAS_CONTEXT_EL2, "context=546", ",\"context_el2\":546,\"context\":546}\n"},
        {SPE_HAS_EVENTS, "", ",\"events\":0,\"event_names\":[]}\n"},
        {SPE_HAS_DATA_SOURCE, "data_source=8", ",\"data_source\":8}\n"},
        {SPE_HAS_TIMESTAMP, "ts=18446744073709551615", ",\"timestamp\":\"18446744073709551615\"}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r.present = cases[i].has;
        SAYS(cells(csv(&r, &nowhere)), cases[i].csv);
        SAYS(json(&r, &nowhere) + strlen("{\"offset\":4294967296,\"size\":99"), cases[i].json);
    }
}

static void test_operations(void)
{
    static const struct {
        unsigned op_class, payload;
        const char *csv, *json;
    } cases[] = {
        {0, 0x00, "op=OTHER;subclass=other;conditional=0;indirect=0", "\"OTHER\",\"subclass\":\"other\"}\n"},
        {0, 0x01, "op=OTHER;subclass=other;conditional=1;indirect=0",
         "\"OTHER\",\"subclass\":\"other\",\"conditional\":true}\n"},
        {0, 0x2c, "op=OTHER;subclass=\"data processing, SVE vector\";sve_evl=128;sve_pred=1;conditional=0;indirect=0",
         "\"OTHER\",\"subclass\":\"data processing, SVE vector\",\"evl_bits\":128,\"predicated\":true}\n"},
        {0, 0xfc, "op=OTHER;subclass=\"data processing, SME array\";conditional=0;indirect=0",
         "\"OTHER\",\"subclass\":\"data processing, SME array\",\"ets_bits\":4294967295}\n"},
        {0, 0x88, "op=OTHER;subclass=\"data processing, SME array\";conditional=0;indirect=0",
         "\"OTHER\",\"subclass\":\"data processing, SME array\",\"ets_bits\":128}\n"},
        {1, 0x00, "op=LD;atomic=0;excl=0;ar=0;subclass=general-purpose registers;conditional=0;indirect=0",
         "\"LD\",\"subclass\":\"general-purpose registers\"}\n"},
        {1, 0x07, "op=ST;atomic=1;excl=0;ar=0;subclass=extended;conditional=0;indirect=0",
         "\"ST\",\"subclass\":\"extended\",\"atomic\":true}\n"},
        {1, 0x0a, "op=LD;atomic=0;excl=1;ar=0;subclass=extended;conditional=0;indirect=0",
         "\"LD\",\"subclass\":\"extended\",\"exclusive\":true}\n"},
        {1, 0x13, "op=ST;atomic=0;excl=0;ar=1;subclass=extended;conditional=0;indirect=0",
         "\"ST\",\"subclass\":\"extended\",\"acquire_release\":true}\n"},
        {1, 0x24, "op=OTHER;subclass=reserved;conditional=0;indirect=0", "\"OTHER\",\"subclass\":\"reserved\"}\n"},
        {1, 0x27, "op=OTHER;subclass=reserved;conditional=0;indirect=0", "\"OTHER\",\"subclass\":\"reserved\"}\n"},
        {1, 0x88,
         "op=LD;atomic=0;excl=0;ar=0;subclass=SVE or SME registers;sve_evl=32;sve_pred=0;sve_sg=1;conditional=0;"
         "indirect=0",
         "\"LD\",\"subclass\":\"SVE or SME registers\",\"evl_bits\":32,\"gather_scatter\":true}\n"},
        {2, 0x03, "op=B;subclass=branch or exception return;conditional=1;indirect=1",
         "\"B\",\"subclass\":\"branch or exception return\",\"conditional\":true,\"indirect\":true}\n"},
        {2, 0x0c, "op=B;subclass=branch or exception return;conditional=0;indirect=0",
         "\"B\",\"subclass\":\"branch or exception return\",\"gcs\":true,\"branch_kind\":\"branch with link\"}\n"},
        {2, 0x12, "op=B;subclass=branch or exception return;conditional=0;indirect=1",
         "\"B\",\"subclass\":\"branch or exception return\",\"indirect\":true,\"branch_kind\":\"return\"}\n"},
        {3, 0x00, "op=OTHER;subclass=reserved;conditional=0;indirect=0", "\"OTHER\",\"subclass\":\"reserved\"}\n"},
        {4, 0x00, "", NULL}, /* a CLASS that does not exist */
    };
    for (size_t twice = 0; twice < 2 * sizeof cases / sizeof cases[0]; twice++) { /* the second time, from memory */
        const size_t i = twice / 2;
        const struct spe_record r = {.present = SPE_HAS_OPERATION,
                                     .op_class = (uint8_t)cases[i].op_class,
                                     .op_payload = (uint8_t)cases[i].payload};
        SAYS(cells(csv(&r, &nowhere)), cases[i].csv);
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
        snprintf(want, sizeof want,
                 "{\"offset\":0,\"size\":0,\"pc_address\":\"0x0\",\"pc_el\":0,\"pc_state\":\"%s\"}\n", states[i]);
        SAYS(json(&r, &nowhere), want);
    }
    r = (struct spe_record){.present = SPE_HAS_DATA_SOURCE, .data_source = 1};
    SAYS(cells(csv(&r, &hip12)), "cpu=0;data_source=1;data_source_name=\"peer CPU, modified\";memory_level=peer core");
    SAYS(json(&r, &hip12), "{\"offset\":0,\"size\":0,\"data_source\":1,\"cpu\":0,\"memory_level\":\"peer core\","
                           "\"memory_peer\":true,\"memory_modified\":true,"
                           "\"data_source_name\":\"peer CPU, modified\"}\n");
    r.present = 0;
    SAYS(cells(csv(&r, &hip12)), "cpu=0");
    char header[RECORD_LINE_MAX];
    const size_t length = record_csv_header(header);
    is(length, strlen(header), "the header's length");
    struct record_writer writer = {.later_count = 0};
    record_writer_begin(&writer, &hip12);
    is(count_of(header, ","), 35 + writer.later_count, "36 columns, and those that were added later");
}

/* Threads whose names have up to 129 characters, many of which need quotes or escapes. */
static struct record_thread find(const void *context, const struct thread_question *question)
{
    const struct thread_names *names = context;
    const uint32_t n = question->context == THREAD_NONE ? question->traced : question->context;
    return (struct record_thread){.pid = n % 5 ? n / 3 : THREAD_NONE,
                                  .tid = n % 7 ? n : THREAD_NONE,
                                  .name = n % 11 ? n % (uint32_t)names->count : THREAD_NONE,
                                  .from = n % 3};
}

static void test_threads(void)
{
    static char text[258 * 129];
    static int32_t ends[259];
    const struct thread_names names = {text, ends, 258};
    const struct thread_finder finder = {.find = find, .context = &names, .names = names, .knows = 1};
    struct record_core core = core7;
    struct spe_record r = {.present = SPE_HAS_CONTEXT_EL1};
    char want[RECORD_LINE_MAX];
    int bad = 0;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "a,\\\"b"[i % 5];
    for (int i = 0; i < 258; i++)
        ends[i + 1] = ends[i] + (i * 7 % 259) / 2;
    core.threads = &finder;
    for (unsigned i = 0; i < 3000; i++) {
        static struct record_writer fresh;
        memset(&fresh, 0, sizeof fresh);
        r.context_el1 = i / 2;
        record_writer_begin(&fresh, &core);
        record_to_csv(&fresh, &r, want);
        cut_later(want, &fresh);
        bad += strcmp(csv(&r, &core), want) != 0;
        memset(&fresh, 0, sizeof fresh);
        record_writer_begin(&fresh, &core);
        record_to_json(&fresh, &r, want);
        bad += strcmp(json(&r, &core), want) != 0;
    }
    is(bad, 0, "threads: remembered texts are the same as new ones");
    r.context_el1 = 2;
    ok(strstr(csv(&r, &core), ",2,0,\"\"\"ba,\\\"\"b\",switch\n") != NULL,
       "CSV: a name with a comma and quotation marks");
    ok(strstr(json(&r, &core), ",\"pid\":0,\"thread_name\":\"\\\"ba,\\\\\\\"b\",\"tid_from\":\"switch\"}\n") != NULL,
       "JSON: ... and a backslash");
    r.context_el1 = 1;
    ok(strstr(csv(&r, &core), ",1,0,\"a,\\\",trace\n") != NULL, "CSV: a comma");
    r.context_el1 = 258;
    ok(strstr(csv(&r, &core), ",258,86,,context\n") != NULL, "... an empty name");
}

/* More operations and sets of events than are stored; and another core, with other names. */
static void test_remembered(void)
{
    struct spe_record r = {.present = SPE_HAS_EVENTS | SPE_HAS_OPERATION};
    char want[RECORD_LINE_MAX];
    int bad = 0;
    for (unsigned i = 0; i < 5000; i++) {
        struct record_writer fresh;
        memset(&fresh, 0, sizeof fresh);
        r.events = i % 3 == 1 ? (uint64_t)i * 7 : i % 3 ? (uint64_t)(i % 16) << 12 : UINT64_MAX << i % 60;
        r.op_class = (uint8_t)(i % 3);
        r.op_payload = (uint8_t)(i >> 3);
        const struct record_core *core = i / 100 % 2 ? &core7 : &hip12;
        record_writer_begin(&fresh, core);
        record_to_csv(&fresh, &r, want);
        cut_later(want, &fresh);
        bad += strcmp(csv(&r, core), want) != 0;
        memset(&fresh, 0, sizeof fresh);
        record_writer_begin(&fresh, core);
        record_to_json(&fresh, &r, want);
        bad += strcmp(json(&r, core), want) != 0;
    }
    is(bad, 0, "remembered texts are the same as new ones");
}

/* The members of JSON are those of the library's table, in its order, except event_names. */
static void test_table(void)
{
    struct spe_record r = full();
    struct record_core core = core7;
    int last = -1, bad = 0, members = 0;
    core.clock = two_ns;
    for (unsigned op = 0; op < 1024; op++) {
        r.op_class = (uint8_t)(op >> 8);
        r.op_payload = (uint8_t)op;
        r.events = op % 2 ? UINT64_MAX : 2;
        r.data_source = (uint16_t)(op % 16);
        last = -1;
        for (char *at = strstr(json(&r, &core), "\""), *end; at && strncmp(at, "\"event_names", 12) != 0; members++) {
            end = strstr(at + 1, "\"");
            *end = 0;
            const int number = spe_arrow_column_find(at + 1);
            if (number <= last && !bad++)
                printf("# %s: its column is %d, and that of the member before it %d\n", at + 1, number, last);
            last = number;
            at = strstr(end + 1, ",\"");
            at = at ? at + 1 : NULL;
        }
    }
    ok(members > 1024 * 20, "members");
    is(bad, 0, "... have the table's names and order");
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
        bad += strlen(csv(&r, &core7)) > RECORD_LINE_MAX / 2 || line[strlen(line) - 1] != '\n';
        bad += strlen(json(&r, &core7)) > RECORD_LINE_MAX / 2 || line[strlen(line) - 1] != '\n';
    }
    is(bad, 0, "every line fits");
}

int main(void)
{
    test_full();
    test_absent();
    test_operations();
    test_names();
    test_remembered();
    test_threads();
    test_table();
    test_longest();
    return tap_done();
}
