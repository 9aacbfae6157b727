/* SPDX-License-Identifier: MIT */
/* Types of cores that never have SPE. */
#ifndef CORE_TYPES_H
#define CORE_TYPES_H

#include <stdint.h>

/* Returns the name of the type if it is known to have no SPE, otherwise NULL. */
const char *core_without_spe(uint64_t midr);

#endif
