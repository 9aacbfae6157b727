/* SPDX-License-Identifier: MIT */
/* How the caller's features are read. */
#ifndef SPE_FEATURES_READ_H
#define SPE_FEATURES_READ_H

#include <libspe/features.h>

#include "../base/internal.h"

/* Copies the features; NULL is SPE_FEATURES_INIT. Returns NULL, or the name of the first member that is wrong. */
SPE_INTERNAL const char *spe_features_read(struct spe_features *out, const struct spe_features *in);

#endif
