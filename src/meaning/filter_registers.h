/* SPDX-License-Identifier: MIT */
/* What filter.c and filter_text.c share: how the caller's registers are read. */
#ifndef SPE_FILTER_REGISTERS_H
#define SPE_FILTER_REGISTERS_H

#include <libspe/filter.h>

#include "../base/config.h"

/* Copies the caller's registers. Returns NULL, or the name of the member that is wrong. */
static inline const char *spe_filter_read(struct spe_filter_registers *out, const struct spe_filter_registers *in)
{
    if (in->size < sizeof *in)
        return "size";
    return spe_config_read(out, in, offsetof(struct spe_filter_registers, reserved));
}

#endif
