/* SPDX-License-Identifier: MIT */
/* Forms that more than one kernel has, or has a part of. */
#ifndef SPE_FORMS_H
#define SPE_FORMS_H

#include "learned.h"

#if SPE_KERNELS_X86 || SPE_KERNELS_NEON

#define SPE_NO_SOURCE 0xff

/* For each byte of struct spe_record the place of the record's byte that it is, or SPE_NO_SOURCE. */
SPE_INTERNAL void spe_form_sources(const struct spe_places *places, uint8_t sources[sizeof(struct spe_record)]);

#if SPE_KERNELS_X86

/* What struct spe_record is for all records of a layout, where its bytes are not the record's. */
SPE_INTERNAL struct spe_record spe_form_constants(const struct spe_layout_learned *layout,
                                                  const struct spe_places *places);

/* spe_kernel.form for struct spe_form_mixed. */
SPE_INTERNAL int spe_form_mixed_make(struct spe_layout_learned *layout, const struct spe_places *places);

#endif

#endif

#endif
