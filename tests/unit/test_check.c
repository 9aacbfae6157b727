/* SPDX-License-Identifier: MIT */
/*
 * Conformance: each rule is broken by one record, alone, and kept by the nearest that does not break it. Rules without a
 * case fail the test.
 */
#include <libspe/spe.h>
#include <stddef.h>
#include <string.h>

#include "tap.h"

/* What a core may have: 12-bit counters, 64-byte records. */
static struct spe_features core(void)
{
    struct spe_features f;
    spe_features_everything(&f);
    f.flags &= ~SPE_FEATURE_CRR;
    f.counter_bits = 12;
    f.max_record_size = f.alignment = 64;
    return f;
}

#define USUAL                                                                                                          \
    (SPE_HAS_PC | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_OPERATION | SPE_HAS_EVENTS |                 \
     SPE_HAS_TIMESTAMP)

static struct spe_record load(void)
{
    return (struct spe_record){
        .offset = 128,
        .size = 64,
        .pc = UINT64_C(0xa000000000400000),
        .data_va = 0x1000,
        .data_pa = UINT64_C(0x8000000000001000),
        .events = 0x16,
        .present = USUAL | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_DATA_SOURCE,
        .total_latency = 100,
        .issue_latency = 10,
        .translation_latency = 5,
        .op_class = SPE_CLASS_LOAD_STORE,
        .events_size = 4,
        .data_source_size = 1,
    };
}

static struct spe_record branch(void)
{
    return (struct spe_record){
        .pc = UINT64_C(0xa000000000400000),
        .branch_target = UINT64_C(0xa000000000400100),
        .size = 64,
        .events = 0x02,
        .present = USUAL | SPE_HAS_BRANCH_TARGET,
        .total_latency = 10,
        .issue_latency = 1,
        .op_class = SPE_CLASS_BRANCH,
        .op_payload = 1, /* conditional */
        .events_size = 4,
    };
}

/* -- cases -- */

enum { LOAD, BRANCH, OTHER };

