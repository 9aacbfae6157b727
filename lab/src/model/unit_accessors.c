/* SPDX-License-Identifier: MIT */
/* The inline functions of unit.h and device.h as functions that the library exports, as in src/packet/accessors.c. */
#define SPE_LAB_INLINE SPE_LAB_API extern inline

#include <libspe-lab/device.h>
