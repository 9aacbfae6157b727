/* SPDX-License-Identifier: MIT */
/* Features: which combinations are possible, what they imply, and the configurations. */
#include "../base/provisional.h"

#include <libspe/decoder.h>
#include <libspe/encoder.h>
#include <libspe/profiling.h>

#include "../base/config.h"
#include "../base/room.h"
#include "features.h"

const char *spe_features_read(struct spe_features *out, const struct spe_features *in)
{
    const char *problem = spe_config_read(out, in, SPE_CONFIG_V1_SIZE, offsetof(struct spe_features, reserved));
    if (problem)
        return problem;
    if (out->flags & ~spe_features_all())
        return "flags";
    if (!spe_is_alignment(out->max_record_size))
        return "max_record_size";
    if (!spe_is_alignment(out->alignment))
        return "alignment";
    return spe_is_counter_size(out->counter_bits) ? NULL : "counter_bits";
}

const char *spe_features_problem(const struct spe_features *features)
{
    struct spe_features known;
    return spe_features_read(&known, features);
}

/* -- what one feature implies about others -- */

/* clang-format off */

/*
 * The sentences of A2.2 and A2.3, "if ... is implemented, then ...". The version is treated as a feature: a flag may
 * demand a version, and the demands of that version follow. FEAT_SPEv1p5 belongs to Armv9.6, so the core is at least
 * Armv9.5: what A2.2.10 demands of Armv8.9 and A2.3.6 of Armv9.5 also follows.
 */
static const struct {
    uint8_t from;      /* from this version on ... */
    uint64_t flags;    /* ... if all of these are set ... */
    uint8_t version;   /* ... the version is at least this ... */
    uint64_t follow;   /* ... and these are set */
} implications[] = {
    {SPE_V1P0, 0,                    SPE_V1P0, SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL}, /* D24.7.14 */
    {0,        SPE_FEATURE_ARCH_INST, SPE_V1P0, 0},                   /* A2.2.3 */
    {0,        SPE_FEATURE_LDS,      SPE_V1P0, 0},
    {0,        SPE_FEATURE_ERND,     SPE_V1P0, 0},
    {0,        SPE_FEATURE_FNE,      SPE_V1P2, 0},                    /* A2.2.8 */
    {SPE_V1P2, 0,                    SPE_V1P2, SPE_FEATURE_FNE},
    {0,        SPE_FEATURE_PBT,      SPE_V1P2, 0},
    {0,        SPE_FEATURE_CRR,      SPE_V1P4, 0},                    /* A2.2.10 */
    {SPE_V1P0, SPE_FEATURE_GCS,      SPE_V1P4, SPE_FEATURE_CRR},
    {0,        SPE_FEATURE_FDS,      SPE_V1P4, SPE_FEATURE_LDS},
    {SPE_V1P0, SPE_FEATURE_RME,      SPE_V1P2, 0},                    /* A2.3.2 */
    {0,        SPE_FEATURE_ALTCLK,   SPE_V1P0, 0},                    /* A2.3.6 */
    {0,        SPE_FEATURE_EFT,      SPE_V1P0, SPE_FEATURE_FPF},
    {0,        SPE_FEATURE_FPF,      SPE_V1P0, SPE_FEATURE_EFT},
    {0,        SPE_FEATURE_SPE_SME,  SPE_V1P1, SPE_FEATURE_SME},
    {SPE_V1P5, SPE_FEATURE_SME,      SPE_V1P5, SPE_FEATURE_SPE_SME},
    {SPE_V1P5, 0,                    SPE_V1P5, SPE_FEATURE_EFT | SPE_FEATURE_FPF},
    {SPE_V1P5, SPE_FEATURE_LDS,      SPE_V1P5, SPE_FEATURE_FDS},      /* A2.2.10 */
    {0,        SPE_FEATURE_NVM,      SPE_V1P0, 0},                    /* A2.3.7 */
    {0,        SPE_FEATURE_EXC,      SPE_V1P5, 0},
    {SPE_V1P5, 0,                    SPE_V1P5, SPE_FEATURE_CRR | SPE_FEATURE_EXC | SPE_FEATURE_NVM},
    {0,        SPE_FEATURE_MTE2,     0,        SPE_FEATURE_MTE},      /* A2.2.6 */
};