static const struct kase {
    const char *rule;
    unsigned kind;                    /* which record it begins with */
    uint32_t drop, add;               /* packets that it loses and gains */
    uint64_t on, off;                 /* events */
    uint32_t flags;                   /* set */
    int payload;                      /* of the operation, if not 0; with CLASS it stays in its class */
    uint32_t without;                 /* features that the core does not have */
    unsigned version;                 /* of the core, if not 0 */
    uint16_t issue, translation, alt; /* latencies, if not 0 */
    uint64_t size, offset, pc, pa;    /* if not 0 */
} cases[] = {
    {"events-missing", .drop = SPE_HAS_EVENTS, .off = ~UINT64_C(0), .flags = SPE_RECORD_NO_EVENTS},
    {"end-missing", .drop = SPE_HAS_TIMESTAMP | SPE_HAS_PC | SPE_HAS_OPERATION, .flags = SPE_RECORD_TRUNCATED},
    {"pc-missing", .drop = SPE_HAS_PC},
    {"operation-missing", .kind = BRANCH, .drop = SPE_HAS_OPERATION},
    {"total-latency-missing", .drop = SPE_HAS_TOTAL_LATENCY},
    {"issue-latency-missing", .drop = SPE_HAS_ISSUE_LATENCY},
    {"target-missing", .kind = BRANCH, .drop = SPE_HAS_BRANCH_TARGET},
    {"data-va-missing", .drop = SPE_HAS_DATA_VA | SPE_HAS_DATA_PA},
    {"data-pa-alone", .payload = 0x30, .drop = SPE_HAS_DATA_VA},
    {"translation-latency-missing", .drop = SPE_HAS_TRANSLATION_LATENCY},
    {"data-source-elsewhere", .kind = BRANCH, .add = SPE_HAS_DATA_SOURCE},
    {"repeated-packet", .flags = SPE_RECORD_REPEATED},
    {"unknown-packet", .flags = SPE_RECORD_UNKNOWN},
    {"reserved-header", .flags = SPE_RECORD_RESERVED_HEADER},
    {"reserved-value", .flags = SPE_RECORD_RESERVED_VALUE},
    {"too-long", .size = 65},
    {"too-long", .flags = SPE_RECORD_OVER_LONG},
    {"misaligned", .offset = 130},
    {"empty-not-partial", .on = 1u << 18},
    {"l1d-refill-alone", .on = 1u << 3, .off = 1u << 2},
    {"tlb-walk-alone", .on = 1u << 5, .off = 1u << 4},
    {"ll-miss-alone", .on = 1u << 9},
    {"l2d-miss-alone", .on = 1u << 20},
    {"not-taken-always", .kind = BRANCH, .on = 1u << 6, .payload = 2},
    {"mispredicted-no-branch", .on = 1u << 7},
    {"issue-over-total", .issue = 101},
    {"translation-over-total", .translation = 101},
    {"counter-too-large", .alt = 0x1000},
    {"alt-clock-missing", .add = SPE_HAS_ALT_ISSUE_LATENCY, .without = SPE_FEATURE_ALTCLK},
    {"pbt-missing", .add = SPE_HAS_PREV_BRANCH_TARGET, .without = SPE_FEATURE_PBT},
    {"rme-missing", .pc = UINT64_C(0xb000000000400000), .without = SPE_FEATURE_RME},
    {"mte-missing", .pa = UINT64_C(0xc000000000001000), .without = SPE_FEATURE_MTE},
    {"mte-missing", .pa = UINT64_C(0x8100000000001000), .without = SPE_FEATURE_MTE},
    {"lds-missing", .without = SPE_FEATURE_LDS},
    {"event-v1p1", .on = 1u << 11, .version = SPE_V1P0},
    {"event-tme", .on = 1u << 16, .without = SPE_FEATURE_TME},
    {"event-vector", .on = 1u << 17, .without = SPE_FEATURE_SVE | SPE_FEATURE_SME},
    {"event-vector", .on = 1u << 17, .version = SPE_V1P0},
    {"event-v1p4", .on = 1u << 19, .version = SPE_V1P3},
    {"event-v1p4", .on = 1u << 23, .version = SPE_V1P3},
    {"event-sme", .on = 1u << 24, .without = SPE_FEATURE_SME},
    {"event-sme", .on = 1u << 25, .without = SPE_FEATURE_SME},
    {"event-reserved", .on = 1u << 26},
    {"event-reserved", .on = 1u << 31},
    {"fp-flags", .kind = OTHER, .payload = 2, .without = SPE_FEATURE_FPF},
    {"fp-flags", .kind = OTHER, .payload = 4, .without = SPE_FEATURE_FPF},
    {"operation-sve", .kind = OTHER, .payload = 0x28, .without = SPE_FEATURE_SVE | SPE_FEATURE_SME},
    {"operation-sve", .kind = OTHER, .payload = 0x28, .version = SPE_V1P0},
    {"operation-sme", .kind = OTHER, .payload = 0x88, .without = SPE_FEATURE_SME},
    {"operation-unspecified", .payload = 0x10, .version = SPE_V1P0},
    {"operation-tag", .payload = 0x14, .version = SPE_V1P2},
    {"operation-tag", .payload = 0x14, .without = SPE_FEATURE_MTE},
    {"operation-nv2", .payload = 0x30, .without = SPE_FEATURE_NV2},
    {"operation-sve-memory", .payload = 0x28, .without = SPE_FEATURE_SVE | SPE_FEATURE_SME},
    {"operation-copy", .payload = 0x20, .version = SPE_V1P2},
    {"operation-copy", .payload = 0x20, .without = SPE_FEATURE_MOPS},
    {"operation-set", .payload = 0x25, .without = SPE_FEATURE_MOPS},
    {"operation-gcs", .payload = 0x40, .version = SPE_V1P3},
    {"operation-gcs", .payload = 0x40, .without = SPE_FEATURE_GCS},
    {"branch-gcs", .kind = BRANCH, .payload = 5, .without = SPE_FEATURE_GCS},
    {"atomic-lse", .payload = 0x06, .without = SPE_FEATURE_LSE},
    {"evl-over-2048", .payload = 0x78, .without = SPE_FEATURE_SME},
    {"cr-recorded", .kind = BRANCH, .payload = 9}, /* the core here has no FEAT_SPE_CRR */
};

