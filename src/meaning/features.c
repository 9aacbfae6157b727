/* SPDX-License-Identifier: MIT */
/* Features: whether they can be, what follows from them, and the configurations. */
#include <libspe/decoder.h>
#include <libspe/encoder.h>

#include "../base/config.h"
#include "features.h"

const char *spe_features_read(struct spe_features *out, const struct spe_features *in)
{
    const char *mistake = spe_config_read(out, in, offsetof(struct spe_features, reserved));
    if (mistake)
        return mistake;
    if (out->flags & ~SPE_FEATURES_ALL_FLAGS)
        return "flags";
    if (!spe_is_alignment(out->max_record_size))
        return "max_record_size";
    if (!spe_is_alignment(out->alignment))
        return "alignment";
    return spe_is_counter_size(out->counter_bits) ? NULL : "counter_bits";
}

const char *spe_features_mistake(const struct spe_features *features)
{
    struct spe_features known;
    return spe_features_read(&known, features);
}

/* -- what one feature says about others -- */

/* clang-format off */
static const struct {
    uint8_t version; /* from this version on ... */
    uint32_t flags;  /* ... where all of these are set ... */
    uint32_t follow; /* ... so are these */
} implications[] = {
    {SPE_V1P0, 0,                     SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL},
    {SPE_V1P3, 0,                     SPE_FEATURE_FNE}, /* of Armv8.8, so that the core is Armv8.7 at least */
    {SPE_V1P5, 0,                     SPE_FEATURE_EXC}, /* of Armv9.6, so that the core is Armv9.5 at least */
    {0,        SPE_FEATURE_EXC,       SPE_FEATURE_CRR | SPE_FEATURE_NVM | SPE_FEATURE_EFT | SPE_FEATURE_FNE |
                                      SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL},
    {0,        SPE_FEATURE_EXC | SPE_FEATURE_LDS, SPE_FEATURE_FDS},
    {0,        SPE_FEATURE_EXC | SPE_FEATURE_SME, SPE_FEATURE_SPE_SME},
    {0,        SPE_FEATURE_EFT,       SPE_FEATURE_FPF},
    {0,        SPE_FEATURE_FPF,       SPE_FEATURE_EFT},
    {0,        SPE_FEATURE_SPE_SME,   SPE_FEATURE_SME},
    {0,        SPE_FEATURE_MTE2,      SPE_FEATURE_MTE},
};

static const struct {
    uint32_t flag;
    uint8_t since;
} versions[] = {
    {SPE_FEATURE_SPE_SME, SPE_V1P1},
    {SPE_FEATURE_FNE,     SPE_V1P2},
    {SPE_FEATURE_RME,     SPE_V1P2},
    {SPE_FEATURE_FDS,     SPE_V1P4},
    {SPE_FEATURE_EXC,     SPE_V1P5},
};

/* by bit of SPE_FEATURE_* */
static const char *const feature_names[] = {
    "FE", "FT", "FL", "FEAT_SPE_ArchInst", "FEAT_SPE_LDS", "FEAT_SPE_ERnd", "FEAT_SPE_FnE", "FEAT_SPE_FDS",
    "FEAT_SPE_PBT", "FEAT_SPE_CRR", "FEAT_SPE_EFT", "FEAT_SPE_FPF", "FEAT_SPE_SME", "FEAT_SPE_ALTCLK", "FEAT_SPE_EXC",
    "FEAT_SPE_nVM", "FEAT_SVE", "FEAT_MTE", "FEAT_MOPS", "FEAT_GCS", "FEAT_RME", "FEAT_NV2", "FEAT_TME", "FEAT_LSE",
    "FEAT_SME", "FEAT_MTE2", "FEAT_ECV", "FEAT_Secure",
};
/* clang-format on */

uint32_t spe_features_implied(const struct spe_features *features)
{
    struct spe_features core;
    if (spe_features_read(&core, features))
        return 0;
    const uint32_t told = core.flags;
    for (size_t i = 0; i < sizeof implications / sizeof implications[0]; i++)
        if (core.version >= implications[i].version && (core.flags & implications[i].flags) == implications[i].flags)
            core.flags |= implications[i].follow; /* rows further down go on from there */
    return core.flags & ~told;
}

uint32_t spe_features_too_new(const struct spe_features *features)
{
    struct spe_features core;
    uint32_t too_new = 0;
    if (spe_features_read(&core, features) || !core.version)
        return 0;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        if (core.version < versions[i].since)
            too_new |= core.flags & versions[i].flag;
    return too_new;
}

const char *spe_feature_name(uint32_t flag)
{
    for (unsigned bit = 0; bit < sizeof feature_names / sizeof feature_names[0]; bit++)
        if (flag == UINT32_C(1) << bit)
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
