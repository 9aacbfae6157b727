/* SPDX-License-Identifier: MIT */
/* Reads the caller's registers, for filter.c and filter_text.c. */
#ifndef SPE_FILTER_REGISTERS_H
#define SPE_FILTER_REGISTERS_H

#include <libspe/filter.h>

#include "../base/config.h"

/* Copies the caller's registers. Returns NULL, or the name of the invalid member. */
static inline const char *spe_filter_read(struct spe_filter_registers *out, const struct spe_filter_registers *in)
{
    return spe_config_read(out, in, 64, offsetof(struct spe_filter_registers, reserved)); /* 64 in version 1.0 */
}

#endif
