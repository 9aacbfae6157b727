/* SPDX-License-Identifier: MIT */
/* The unit's configuration. */
#ifndef SPE_UNIT_CONFIG_H
#define SPE_UNIT_CONFIG_H

#include "../base/internal.h"
#include "unit_state.h"

/* Reads the configuration into an empty unit. Returns NULL, or the name of the invalid member. */
SPE_INTERNAL const char *spe_unit_read_config(struct spe_unit_state *unit, const struct spe_unit_config *in);

/* Returns the configuration of an encoder that writes records as the core does, the next one at `offset`. */
SPE_INTERNAL struct spe_encoder_config spe_unit_encoder_config(const struct spe_unit_state *unit, uint64_t offset);

/* Returns the value of a register after `raw` is written: what the core lacks reads as zero, or as a fixed value. */
SPE_INTERNAL uint64_t spe_unit_kept_bits(const struct spe_unit_state *unit, unsigned reg, uint64_t raw);

/* A bit for a register, SPE_REG_*. */
#define SPE_UNIT_BIT(reg) (UINT64_C(1) << (reg))

/* The registers that software writes; all others in the unit are ID registers. */
#define SPE_UNIT_WRITABLE                                                                                              \
    (SPE_UNIT_BIT(SPE_REG_PMSCR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSCR_EL2) | SPE_UNIT_BIT(SPE_REG_PMSICR_EL1) |            \
     SPE_UNIT_BIT(SPE_REG_PMSIRR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSFCR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSEVFR_EL1) |         \
     SPE_UNIT_BIT(SPE_REG_PMSNEVFR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSDSFR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSLATFR_EL1) |     \
     SPE_UNIT_BIT(SPE_REG_PMBLIMITR_EL1) | SPE_UNIT_BIT(SPE_REG_PMBPTR_EL1) | SPE_UNIT_BIT(SPE_REG_PMBSR_EL1) |        \
     SPE_UNIT_BIT(SPE_REG_PMBSR_EL2) | SPE_UNIT_BIT(SPE_REG_PMBSR_EL3) | SPE_UNIT_BIT(SPE_REG_PMBMAR_EL1) |            \
     SPE_UNIT_BIT(SPE_REG_HCR_EL2) | SPE_UNIT_BIT(SPE_REG_SCR_EL3) | SPE_UNIT_BIT(SPE_REG_MDCR_EL2) |                  \
     SPE_UNIT_BIT(SPE_REG_MDCR_EL3) | SPE_UNIT_BIT(SPE_REG_HDFGRTR_EL2) | SPE_UNIT_BIT(SPE_REG_HDFGWTR_EL2) |          \
     SPE_UNIT_BIT(SPE_REG_HDFGRTR2_EL2) | SPE_UNIT_BIT(SPE_REG_HDFGWTR2_EL2))

#endif
