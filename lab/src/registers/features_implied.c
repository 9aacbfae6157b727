/* SPDX-License-Identifier: MIT */
/* What features imply about each other. */
#include <libspe-lab/profiling.h>

#include "../base/config.h"

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
/* clang-format on */

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
    for (unsigned bit = 0; bit < 64; bit++) {
        struct spe_features alone = core;
        alone.flags = core.flags & UINT64_C(1) << bit;
        add_implied(&alone);
        too_new |= alone.version > core.version ? UINT64_C(1) << bit : 0;
    }
    return too_new;
}
