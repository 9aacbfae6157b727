/* SPDX-License-Identifier: MIT */
/* Fields of registers, by their masks. */
#ifndef SPE_LINUX_BITFIELD_H
#define SPE_LINUX_BITFIELD_H

#include <linux/bitops.h>

#define FIELD_GET(mask, raw) (((raw) & (mask)) >> __builtin_ctzll(mask))
#define FIELD_PREP(mask, value) ((u64)(value) << __builtin_ctzll(mask) & (mask))

#endif
