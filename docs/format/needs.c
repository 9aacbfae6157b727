/* SPDX-License-Identifier: MIT */
/*
 * What a core must implement for a record: found by removing features and versions and calling spe_check_record(), so
 * that the document and the rules cannot disagree.
 */
#include <stdio.h>
#include <string.h>

#include "format.h"

enum { RULES = 512 }; /* the most rules */

/* The rules that a record breaks, one bit each; warnings do not concern implemented features. */
struct rules {
    uint64_t bits[(RULES + 63) / 64];
};

static struct rules broken_rules(const struct spe_record *record, unsigned version, uint64_t flags)
{
    struct spe_features features;
    struct spe_finding found[RULES];
    struct rules rules = {{0}};
    spe_check check;
    spe_check_all_features(&features);
    features.version = (uint8_t)version;
    features.flags = flags;
    spe_check_init(&check, &features);
    const int n = spe_check_record(&check, record, found, RULES);
    for (int i = 0; i < n; i++)
        if (found[i].severity == SPE_CHECK_VIOLATION)
            rules.bits[found[i].rule / 64] |= UINT64_C(1) << found[i].rule % 64;
    return rules;
}

unsigned latest_version(void)
{
    struct spe_features features;
    spe_check_all_features(&features);
    return features.version;
}

/* Whether *with breaks a rule that it does not break on a core with everything, and that *without does not break
 * here. */
static int is_missed(const struct spe_record *with, const struct spe_record *without, unsigned version,
                     uint64_t missing)
{
    const uint64_t flags = spe_features_all() & ~missing;
    const struct rules here = broken_rules(with, version, flags);
    const struct rules anyway = broken_rules(with, latest_version(), spe_features_all());
    struct rules other = {{0}};
    if (without)
        other = broken_rules(without, version, flags);
    uint64_t missed = 0;
    for (unsigned i = 0; i < sizeof here.bits / sizeof here.bits[0]; i++)
        missed |= here.bits[i] & ~anyway.bits[i] & ~other.bits[i];
    return missed != 0;
}

struct spe_record plain_record(void)
{
    struct spe_record record = {.present = SPE_HAS_EVENTS | SPE_HAS_END, .events = UINT64_C(1) << SPE_EVENT_RETIRED};
    if (spe_address_build_pc(0, 0, SPE_STATE_NON_SECURE, &record.pc) != SPE_OK)
        broken("no Non-secure address at EL", 0);
    record.branch_target = record.prev_branch_target = record.data_pa = record.pc; /* not Secure, if present */
    return record;
}

int is_forbidden(const struct spe_record *record, unsigned version, int has_features)
{
    const struct spe_record nothing = plain_record();
    const uint64_t flags = has_features ? spe_features_all() : 0;
    const struct rules rules = broken_rules(record, version, flags), plain = broken_rules(&nothing, version, flags);
    for (unsigned i = 0; i < sizeof rules.bits / sizeof rules.bits[0]; i++)
        if (rules.bits[i] & ~plain.bits[i])
            return 1;
    return 0;
}

static void add(char text[NEEDS_MAX], const char *words)
{
    const size_t len = strlen(text);
    snprintf(text + len, NEEDS_MAX - len, "%s%s", len ? "; " : "", words);
}

/* The versions, bit SPE_V1P..., in which features are missed. */
static unsigned versions_of(const struct spe_record *with, const struct spe_record *without, uint64_t missing)
{
    unsigned versions = 0;
    for (unsigned version = SPE_V1P0; version <= latest_version(); version++)
        if (is_missed(with, without, version, missing))
            versions |= 1u << version;
    return versions;
}

/* Writes "FEAT_SVE", and the versions if not all from `first` on. */
static void add_features(char text[NEEDS_MAX], const char *names, unsigned versions, unsigned first)
{
    char words[NEEDS_MAX];
    unsigned low = first, high = latest_version();
    while (!(versions >> low & 1))
        low++;
    while (!(versions >> high & 1))
        high--;
    int n = snprintf(words, sizeof words, "%s", names);
    if (high < latest_version())
        n += snprintf(words + n, sizeof words - (size_t)n, " or FEAT_SPEv1p%u", high + 1 - SPE_V1P0);
    if (low > first)
        snprintf(words + n, sizeof words - (size_t)n, " (IMPLEMENTATION DEFINED before FEAT_SPEv1p%u)", low - SPE_V1P0);
    add(text, words);
}

const char *needs(const struct spe_record *with, const struct spe_record *without, char text[NEEDS_MAX])
{
    char names[NEEDS_MAX];
    unsigned first = SPE_V1P0;
    uint64_t singles = 0;
    text[0] = 0;
    for (unsigned version = SPE_V1P0; version < latest_version(); version++)
        if (is_missed(with, without, version, 0))
            first = version + 1;
    if (first > SPE_V1P0) {
        snprintf(names, sizeof names, "FEAT_SPEv1p%u", first - SPE_V1P0);
        add(text, names);
    }
    const unsigned later = ~((1u << first) - 1);
    for (uint64_t flag = 1; flag & spe_features_all(); flag <<= 1) {
        const unsigned versions = versions_of(with, without, flag) & later;
        if (versions) {
            add_features(text, spe_feature_name(flag), versions, first);
            singles |= flag;
        }
    }
    for (uint64_t one = 1; one & spe_features_all(); one <<= 1) {
        for (uint64_t two = one << 1; two & spe_features_all(); two <<= 1) {
            const unsigned versions = (one | two) & singles ? 0 : versions_of(with, without, one | two) & later;
            if (!versions)
                continue;
            snprintf(names, sizeof names, "%s or %s", spe_feature_name(one), spe_feature_name(two));
            add_features(text, names, versions, first);
        }
    }
    return text;
}