#define CASES (sizeof cases / sizeof cases[0])

static struct spe_record make(const struct kase *k)
{
    struct spe_record r = k->kind == BRANCH ? branch() : load();
    if (k->kind == OTHER) {
        r = branch();
        r.op_class = SPE_CLASS_OTHER;
        r.present &= ~SPE_HAS_BRANCH_TARGET;
    }
    r.present = (r.present & ~k->drop) | k->add;
    r.events = (r.events & ~k->off) | k->on;
    r.flags = k->flags;
    r.op_payload = k->payload ? (uint8_t)k->payload : r.op_payload;
    r.issue_latency = k->issue ? k->issue : r.issue_latency;
    r.translation_latency = k->translation ? k->translation : r.translation_latency;
    r.alt_issue_latency = k->alt;
    r.size = k->size ? k->size : r.size;
    r.offset = k->offset ? k->offset : r.offset;
    r.pc = k->pc ? k->pc : r.pc;
    r.data_pa = k->pa ? k->pa : r.data_pa;
    if (k->alt)
        r.present |= SPE_HAS_ALT_ISSUE_LATENCY, r.total_latency = 0x0fff;
    return r;
}

static uint64_t check_one(const struct spe_record *r, const struct spe_features *f)
{
    struct spe_check check;
    spe_check_init(&check, f);
    return spe_check_record(&check, r);
}

static uint64_t rule_bit(const char *name)
{
    const int rule = spe_rule_find(name);
    return rule < 0 ? 0 : UINT64_C(1) << rule;
}

static void test_cases(void)
{
    uint64_t seen = rule_bit("cr-missing") | rule_bit("events-resized") | rule_bit("data-source-resized"); /* below */
    int bad = 0, excused_bad = 0;
    for (size_t i = 0; i < CASES; i++) {
        const struct kase *k = &cases[i];
        struct spe_features f = core();
        const struct spe_record r = make(k);
        f.flags &= ~k->without;
        f.version = k->version ? (uint8_t)k->version : f.version;
        const uint64_t found = check_one(&r, &f), want = rule_bit(k->rule);
        if (!want || found != want) {
            bad++;
            diag("%s: found 0x%llx, want 0x%llx", k->rule, (unsigned long long)found, (unsigned long long)want);
        }
        f = core();
        if (k->without || k->version) /* the same record on a core that has it */
            excused_bad += check_one(&r, &f) != 0;
        seen |= want;
    }
    is(bad, 0, "each record breaks its rule and no other");
    is(excused_bad, 0, "none on a core that has the features");
    unsigned rules = 0;
    for (int without_case = 0; spe_rule_name(rules); rules++) {
        without_case = !(seen >> rules & 1);
        if (without_case)
            ok(0, spe_rule_name(rules));
    }
    is(rules, 55, "all rules have a case");
}

static void test_kept(void)
{
    static const struct kase kept[] = {
        {"a load", .kind = LOAD},
        {"a branch", .kind = BRANCH},
        {"another operation", .kind = OTHER},
        {"an empty and partial predicate", .on = 3u << 17},
        {"a refill with an access", .on = 1u << 3},
        {"a walk with an access", .on = 1u << 5},
        {"a last level miss with an access", .on = 3u << 8},
        {"a level 2 miss with an access", .on = 3u << 19},
        {"a conditional branch, not taken, without target", .kind = BRANCH, .drop = SPE_HAS_BRANCH_TARGET,
         .on = 1u << 6},
        {"a mispredicted branch", .kind = BRANCH, .on = 1u << 7},
        {"not retired, nothing else", .drop = USUAL & ~(SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP), .off = 2},
        {"an exception, nothing else", .drop = USUAL & ~(SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP), .on = 1},
        {"an NV2 access without addresses", .drop = SPE_HAS_DATA_VA | SPE_HAS_DATA_PA, .payload = 0x30},
        {"a predicated SVE access without addresses", .drop = SPE_HAS_DATA_VA | SPE_HAS_DATA_PA, .payload = 0x2c},
        {"the largest count", .issue = 100},
        {"IMPLEMENTATION DEFINED events", .on = UINT64_C(0xffff00000000f000)},
        {"an IMPLEMENTATION DEFINED packet", .flags = SPE_RECORD_IMPDEF},
        {"a conditional select that failed", .kind = OTHER, .payload = 1, .on = 1u << 6},
        {"the alternate clock's issue latency", .drop = SPE_HAS_ISSUE_LATENCY, .add = SPE_HAS_ALT_ISSUE_LATENCY},
    };
    const struct spe_features f = core();
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        const struct spe_record r = make(&kept[i]);
        is(check_one(&r, &f), 0, kept[i].rule);
    }
}

