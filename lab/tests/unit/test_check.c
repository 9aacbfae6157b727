/* SPDX-License-Identifier: MIT */
/*
 * The checker: rules of single packets with bytes that break them and the nearest that do not (reference_rules.h), what
 * it refuses, the rules' rows, and the published captures, which conform. Rules of records are in
 * test_check_reference.c; a rule that has no case in either fails here.
 */
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"
#include "rooms.h"

/* -- records that conform -- */

#define LOAD_HAS                                                                                                       \
    (SPE_HAS_PC | SPE_HAS_DATA_VA | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY |      \
     SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP)
#define BRANCH_HAS                                                                                                     \
    (SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_OPERATION |          \
     SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP)
#define OTHER_HAS (BRANCH_HAS & ~SPE_HAS_BRANCH_TARGET)

enum { LOAD, BRANCH, OTHER, BASES };

static const struct spe_record bases[BASES] = {
    [LOAD] = {.present = LOAD_HAS, .op_class = 1, .events = 0x16, .events_size = 4, .size = 48, .pc = 0x1000},
    [BRANCH] = {.present = BRANCH_HAS, .op_class = 2, .op_payload = 1, .events = 0x2, .events_size = 4, .size = 48},
    [OTHER] = {.present = OTHER_HAS, .op_class = 0, .events = 0x2, .events_size = 4, .size = 48},
};

/* A core's properties, in a short form */
struct core {
    uint8_t version;
    uint64_t flags;
    uint8_t counter_bits;
    uint32_t max, align;
};

static struct spe_features features_of(const struct core *core)
{
    struct spe_features f = {.size = sizeof f, .flags = core->flags, .version = core->version};
    f.counter_bits = core->counter_bits;
    f.max_record_size = core->max;
    f.alignment = core->align;
    return f;
}

#define R(what) SPE_RULE_##what
struct bytes_example {
    int rule;
    uint8_t counter_bits;
    unsigned at; /* offset of the finding */
    const char *bad, *good;
    unsigned bad_size, good_size;
};

static const struct bytes_example bytes_examples[] = {
#define BYTES_EXAMPLE(rule, counter_bits, at, bad, good)                                                               \
    {SPE_RULE_##rule, counter_bits, at, bad, good, sizeof(bad) - 1, sizeof(good) - 1},
#include "reference_rules.h"
};

static const struct spe_finding *find(const struct spe_finding *found, int n, int rule)
{
    for (int i = 0; i < n; i++)
        if ((int)found[i].rule == rule)
            return &found[i];
    return NULL;
}

/* How many cases a rule has, here and in test_check_reference.c */
static int covered[ROOM_RULES] = {
#define WHEN(rule, ...) [SPE_RULE_##rule] = 1,
#include "reference_rules.h"
};

static void test_bytes_examples(void)
{
    struct spe_finding found[8];
    for (size_t i = 0; i < sizeof bytes_examples / sizeof bytes_examples[0]; i++) {
        const struct bytes_example *x = &bytes_examples[i];
        const struct core core = {.counter_bits = x->counter_bits};
        const struct spe_features features = features_of(&core);
        spe_check c;
        spe_check_init(&c, &features);
        int n = spe_check_bytes(&c, x->bad, x->bad_size, 1000, found, 8);
        const struct spe_finding *f = find(found, n, x->rule);
        const int bad = !f || f->offset != 1000 + x->at || (int)f->severity != spe_rule_severity((unsigned)x->rule);
        n = spe_check_bytes(&c, x->good, x->good_size, 1000, found, 8);
        covered[x->rule]++;
        if (!ok(!bad && n >= 0 && !find(found, n, x->rule), spe_rule_name((unsigned)x->rule)))
            diag("bytes example %zu", i);
    }
}

static void test_rules(void)
{
    int bad = 0, uncovered = 0;
    for (unsigned rule = 0; rule < spe_rule_count(); rule++) {
        const char *name = spe_rule_name(rule), *text = spe_rule_text(rule), *section = spe_rule_section(rule);
        if (!name || !text || !section) {
            diag("rule %u has no row", rule);
            bad++;
            continue;
        }
        bad += spe_rule_find(name) != (int)rule || text[strlen(text) - 1] != '.' || strlen(section) < 4;
        bad += strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name);
        bad += spe_rule_severity(rule) < SPE_CHECK_WARNING || spe_rule_severity(rule) > SPE_CHECK_NOTE;
        if (!covered[rule])
            diag("%s has no case", name);
        uncovered += !covered[rule];
    }
    is(bad, 0, "every rule has a unique name, a section, a sentence and a severity");
    is(uncovered, 0, "every rule has a case");
    ok(!spe_rule_name(spe_rule_count()) && !spe_rule_text(spe_rule_count()) && !spe_rule_section(spe_rule_count()),
       "an unknown rule has no name");
    is(spe_rule_severity(spe_rule_count()), SPE_E_ARG, "... nor severity");
    is(spe_rule_find("no-such-rule"), SPE_E_NAME, "an unknown name");
    is(spe_rule_find("pc"), SPE_E_NAME, "a name's beginning");
    is(spe_rule_find(NULL), SPE_E_ARG, "NULL name");
    is(spe_rule_find("events-missing"), 0, "a name");
}

