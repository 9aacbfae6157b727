/* SPDX-License-Identifier: MIT */
/* A kernel's plan says how it gathers the fields of a layout's records. Several kernels share these parts of plans. */
#ifndef SPE_GATHER_PLAN_H
#define SPE_GATHER_PLAN_H

#include "learned.h"

#if SPE_LEARNING && (SPE_KERNELS_X86 || SPE_KERNELS_NEON)

#define SPE_NO_SOURCE 0xff

/* For each byte of struct spe_record, writes the place of the same byte in the encoded record, or SPE_NO_SOURCE. */
SPE_INTERNAL void spe_plan_sources(const struct spe_places *places, uint8_t sources[sizeof(struct spe_record)]);

#if SPE_KERNELS_X86

/* Returns the bytes of struct spe_record that are the same for all records of a layout; all other bytes are 0. */
SPE_INTERNAL struct spe_record spe_plan_constants(const struct spe_layout_learned *layout,
                                                  const struct spe_places *places);

/* spe_kernel.plan for struct spe_plan_mixed. */
SPE_INTERNAL int spe_plan_mixed_make(struct spe_layout_learned *layout, const struct spe_places *places);

#endif

#endif

#endif
