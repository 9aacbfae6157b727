/* SPDX-License-Identifier: MIT */
/*
 * What programs and people go by, once more, so that none of it changes unseen: rules' names, sections and severities,
 * fault status codes, estimates, groups, levels, subclasses.
 */
#include <libspe/spe.h>
#include <string.h>

#include "tap.h"

/* clang-format off */ /* tables */
static const struct {
    const char *name, *section;
    int severity;
} rules[] = {
    {"events-missing", "D17.6.10", SPE_CHECK_VIOLATION},
    {"end-missing", "D18.1.2, D18.2.5, D18.2.9", SPE_CHECK_VIOLATION},
    {"two-ends", "D18.1.2, D18.2.5, D18.2.9", SPE_CHECK_VIOLATION},
    {"operation-missing", "D17.6", SPE_CHECK_VIOLATION},
    {"operation-left-out", "D17.6, D17.6.2", SPE_CHECK_WARNING},
    {"pc-missing", "D17.6", SPE_CHECK_VIOLATION},
    {"pc-left-out", "D17.6, D17.6.2", SPE_CHECK_WARNING},
    {"total-latency-missing", "D17.6", SPE_CHECK_WARNING},
    {"issue-latency-missing", "D17.6", SPE_CHECK_WARNING},
    {"branch-target-missing", "D17.6.3", SPE_CHECK_VIOLATION},
    {"branch-target-left-out", "D17.6.3", SPE_CHECK_WARNING},
    {"data-va-missing", "D17.6.4", SPE_CHECK_WARNING},
    {"data-pa-without-va", "D17.6.4", SPE_CHECK_VIOLATION},
    {"translation-latency-missing", "D17.6.4", SPE_CHECK_WARNING},
    {"access-events-missing", "D17.6.4", SPE_CHECK_WARNING},
    {"data-source-missing", "D18.2.4", SPE_CHECK_WARNING},
    {"gcs-data-va-missing", "D17.6.3", SPE_CHECK_WARNING},
    {"exception-target", "D17.6", SPE_CHECK_VIOLATION},
    {"exception-branch", "D17.6.3", SPE_CHECK_WARNING},
    {"data-address-unexpected", "D17.6.4", SPE_CHECK_WARNING},
    {"branch-target-unexpected", "D17.6.3", SPE_CHECK_WARNING},
    {"data-source-unexpected", "D18.2.4", SPE_CHECK_WARNING},
    {"translation-without-va", "D17.6.4", SPE_CHECK_VIOLATION},
    {"translation-unexpected", "D17.6.4", SPE_CHECK_WARNING},
    {"issue-above-total", "D17.6, D18.2.3", SPE_CHECK_VIOLATION},
    {"context-el1-at-el2", "D17.6.9", SPE_CHECK_VIOLATION},
    {"exception-not-retired", "D17.6.7, D18.2.6", SPE_CHECK_WARNING},
    {"not-retired", "D17.6.7, D18.2.6", SPE_CHECK_NOTE},
    {"packet-repeated", "libspe", SPE_CHECK_WARNING},
    {"packet-unknown", "D18.1.4", SPE_CHECK_VIOLATION},
    {"packet-reserved", "D18.2", SPE_CHECK_VIOLATION},
    {"record-repeated", "libspe", SPE_CHECK_WARNING},
    {"record-too-long", "PMSIDR_EL1.MaxSize", SPE_CHECK_VIOLATION},
    {"record-too-far", "PMSIDR_EL1.MaxSize", SPE_CHECK_WARNING},
    {"record-misaligned", "PMBIDR_EL1.Align", SPE_CHECK_VIOLATION},
    {"ends-mixed", "D18.2.9", SPE_CHECK_WARNING},
    {"events-resized", "J1 SPEGetEventsPayloadSize()", SPE_CHECK_WARNING},
    {"data-source-resized", "J1 SPEGetDataSourcePayloadSize()", SPE_CHECK_WARNING},
    {"empty-not-partial", "D18.2.6", SPE_CHECK_VIOLATION},
    {"l1d-refill-without-access", "D18.2.6", SPE_CHECK_WARNING},
    {"tlb-walk-without-access", "D18.2.6", SPE_CHECK_WARNING},
    {"ll-miss-without-access", "D18.2.6", SPE_CHECK_WARNING},
    {"l2d-miss-without-access", "D18.2.6", SPE_CHECK_WARNING},
    {"event-reserved", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-misaligned", "D17.6.4.6, D18.2.6", SPE_CHECK_VIOLATION},
    {"event-transactional", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-predicate", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-cache", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-sme", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-shared", "D18.2.6, PMSEVFR_EL1.E[25]", SPE_CHECK_VIOLATION},
    {"event-v1p4", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-not-access", "D18.2.6", SPE_CHECK_VIOLATION},
    {"event-not-load", "D18.2.6", SPE_CHECK_WARNING},
    {"events-too-small", "libspe", SPE_CHECK_WARNING},
    {"not-taken-unconditional", "D17.6.5, D18.2.6", SPE_CHECK_VIOLATION},
    {"mispredicted-not-branch", "D18.2.6", SPE_CHECK_WARNING},
    {"predicate-not-vector", "D18.2.6", SPE_CHECK_VIOLATION},
    {"predicate-unpredicated", "D17.6.6, D18.2.6", SPE_CHECK_WARNING},
    {"operation-reserved", "D18.2.7", SPE_CHECK_VIOLATION},
    {"fp-ase", "D18.2.7", SPE_CHECK_VIOLATION},
    {"sve", "D18.2.7", SPE_CHECK_VIOLATION},
    {"sme", "D18.2.7", SPE_CHECK_VIOLATION},
    {"unspecified-registers", "D18.2.7", SPE_CHECK_VIOLATION},
    {"allocation-tags", "D18.2.7", SPE_CHECK_VIOLATION},
    {"nv2", "D18.2.7", SPE_CHECK_VIOLATION},
    {"nv2-not-el1", "D17.6.4.2, D18.2.7", SPE_CHECK_VIOLATION},
    {"atomic", "D18.2.7", SPE_CHECK_VIOLATION},
    {"extended-flags", "D18.2.7", SPE_CHECK_WARNING},
    {"sve-registers", "D18.2.7", SPE_CHECK_VIOLATION},
    {"sve-load-predicated", "D18.2.7", SPE_CHECK_VIOLATION},
    {"memory-copy-set", "D18.2.7", SPE_CHECK_VIOLATION},
    {"gcs", "D18.2.7", SPE_CHECK_VIOLATION},
    {"gcs-common", "D17.6.3, D18.2.7", SPE_CHECK_VIOLATION},
    {"gcs-branch", "D18.2.7", SPE_CHECK_VIOLATION},
    {"gcs-neither", "D18.2.7, J1 SPEConstructClass()", SPE_CHECK_VIOLATION},
    {"call-return", "D18.2.7", SPE_CHECK_VIOLATION},
    {"call-return-missing", "D18.2.7", SPE_CHECK_VIOLATION},
    {"return-direct", "D18.2.7, J1 SPEBranch()", SPE_CHECK_VIOLATION},
    {"conditional-indirect", "D17.4, D18.2.7", SPE_CHECK_VIOLATION},
    {"conditional-call-return", "D17.4, D18.2.7", SPE_CHECK_VIOLATION},
    {"evl-over-2048", "D17.6.6, D18.2.7", SPE_CHECK_VIOLATION},
    {"address-zero-bits", "D18.2.1", SPE_CHECK_VIOLATION},
    {"nse-without-rme", "D18.2.1", SPE_CHECK_VIOLATION},
    {"nse-reserved", "D18.2.1", SPE_CHECK_VIOLATION},
    {"secure-state", "D18.2.1", SPE_CHECK_VIOLATION},
    {"pc-el3", "D17.4, D18.2.1", SPE_CHECK_VIOLATION},
    {"branch-target-elsewhere", "D17.6.3, D18.2.1", SPE_CHECK_VIOLATION},
    {"data-pa-tag", "D18.2.1", SPE_CHECK_VIOLATION},
    {"prev-branch-target", "D17.6.3.1, D18.2.1", SPE_CHECK_VIOLATION},
    {"prev-target-not-retired", "D17.6.3.1", SPE_CHECK_VIOLATION},
    {"counter-too-large", "D18.2.3", SPE_CHECK_VIOLATION},
    {"alt-issue-latency", "D18.2.3", SPE_CHECK_VIOLATION},
    {"alt-issue-not-streaming", "D17.6.1", SPE_CHECK_WARNING},
    {"data-source", "PMSIDR_EL1.LDS", SPE_CHECK_VIOLATION},
    {"extended-header", "libspe", SPE_CHECK_WARNING},
    {"other-packet-repeated", "libspe", SPE_CHECK_WARNING},
    {"impdef-counter-too-large", "D18.2.3", SPE_CHECK_VIOLATION},
    {"not-padding", "D18.1.3", SPE_CHECK_VIOLATION},
    {"packet-cut", "D18.1.1", SPE_CHECK_VIOLATION},
};

static const char *const faults[64] = {
    [0x00] = "address size fault, level 0 or translation table base",
    [0x01] = "address size fault, level 1",
    [0x02] = "address size fault, level 2",
    [0x03] = "address size fault, level 3",
    [0x04] = "translation fault, level 0",
    [0x05] = "translation fault, level 1",
    [0x06] = "translation fault, level 2",
    [0x07] = "translation fault, level 3",
    [0x08] = "access flag fault, level 0",
    [0x09] = "access flag fault, level 1",
    [0x0a] = "access flag fault, level 2",
    [0x0b] = "access flag fault, level 3",
    [0x0c] = "permission fault, level 0",
    [0x0d] = "permission fault, level 1",
    [0x0e] = "permission fault, level 2",
    [0x0f] = "permission fault, level 3",
    [0x10] = "synchronous external abort",
    [0x11] = "asynchronous external abort",
    [0x12] = "external abort on a translation table walk or hardware update, level -2",
    [0x13] = "external abort on a translation table walk or hardware update, level -1",
    [0x14] = "external abort on a translation table walk or hardware update, level 0",
    [0x15] = "external abort on a translation table walk or hardware update, level 1",
    [0x16] = "external abort on a translation table walk or hardware update, level 2",
    [0x17] = "external abort on a translation table walk or hardware update, level 3",
    [0x1b] = "parity or ECC error on a translation table walk or hardware update, level -1",
    [0x21] = "alignment fault",
    [0x22] = "granule protection fault on a translation table walk or hardware update, level -2",
    [0x23] = "granule protection fault on a translation table walk or hardware update, level -1",
    [0x24] = "granule protection fault on a translation table walk or hardware update, level 0",
    [0x25] = "granule protection fault on a translation table walk or hardware update, level 1",
    [0x26] = "granule protection fault on a translation table walk or hardware update, level 2",
    [0x27] = "granule protection fault on a translation table walk or hardware update, level 3",
    [0x28] = "granule protection fault",
    [0x29] = "address size fault, level -1",
    [0x2a] = "translation fault, level -2",
    [0x2b] = "translation fault, level -1",
    [0x2c] = "address size fault, level -2",
    [0x30] = "TLB conflict abort",
    [0x31] = "unsupported atomic hardware update",
};

static const struct {
    const char *name, *unit;
} estimates[SPE_ESTIMATES] = {
    {"branch_misprediction_ratio", "per branch"},
    {"l1d_cache_miss_ratio", "per cache access"},
    {"dtlb_walk_ratio", "per TLB access"},
    {"l2_cache_miss_ratio", "per cache access"},
    {"ll_cache_read_miss_ratio", "per cache access"},
    {"ll_cache_read_hit_ratio", "per cache access"},
    {"load_percentage", "percent of operations"},
    {"store_percentage", "percent of operations"},
    {"branch_percentage", "percent of operations"},
    {"simd_percentage", "percent of operations"},
    {"scalar_fp_percentage", "percent of operations"},
    {"sve_all_percentage", "percent of operations"},
};

static const char *const groups[SPE_STATS_GROUPS] = {
    "l1d-miss", "l1d-access", "llc-miss", "llc-access", "tlb-miss", "tlb-access", "branch", "remote-access", "memory", "instructions",
};


static const char *const levels[SPE_LEVELS] = {
    "unknown", "L1", "line fill buffer", "L2", "peer core", "cluster L3", "last level cache", "peer cluster", "system cache",
    "other cache or device", "beyond last level cache", "remote cache", "remote", "DRAM", "device",
    "cache of the cluster",
};

static const char *const subclasses[SPE_OP_SUBCLASSES] = {
    "reserved", "other", "data processing, SVE vector", "data processing, SME array", "general-purpose registers", "SIMD&FP registers",
    "unspecified registers", "Allocation Tags", "NV2 system register", "extended", "SVE or SME registers", "Memory Copy", "Memory Set",
    "Guarded Control Stack", "branch or exception return",
};
/* clang-format on */

static void test_rules(void)
{
    int bad = 0;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const int rule = spe_rule_find(rules[i].name);
        if (rule < 0 || strcmp(spe_rule_section((unsigned)rule), rules[i].section) ||
            spe_rule_severity((unsigned)rule) != rules[i].severity)
            bad++, diag("%s", rules[i].name);
    }
    is(bad, 0, "rules have their sections and severities");
}

/* A sentence names the events and fields that its rule is about, by bit. */
static void test_sentences(void)
{
    static const struct {
        const char *rule, *says;
    } words[] = {
        {"l1d-refill-without-access", "E[3]"},
        {"l1d-refill-without-access", "E[2]"},
        {"tlb-walk-without-access", "E[5]"},
        {"tlb-walk-without-access", "E[4]"},
        {"ll-miss-without-access", "E[9]"},
        {"ll-miss-without-access", "E[8]"},
        {"l2d-miss-without-access", "E[20]"},
        {"l2d-miss-without-access", "E[19]"},
        {"empty-not-partial", "E[18]"},
        {"empty-not-partial", "E[17]"},
        {"event-reserved", "E[47:32]"},
        {"event-misaligned", "E[11]"},
        {"event-transactional", "E[16]"},
        {"event-predicate", "E[18:17]"},
        {"event-cache", "E[23:19]"},
        {"event-sme", "E[24]"},
        {"event-v1p4", "E[31:26]"},
        {"not-taken-unconditional", "E[6]"},
        {"mispredicted-not-branch", "E[7]"},
        {"address-zero-bits", "[59:56]"},
    };
    int bad = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const int rule = spe_rule_find(words[i].rule);
        if (rule < 0 || !strstr(spe_rule_text((unsigned)rule), words[i].says))
            bad++, diag("%s", words[i].rule);
    }
    is(bad, 0, "rules' sentences say which bits they are about");
}

static void test_names(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 64; i++)
        bad += strcmp(spe_fault_status_name(i), faults[i] ? faults[i] : "reserved") != 0;
    ok(!bad && !strcmp(spe_fault_status_name(64), "reserved"), "fault status codes");
    for (unsigned i = 0; i < SPE_ESTIMATES; i++)
        bad += strcmp(spe_estimate_name(i), estimates[i].name) || strcmp(spe_estimate_unit(i), estimates[i].unit);
    is(bad, 0, "estimates and their units");
    for (unsigned i = 0; i < SPE_STATS_GROUPS; i++)
        bad += strcmp(spe_group_name(i), groups[i]) != 0;
    is(bad, 0, "perf's groups");
    for (unsigned i = 0; i < SPE_LEVELS; i++)
        bad += strcmp(spe_level_name(i), levels[i]) != 0;
    is(bad, 0, "levels");
    for (unsigned i = 0; i < SPE_OP_SUBCLASSES; i++)
        bad += strcmp(spe_op_subclass_name(i), subclasses[i]) != 0;
    is(bad, 0, "subclasses");
}

int main(void)
{
    test_rules();
    test_sentences();
    test_names();
    return tap_done();
}