/* If nothing is known of the core, only rules for every core are checked. If the core has everything, no rule about
 * missing features is broken. */
static void test_feature_ends(void)
{
    static const int by_feature[] = {
        R(FP_ASE), R(SVE),        R(SME),           R(UNSPECIFIED_REGISTERS), R(ALLOCATION_TAGS),
        R(NV2),    R(ATOMIC),     R(SVE_REGISTERS), R(SVE_LOAD_PREDICATED),   R(MEMORY_COPY_SET),
        R(GCS),    R(GCS_BRANCH), R(CALL_RETURN),   R(EVL_OVER_2048)};
    struct spe_finding found[ROOM_RULES];
    struct spe_features all = SPE_FEATURES_INIT;
    spe_check none, every;
    struct spe_record r;
    int bad = 0;
    is(spe_check_all_features(NULL), SPE_E_ARG, "all features: NULL");
    is(spe_check_all_features(&all), SPE_OK, "all features");
    is(spe_check_init(&none, NULL), SPE_OK, "no features");
    is(spe_check_init(&every, &all), SPE_OK, "every feature");
    for (unsigned base = 0; base < BASES; base++) {
        r = bases[base];
        bad += spe_check_record(&none, &r, found, ROOM_RULES) != 0;
    }
    is(bad, 0, "plain records conform");
    for (unsigned op = 0; op < 3 * 256; op++) {
        struct spe_op taken;
        r = bases[LOAD];
        r.op_class = (uint8_t)(op >> 8);
        r.op_payload = (uint8_t)op;
        spe_op_decode(r.op_class, r.op_payload, &taken);
        const int n = spe_check_record(&every, &r, found, ROOM_RULES);
        for (size_t i = 0; i < sizeof by_feature / sizeof by_feature[0]; i++)
            bad += find(found, n, by_feature[i]) != NULL;
        bad += (find(found, n, SPE_RULE_OPERATION_RESERVED) != NULL) != taken.reserved_value;
    }
    is(bad, 0, "with every feature, every operation type that is not reserved is permitted");
    r = bases[LOAD];
    r.events_size = 0;
    r.events = UINT64_C(0xffff0000ffffffff);
    const int n = spe_check_record(&none, &r, found, ROOM_RULES);
    for (int rule = SPE_RULE_EVENT_RESERVED; rule <= SPE_RULE_EVENT_V1P4; rule++)
        bad += find(found, n, rule) != NULL;
    is(bad, 0, "with nothing known, every event that is not reserved is permitted");
    r = bases[LOAD];
    r.events_size = 0;
    is(spe_check_record(&none, &r, found, ROOM_RULES), 0, "sizes that a record does not have are not checked");
}

/* The bytes before the first record are not known; they may be padding that belongs to it. */
static void test_first_record(void)
{
    const struct spe_features f = {.size = sizeof f, .alignment = 64};
    struct spe_finding found[ROOM_RULES];
    struct spe_record r = bases[LOAD];
    spe_check c;
    spe_check_init(&c, &f);
    r.offset = 9;
    is(spe_check_record(&c, &r, found, ROOM_RULES), 0, "the first record's start is not checked");
    r.offset += r.size;
    r.timestamp++;
    is(spe_check_record(&c, &r, found, ROOM_RULES), 1, "the second one's is checked");
    is(found[0].rule, SPE_RULE_RECORD_MISALIGNED, "... record-misaligned");
}

/* Without a Timestamp two samples of a loop may be the same. */
static void test_same_records(void)
{
    struct spe_finding found[ROOM_RULES];
    struct spe_record r = bases[LOAD];
    spe_check c;
    spe_check_init(&c, NULL);
    r.present = (r.present & ~SPE_HAS_TIMESTAMP) | SPE_HAS_END;
    int n = spe_check_record(&c, &r, found, ROOM_RULES);
    r.offset += 64;
    n += spe_check_record(&c, &r, found, ROOM_RULES);
    is(n, 0, "two records with End may be the same");
}

