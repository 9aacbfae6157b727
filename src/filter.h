/* SPDX-License-Identifier: MIT */
/* What filter.c and filter_text.c share: how the caller's registers are read. */
#ifndef SPE_FILTER_READ_H
#define SPE_FILTER_READ_H

#include <libspe/filter.h>

#include "config.h"

/* Copies the caller's registers; what this version does not know must be zero. Returns SPE_OK or SPE_E_CONFIG. */
static inline int spe_filter_read(struct spe_filter_registers *out, const struct spe_filter_registers *in)
{
    if (in->size < sizeof *in)
        return SPE_E_CONFIG;
    return spe_config_read(out, in, offsetof(struct spe_filter_registers, reserved));
}

#endif
