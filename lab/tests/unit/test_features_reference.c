/* SPDX-License-Identifier: MIT */
/*
 * An independent reference for what features imply: the manual's sentences (DDI 0487, A2.2 and A2.3) in their original
 * form, "If A is implemented, then B is implemented", by name. Versions are features like others. The library's answers
 * are compared with the results of these sentences, for every version with every pair of features.
 */
#include <libspe-lab/lab.h>
#include <string.h>

#include "random.h"
#include "tap.h"

/* clang-format off */ /* tables are for reading */
static const struct {
    const char *section;
    const char *given[2];
    const char *then[3];
} sentences[] = {
    {"A2.2.3",  {"FEAT_SPE_ArchInst"},            {"FEAT_SPE"}},
    {"A2.2.3",  {"FEAT_SPE_ERnd"},                {"FEAT_SPE"}},
    {"A2.2.3",  {"FEAT_SPE_LDS"},                 {"FEAT_SPE"}},
    {"A2.2.4",  {"FEAT_SPEv1p1"},                 {"FEAT_SPE"}},
    {"A2.2.6",  {"FEAT_MTE2"},                    {"FEAT_MTE"}},
    {"A2.2.8",  {"FEAT_SPE_FnE"},                 {"FEAT_SPEv1p2"}},
    {"A2.2.8",  {"FEAT_SPEv1p2"},                 {"FEAT_SPE_FnE"}},
    {"A2.2.8",  {"FEAT_SPE_PBT"},                 {"FEAT_SPEv1p2"}},
    {"A2.2.8",  {"FEAT_SPEv1p2"},                 {"FEAT_SPEv1p1"}},
    {"A2.2.9",  {"FEAT_SPEv1p3"},                 {"FEAT_SPEv1p2"}},
    {"A2.2.10", {"FEAT_SPE_CRR"},                 {"FEAT_SPEv1p4"}},
    {"A2.2.10", {"FEAT_SPE", "FEAT_GCS"},         {"FEAT_SPE_CRR"}},
    {"A2.2.10", {"FEAT_SPE_FDS"},                 {"FEAT_SPE_LDS"}},
    {"A2.2.10", {"FEAT_SPE_FDS"},                 {"FEAT_SPEv1p4"}},
    {"A2.2.10", {"FEAT_SPEv1p4"},                 {"FEAT_SPEv1p3"}},
    {"A2.2.10", {"Armv8.9", "FEAT_SPE_LDS"},      {"FEAT_SPE_FDS"}},
    {"A2.2.10", {"Armv8.9", "FEAT_SPE"},          {"FEAT_SPE_CRR", "FEAT_SPEv1p4"}},
    {"A2.3.2",  {"FEAT_SPE", "FEAT_RME"},         {"FEAT_SPEv1p2"}},
    {"A2.3.5",  {"Armv9.5"},                      {"Armv8.9"}}, /* each is compliant with the version before: Armv9.4 is */
    {"A2.3.6",  {"FEAT_SPE_ALTCLK"},              {"FEAT_SPE"}},
    {"A2.3.6",  {"FEAT_SPE_EFT"},                 {"FEAT_SPE", "FEAT_SPE_FPF"}},
    {"A2.3.6",  {"FEAT_SPE_FPF"},                 {"FEAT_SPE", "FEAT_SPE_EFT"}},
    {"A2.3.6",  {"Armv9.5", "FEAT_SPE"},          {"FEAT_SPE_EFT", "FEAT_SPE_FPF"}},
    {"A2.3.6",  {"FEAT_SPE_SME"},                 {"FEAT_SPEv1p1", "FEAT_SME"}},
    {"A2.3.7",  {"FEAT_SPE_EXC"},                 {"FEAT_SPEv1p5"}},
    {"A2.3.7",  {"FEAT_SPE_nVM"},                 {"FEAT_SPE"}},
    {"A2.3.7",  {"FEAT_SPEv1p5"},                 {"FEAT_SPEv1p4", "Armv9.5"}}, /* "is OPTIONAL from Armv9.5" */
    {"A2.3.7",  {"FEAT_SPEv1p5"},                 {"FEAT_SPE_CRR", "FEAT_SPE_EXC", "FEAT_SPE_nVM"}},
    {"D24.7.14", {"FEAT_SPE"},                    {"FE", "FT", "FL"}},
    {NULL, {NULL}, {NULL}},
};
/* "In an Armv9.5 implementation, if FEAT_SPEv1p1 and FEAT_SME are implemented": three features, and therefore
 * separate */
static const char *const sme_given[] = {"Armv9.5", "FEAT_SPEv1p1", "FEAT_SME"}, *const sme_then = "FEAT_SPE_SME";
/* clang-format on */