static void test_capacity(void)
{
    static const struct spe_record empty;
    struct spe_finding all[ROOM_RULES], some[3];
    spe_check c;
    spe_check_init(&c, NULL);
    const int n = spe_check_record(&c, &empty, all, ROOM_RULES);
    is(n, 2, "an empty record: no Events, no end");
    is(spe_check_record(&c, &empty, NULL, 0), n, "counted without an array");
    memset(some, 0x5a, sizeof some);
    is(spe_check_record(&c, &empty, some, 1), n, "counted with a short one");
    ok(!memcmp(&some[0], &all[0], sizeof all[0]) && some[1].rule == 0x5a5a5a5a, "... one entry of which is set");
    is(spe_check_bytes(&c, "\1\1", 2, 0, NULL, 0), 1, "bytes: counted without an array");
    is(spe_check_bytes(&c, NULL, 0, 0, all, ROOM_RULES), 0, "no bytes");
}

static void test_refusals(void)
{
    struct spe_features f = {.size = sizeof f};
    struct spe_record r = bases[LOAD];
    struct spe_finding found[1];
    spe_check c;
    memset(&c, 0, sizeof c);
    is(spe_check_record(&c, &r, found, 1), SPE_E_STATE, "not initialised");
    is(spe_check_bytes(&c, "\1", 1, 0, found, 1), SPE_E_STATE, "bytes: not initialised");
    is(spe_check_init(NULL, &f), SPE_E_ARG, "init: NULL");
    f.size = 31;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: short");
    f.size = sizeof f, f.reserved[9] = 1;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: unknown byte");
    f.reserved[9] = 0, f.flags = ~spe_features_all() & (0u - ~spe_features_all());
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: unknown flag");
    f.flags = 1u << 31;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: unknown flag between known ones");
    f.flags = 0, f.counter_bits = 13;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: counter_bits");
    f.counter_bits = 16, f.max_record_size = 100;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: max_record_size");
    f.max_record_size = 64, f.alignment = 4096;
    is(spe_check_init(&c, &f), SPE_E_CONFIG, "init: alignment");
    is(spe_check_record(&c, &r, found, 1), SPE_E_STATE, "... after which it is not usable");
    f.alignment = 0, f.version = 0, f.counter_bits = 12;
    struct spe_finding all[ROOM_RULES];
    const struct spe_record large = {.size = 65,
                                     .present = SPE_HAS_EVENTS | SPE_HAS_END | SPE_HAS_TOTAL_LATENCY,
                                     .total_latency = 0x1000,
                                     .events_size = 1};
    spe_check_init(&c, &f);
    int n = spe_check_record(&c, &large, all, ROOM_RULES);
    ok(find(all, n, SPE_RULE_RECORD_TOO_LONG) && find(all, n, SPE_RULE_COUNTER_TOO_LARGE),
       "version 0: the largest record and the size of counters still apply");
    f.max_record_size = 0, f.counter_bits = 0;
    spe_check_init(&c, &f);
    n = spe_check_record(&c, &large, all, ROOM_RULES);
    ok(!find(all, n, SPE_RULE_RECORD_TOO_LONG) && !find(all, n, SPE_RULE_COUNTER_TOO_LARGE), "... unless they are 0");
    f.max_record_size = 64, f.counter_bits = 16;
    f.alignment = 64;
    is(spe_check_init(&c, &f), SPE_OK, "init");
    is(spe_check_record(NULL, &r, found, 1), SPE_E_ARG, "record: NULL context");
    is(spe_check_record(&c, NULL, found, 1), SPE_E_ARG, "record: NULL record");
    is(spe_check_record(&c, &r, NULL, 1), SPE_E_ARG, "record: NULL findings");
    is(spe_check_bytes(NULL, "\1", 1, 0, found, 1), SPE_E_ARG, "bytes: NULL context");
    is(spe_check_bytes(&c, NULL, 1, 0, found, 1), SPE_E_ARG, "bytes: NULL");
    is(spe_check_bytes(&c, "\1", 1, 0, NULL, 1), SPE_E_ARG, "bytes: NULL findings");
    is(sizeof(struct spe_finding), 16, "struct spe_finding has its published size");
    is(sizeof(spe_check), SPE_CHECK_SIZE, "spe_check has its published size");
}

