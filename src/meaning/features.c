/* SPDX-License-Identifier: MIT */
/* Features: whether they can be, and the configurations that follow from them. */
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