/* Rules that need more than a record and features that are missing. */
static void test_others(void)
{
    struct spe_features f = core();
    struct spe_record r = branch();
    struct spe_check check;
    f.flags |= SPE_FEATURE_CRR;
    is(check_one(&r, &f), rule_bit("cr-missing"), "cr-missing");
    r.op_payload = 9;
    is(check_one(&r, &f), 0, "CR recorded with FEAT_SPE_CRR");

    spe_check_init(&check, NULL);
    r = load();
    ok(!spe_check_record(&check, &r) && !spe_check_record(&check, &r), "sizes that stay");
    r.events_size = 2;
    is(spe_check_record(&check, &r), rule_bit("events-resized"), "events-resized");
    r.events_size = 4;
    r.data_source_size = 2;
    is(spe_check_record(&check, &r), rule_bit("data-source-resized"), "data-source-resized");
    r = branch();
    r.op_payload = 9;
    is(spe_check_record(&check, &r), 0, "no data source is no other size");
    is(check.records, 5, "records are counted");
    is(check.found, rule_bit("events-resized") | rule_bit("data-source-resized"), "and what was found");
    is(check.counts[spe_rule_find("events-resized")], 1, "by how many");

    f = core();
    f.counter_bits = 0;
    f.max_record_size = f.alignment = 0;
    r = load();
    r.total_latency = 0xffff;
    r.size = 2048;
    r.offset = 3;
    is(check_one(&r, &f), 0, "sizes that are not known are not checked");
    r.data_source_size = 0;
    f.version = SPE_V1P0;
    r.events |= UINT64_C(0x3f) << 26;
    is(check_one(&r, &f), 0, "E[31:26] before FEAT_SPEv1p4 are IMPLEMENTATION DEFINED");
}

static void test_arguments(void)
{
    struct spe_features f = core();
    struct spe_record r = load();
    struct spe_check check;
    is(spe_check_init(NULL, &f), SPE_E_ARG, "no check");
    f.size = 31;
    is(spe_check_init(&check, &f), SPE_E_CONFIG, "features that are too short");
    f = core();
    f.reserved[13] = 1;
    is(spe_check_init(&check, &f), SPE_E_CONFIG, "features that are not known");
    ok(!spe_check_record(NULL, &r) && !spe_check_record(&check, NULL), "NULL");
    spe_features_everything(NULL);
    int bad = 0;
    for (unsigned i = 0; spe_rule_name(i); i++) {
        bad += spe_rule_find(spe_rule_name(i)) != (int)i || !spe_rule_text(i) ||
               strncmp(spe_rule_section(i), "D1", 2) != 0;
        bad += spe_rule_severity(i) != SPE_RULE_VIOLATION && spe_rule_severity(i) != SPE_RULE_WARNING;
    }
    is(bad, 0, "every rule has a name, a section, a sentence and a severity");
    ok(!spe_rule_name(64) && !spe_rule_section(64) && !spe_rule_text(64) && spe_rule_severity(64) == SPE_E_ARG &&
           spe_rule_find("pc") == SPE_E_ARG && spe_rule_find(NULL) == SPE_E_ARG,
       "there are no others");
}

int main(void)
{
    test_cases();
    test_kept();
    test_others();
    test_arguments();
    return tap_done();
}
