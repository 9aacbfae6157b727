/* SPDX-License-Identifier: MIT */
/* Features: their names, which values are possible, and the configurations. */
#include <libspe/decoder.h>
#include <libspe/encoder.h>

#include "../base/config.h"
#include "../base/room.h"
#include "features.h"

/* -- names -- */

/* clang-format off */
/* by bit number of SPE_FEATURE_* */
static const char *const feature_names[] = {
    "FE", "FT", "FL", "FEAT_SPE_ArchInst", "FEAT_SPE_LDS", "FEAT_SPE_ERnd", "FEAT_SPE_FnE", "FEAT_SPE_FDS",
    "FEAT_SPE_PBT", "FEAT_SPE_CRR", "FEAT_SPE_EFT", "FEAT_SPE_FPF", "FEAT_SPE_SME", "FEAT_SPE_ALTCLK", "FEAT_SPE_EXC",
    "FEAT_SPE_nVM", "FEAT_SVE", "FEAT_MTE", "FEAT_MOPS", "FEAT_GCS", "FEAT_RME", "FEAT_NV2", "FEAT_TME", "FEAT_LSE",
    "FEAT_SME", "FEAT_MTE2", "FEAT_ECV", "FEAT_Secure",
};
/* clang-format on */

#define FEATURES (sizeof feature_names / sizeof feature_names[0])

_Static_assert(FEATURES <= 64, "spe_features.flags has 64 bits: take `reserved` for a second word of flags");

uint64_t spe_features_all(void)
{
    return UINT64_MAX >> (64 - FEATURES);
}

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
    const struct spe_decoder_config config = {.flags = core.flags & SPE_FEATURE_ARCH_INST ? SPE_DECODE_ARCH_INST : 0,
                                              .max_record_size = core.max_record_size,
                                              .alignment = core.alignment};
    return spe_config_give(out, &config, SPE_CONFIG_V1_SIZE, sizeof config);
}

int spe_features_encoder_config(const struct spe_features *features, struct spe_encoder_config *out)
{
    struct spe_features core;
    if (!features || !out)
        return SPE_E_ARG;
    if (spe_features_read(&core, features))
        return SPE_E_CONFIG;
    const struct spe_encoder_config config = {
        .max_record_size = core.max_record_size, .alignment = core.alignment, .counter_bits = core.counter_bits};
    return spe_config_give(out, &config, SPE_CONFIG_V1_SIZE, sizeof config);
}