static const char *const versions[] = {
    "", "FEAT_SPE", "FEAT_SPEv1p1", "FEAT_SPEv1p2", "FEAT_SPEv1p3", "FEAT_SPEv1p4", "FEAT_SPEv1p5",
};
#define VERSIONS (sizeof versions / sizeof versions[0])
#define NAMES 128

/* The features that a core is reported to have */
struct core {
    const char *names[NAMES];
    unsigned count;
};

static int has(const struct core *core, const char *name)
{
    for (unsigned i = 0; i < core->count; i++)
        if (!strcmp(core->names[i], name))
            return 1;
    return 0;
}

static int add(struct core *core, const char *name)
{
    if (!name || has(core, name))
        return 0;
    core->names[core->count++] = name;
    return 1;
}

static void conclude(struct core *core)
{
    int more = 1;
    while (more) {
        more = 0;
        for (unsigned i = 0; sentences[i].section; i++) {
            if (!has(core, sentences[i].given[0]) || (sentences[i].given[1] && !has(core, sentences[i].given[1])))
                continue;
            for (unsigned k = 0; k < 3; k++)
                more += add(core, sentences[i].then[k]);
        }
        if (has(core, sme_given[0]) && has(core, sme_given[1]) && has(core, sme_given[2]))
            more += add(core, sme_then);
    }
}

static struct core read_core(unsigned version, uint64_t flags)
{
    struct core core = {{NULL}, 0};
    for (uint64_t flag = 1; flag; flag <<= 1)
        if (flags & flag)
            add(&core, spe_feature_name(flag));
    if (version)
        add(&core, versions[version]);
    conclude(&core);
    return core;
}

static uint64_t expected_implied(unsigned version, uint64_t flags)
{
    const struct core core = read_core(version, flags);
    uint64_t out = 0;
    for (uint64_t flag = 1; flag; flag <<= 1)
        if (flag & spe_features_all() & ~flags && has(&core, spe_feature_name(flag)))
            out |= flag;
    return out;
}

static uint64_t expected_too_new(unsigned version, uint64_t flags)
{
    uint64_t out = 0;
    for (uint64_t flag = 1; flag && version; flag <<= 1) {
        const struct core core = read_core(version, flags & flag);
        for (unsigned later = version + 1; later < VERSIONS; later++)
            if (has(&core, versions[later]))
                out |= flag;
    }
    return out;
}

static unsigned compare(unsigned version, uint64_t flags)
{
    const struct spe_features f = {.size = sizeof f, .version = (uint8_t)version, .flags = flags};
    const uint64_t implied = spe_features_implied(&f), too_new = spe_features_too_new(&f);
    if (implied == expected_implied(version, flags) && too_new == expected_too_new(version, flags))
        return 0;
    diag("version %u, flags 0x%x: implied 0x%x, not 0x%x; too new 0x%x, not 0x%x", version, (unsigned)flags,
         (unsigned)implied, (unsigned)expected_implied(version, flags), (unsigned)too_new,
         (unsigned)expected_too_new(version, flags));
    return 1;
}

/* Each name in a sentence is one of the library's features, an SPE version, or a version of the architecture. */
static int is_known(const char *name)
{
    for (uint64_t flag = 1; flag; flag <<= 1)
        if (spe_feature_name(flag) && !strcmp(name, spe_feature_name(flag)))
            return 1;
    for (unsigned i = 1; i < VERSIONS; i++)
        if (!strcmp(name, versions[i]))
            return 1;
    return !strncmp(name, "Armv", 4);
}

static void test_names(void)
{
    unsigned unknown = !is_known(sme_then);
    for (unsigned i = 0; sentences[i].section; i++)
        for (unsigned k = 0; k < 3; k++)
            unknown += (k < 2 && sentences[i].given[k] && !is_known(sentences[i].given[k])) ||
                       (sentences[i].then[k] && !is_known(sentences[i].then[k]));
    is(unknown, 0, "the sentences' names are the library's");
}

static void test_all(void)
{
    const uint64_t all = spe_features_all();
    unsigned bad = 0, pairs = 0;
    for (unsigned version = 0; version < VERSIONS; version++) {
        bad += compare(version, 0);
        for (uint64_t a = 1; a & all; a <<= 1)
            for (uint64_t b = 1; b & all; b <<= 1, pairs++)
                bad += compare(version, a | b);
    }
    ok(pairs >= 7 * 28 * 28, "every pair is compared");
    is(bad, 0, "every version, feature and pair of features: what they imply, and what is too new");
    for (unsigned i = 0; i < CHECK_STREAMS / 5; i++)
        bad += compare((unsigned)random_u64() % VERSIONS, random_u64() & random_u64() & all);
    is(bad, 0, "... and sets of more");
}

int main(void)
{
    test_names();
    test_all();
    return tap_done();
}
