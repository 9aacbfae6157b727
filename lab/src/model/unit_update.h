/* SPDX-License-Identifier: MIT */
/* The combined meaning of the registers and the level of the PE. */
#ifndef SPE_UNIT_UPDATE_H
#define SPE_UNIT_UPDATE_H

#include "../base/internal.h"
#include "unit_state.h"

/* Works out again what the registers mean together and at the PE's level. Call spe_unit_settle() first. */
SPE_INTERNAL void spe_unit_update(struct spe_unit_state *unit);

/* Looks up whether profiling is enabled at the PE's level. Call spe_unit_settle() first; `profiling` and `writes` must
 * be up to date. */
SPE_INTERNAL void spe_unit_find_level(struct spe_unit_state *unit);

/* Makes the last branch's target a payload, for the level of the PE. */
SPE_INTERNAL void spe_unit_keep_target(struct spe_unit_state *unit);

#endif