/* Random bytes: each record and its packets are checked with a core of every version. */
static void test_any_bytes(void)
{
    static uint8_t bytes[20000];
    struct spe_finding found[4];
    size_t findings = 0;
    int bad = 0;
    for (uint8_t version = 0; version <= 7; version++) {
        const struct spe_features f = {.size = sizeof f, .version = version, .flags = version & 1 ? 0x00ff3fff : 0};
        struct spe_record r;
        spe_decoder d;
        spe_check c;
        random_stream(bytes, sizeof bytes);
        bad += spe_check_init(&c, &f) != SPE_OK;
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, bytes, sizeof bytes);
        while (spe_decoder_next(&d, &r) == 1) {
            const int n = spe_check_record(&c, &r, found, 4);
            const int m = spe_check_bytes(&c, bytes + r.offset, (size_t)r.size, r.offset, found, 4);
            bad += n < 0 || n > (int)spe_rule_count() || m < 0;
            bad += m > 0 && (found[0].offset < r.offset || found[0].offset >= r.offset + r.size);
            findings += (size_t)n + (size_t)m;
        }
    }
    is(bad, 0, "any bytes can be checked");
    ok(findings > 1000, "and many break a rule");
}

/* -- the captures -- */

/* Reads the bytes of a capture, whose lines are "OFFSET | BYTES | TEXT". */
static size_t read_capture(const char *name, uint8_t *bytes)
{
    char path[128], line[256];
    size_t n = 0;
    snprintf(path, sizeof path, LAB "../tests/captures/%s.txt", name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *at = strchr(line, '|'), *end = at;
        if (line[0] == '#' || !at)
            continue;
        for (at++;; at = end) {
            const unsigned long byte = strtoul(at, &end, 16);
            if (end == at)
                break;
            bytes[n++] = (uint8_t)byte;
        }
    }
    if (file)
        fclose(file);
    return n;
}

/*
 * What is known of the cores: the Neoverse and WindowsPerf ones have FEAT_SPE or FEAT_SPEv1p1 with 64-byte slots; the
 * others are not named. The KVM guest's last record is cut off, because the dump ends there.
 */
static const struct {
    const char *name;
    struct core core;
    int cut; /* the last record lacks its end */
} captures[] = {
    {"neoverse-fixed-slots", {1, SPE_FEATURE_LDS | SPE_FEATURE_LSE, 12, 64, 64}, 0},
    {"windowsperf-branch-end", {1, SPE_FEATURE_LDS, 12, 64, 64}, 0},
    {"windowsperf-branch-timestamp", {1, SPE_FEATURE_LDS, 12, 64, 64}, 0},
    {"hisilicon-packed-branches", {1, SPE_FEATURE_LSE, 12, 64, 4}, 0},
    {"kvm-guest-2020", {1, SPE_FEATURE_LSE, 12, 64, 4}, 1},
};

static void check_capture(const uint8_t *bytes, size_t len, const struct spe_features *features, int cut)
{
    struct spe_finding found[ROOM_RULES];
    struct spe_record r;
    spe_decoder d;
    spe_check c;
    int bad = 0, last;
    spe_check_init(&c, features);
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    for (;;) {
        last = spe_decoder_next(&d, &r) == 0;
        if (last && spe_decoder_finish(&d, &r) == 0)
            break;
        const int n = spe_check_record(&c, &r, found, ROOM_RULES);
        const int m = spe_check_bytes(&c, bytes + r.offset, (size_t)r.size, r.offset, NULL, 0);
        for (int i = 0; i < n; i++)
            diag("%s at %u", spe_rule_name(found[i].rule), (unsigned)r.offset);
        bad += n;
        if (last) /* missing bytes break no rule; the last packet is cut off */
            bad += !cut;
        else
            bad += m;
        if (last)
            break;
    }
    is(bad, 0, cut ? "... conforms up to where it is cut" : "... conforms");
}

static void test_captures(void)
{
    static uint8_t bytes[8192];
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        const struct spe_features features = features_of(&captures[i].core);
        const size_t len = read_capture(captures[i].name, bytes);
        ok(len > 0, captures[i].name);
        check_capture(bytes, len, &features, captures[i].cut);
        check_capture(bytes, len, NULL, captures[i].cut);
    }
}

int main(void)
{
    test_bytes_examples();
    test_rules();
    test_feature_ends();
    test_first_record();
    test_same_records();
    test_capacity();
    test_refusals();
    test_any_bytes();
    test_captures();
    return tap_done();
}
