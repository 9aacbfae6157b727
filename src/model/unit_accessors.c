/* SPDX-License-Identifier: MIT */
/* The inline functions of unit.h once more, as functions that the library exports: as src/packet/accessors.c. */
#define SPE_INLINE SPE_API extern inline

#include <libspe/unit.h>
