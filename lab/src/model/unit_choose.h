/* SPDX-License-Identifier: MIT */
/* Counts operations, to choose the sampled ones. */
#ifndef SPE_UNIT_CHOOSE_H
#define SPE_UNIT_CHOOSE_H

#include "../base/internal.h"
#include "unit_state.h"

/* 32 random bits. */
SPE_INTERNAL uint32_t spe_unit_draw(struct spe_unit_state *unit);

/* Counts the operations since the last call. Afterwards PMSICR_EL1 and SAMPLE_POP are up to date. */
SPE_INTERNAL void spe_unit_settle(struct spe_unit_state *unit);

/* Works out how many operations are left until spe_unit_choose() has something to do. Call spe_unit_settle() first. */
SPE_INTERNAL void spe_unit_plan(struct spe_unit_state *unit);

#endif
