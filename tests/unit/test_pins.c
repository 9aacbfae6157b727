/* SPDX-License-Identifier: MIT */
/*
 * What programs and people go by, once more, so that none of it changes unseen: which bits rules speak of, estimates,
 * groups, levels, subclasses.
 */
#include <libspe/spe.h>
#include <string.h>

#include "tap.h"

/* clang-format off */ /* tables */
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
        {"event-shared", "E[25]"},
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
    for (unsigned i = 0; i < SPE_ESTIMATES; i++)
        bad += strcmp(spe_estimate_name(i), estimates[i].name) != 0 ||
               strcmp(spe_estimate_unit(i), estimates[i].unit) != 0;
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
    test_sentences();
    test_names();
    return tap_done();
}
