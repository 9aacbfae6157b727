/* SPDX-License-Identifier: MIT */
/* What software must not do with the unit. */
#ifndef SPE_UNIT_PROBLEMS_H
#define SPE_UNIT_PROBLEMS_H

#include "../base/internal.h"
#include "unit_state.h"

/* Returns what the manual forbids but the registers do; `profiling` and `filter_problems` must be up to date. */
SPE_INTERNAL uint32_t spe_unit_find_problems(const struct spe_unit_state *unit);

#endif