/* by bit number of SPE_FEATURE_* */
static const char *const feature_names[] = {
    "FE", "FT", "FL", "FEAT_SPE_ArchInst", "FEAT_SPE_LDS", "FEAT_SPE_ERnd", "FEAT_SPE_FnE", "FEAT_SPE_FDS",
    "FEAT_SPE_PBT", "FEAT_SPE_CRR", "FEAT_SPE_EFT", "FEAT_SPE_FPF", "FEAT_SPE_SME", "FEAT_SPE_ALTCLK", "FEAT_SPE_EXC",
    "FEAT_SPE_nVM", "FEAT_SVE", "FEAT_MTE", "FEAT_MOPS", "FEAT_GCS", "FEAT_RME", "FEAT_NV2", "FEAT_TME", "FEAT_LSE",
    "FEAT_SME", "FEAT_MTE2", "FEAT_ECV", "FEAT_Secure",
};
/* clang-format on */

#define FEATURES (sizeof feature_names / sizeof feature_names[0])

/* Adds what follows from a core's features. */
static void add_implied(struct spe_features *core)
{
    uint64_t flags;
    uint8_t version;
    do {
        flags = core->flags;
        version = core->version;
        for (size_t i = 0; i < sizeof implications / sizeof implications[0]; i++) {
            if (core->version < implications[i].from || implications[i].flags & ~core->flags)
                continue;
            core->flags |= implications[i].follow;
            if (core->version < implications[i].version)
                core->version = implications[i].version;
        }
    } while (core->flags != flags || core->version != version);
}

uint64_t spe_features_implied(const struct spe_features *features)
{
    struct spe_features core;
    if (spe_features_read(&core, features))
        return 0;
    const uint64_t given = core.flags;
    add_implied(&core);
    return core.flags & ~given;
}

uint64_t spe_features_too_new(const struct spe_features *features)
{
    struct spe_features core;
    uint64_t too_new = 0;
    if (spe_features_read(&core, features) || !core.version)
        return 0;
    for (unsigned bit = 0; bit < FEATURES; bit++) {
        struct spe_features alone = core;
        alone.flags = core.flags & UINT64_C(1) << bit;
        add_implied(&alone);
        too_new |= alone.version > core.version ? UINT64_C(1) << bit : 0;
    }
    return too_new;
}

_Static_assert(FEATURES <= 64, "spe_features.flags has 64 bits: take `reserved` for a second word of flags");

uint64_t spe_features_all(void)
{
    return UINT64_MAX >> (64 - FEATURES);
}

struct spe_features spe_features_everything(void)
{
    const struct spe_features all = {.size = sizeof all,
                                     .flags = spe_features_all(),
                                     .max_record_size = SPE_RECORD_MAX_SIZE,
                                     .version = SPE_V1P5, /* the last one of features.h */
                                     .counter_bits = 16};
    return all;
}

const char *spe_feature_name(uint64_t flag)
{
    for (unsigned bit = 0; bit < FEATURES; bit++)
        if (flag == UINT64_C(1) << bit)
            return feature_names[bit];
    return NULL;
}

/* -- configurations -- */

int spe_features_decoder_config(const struct spe_features *features, struct spe_decoder_config *out)
{
    struct spe_features core;
    if (!features || !out)
        return SPE_E_ARG;
    if (spe_features_read(&core, features))
        return SPE_E_CONFIG;
    *out = (struct spe_decoder_config)SPE_DECODER_CONFIG_INIT;
    out->flags = core.flags & SPE_FEATURE_ARCH_INST ? SPE_DECODE_ARCH_INST : 0;
    out->max_record_size = core.max_record_size;
    out->alignment = core.alignment;
    return SPE_OK;
}

int spe_features_encoder_config(const struct spe_features *features, struct spe_encoder_config *out)
{
    struct spe_features core;
    if (!features || !out)
        return SPE_E_ARG;
    if (spe_features_read(&core, features))
        return SPE_E_CONFIG;
    *out = (struct spe_encoder_config)SPE_ENCODER_CONFIG_INIT;
    out->max_record_size = core.max_record_size;
    out->alignment = core.alignment;
    out->counter_bits = core.counter_bits;
    return SPE_OK;
}
