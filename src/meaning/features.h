/* SPDX-License-Identifier: MIT */
/* Reads the caller's features. */
#ifndef SPE_FEATURES_READ_H
#define SPE_FEATURES_READ_H

#include <libspe/features.h>

#include "../base/internal.h"

/* A core of the latest version, with all features that this library supports. */
SPE_INTERNAL struct spe_features spe_features_everything(void);

/* Copies the features; NULL means SPE_FEATURES_INIT. Returns NULL, or the name of the first invalid member. */
SPE_INTERNAL const char *spe_features_read(struct spe_features *out, const struct spe_features *in);

#endif
