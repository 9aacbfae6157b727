/* SPDX-License-Identifier: MIT */
/*
 * Pins results on which programs and people rely, so that none changes unnoticed: the bits that rules name, estimates,
 * groups, levels, subclasses.
 */
#include <libspe/spe.h>
#include <string.h>

#include "reference.h"
#include "tap.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* clang-format off */ /* tables */
static const struct {
    const char *name, *unit;
} estimates[] = {
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

static const char *const groups[] = {
    "l1d-miss", "l1d-access", "llc-miss", "llc-access", "tlb-miss", "tlb-access", "branch", "remote-access", "memory", "instructions",
};

/* clang-format on */

/* A rule's sentence names the events and fields that the rule uses, by bit. */
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
    is(bad, 0, "rules' sentences name the bits that they use");
}

static int differs(const char *what, unsigned number, const char *got, const char *want)
{
    if (!strcmp(got, want))
        return 0;
    diag("%s %u is \"%s\", want \"%s\", or " REFERENCE_MISSING, what, number, got, want);
    return 1;
}

static void test_names(void)
{
    int bad = 0;
    for (unsigned i = 0; i < COUNT(estimates) && i < spe_estimate_count(); i++)
        bad += strcmp(spe_estimate_name(i), estimates[i].name) != 0 ||
               strcmp(spe_estimate_unit(i), estimates[i].unit) != 0;
    ok(!bad && spe_estimate_count() >= COUNT(estimates), "estimates and their units");
    for (unsigned i = 0; i < COUNT(groups) && i < spe_group_count(); i++)
        bad += strcmp(spe_group_name(i), groups[i]) != 0;
    ok(!bad && spe_group_count() >= COUNT(groups), "perf's groups");
    bad = 0;
    for (unsigned i = 0; i < 256; i++)
        bad += differs("level", i, spe_level_name(i),
                       i < REFERENCE_COUNT(reference_levels) ? reference_levels[i] : reference_levels[0]);
    is(bad, 0, "levels");
    bad = 0;
    for (unsigned i = 0; i < 256; i++) {
        const char *want = "reserved";
        for (size_t k = 0; k < REFERENCE_COUNT(reference_ops); k++)
            want = reference_ops[k].subclass == i ? reference_ops[k].name : want;
        bad += differs("subclass", i, spe_op_subclass_name(i), want);
    }
    is(bad, 0, "subclasses");
}

int main(void)
{
    test_sentences();
    test_names();
    return tap_done();
}
