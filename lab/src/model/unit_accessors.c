/* SPDX-License-Identifier: MIT */
/* The inline functions of unit.h and device.h as functions that the library exports, as in src/packet/accessors.c. */
#define SPE_INLINE SPE_API extern inline

#include "../base/provisional.h"

#include <libspe/device.h>
