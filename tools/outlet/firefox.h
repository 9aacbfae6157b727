/* SPDX-License-Identifier: MIT */
/* Profiles for profiler.firefox.com, which spe-stat --format=firefox writes: JSON, in version 48 of its "processed
 * profile format", which later versions of the Profiler convert. */
#ifndef FIREFOX_H
#define FIREFOX_H

#include "../profile/profile.h"
#include "stacks.h"

/* Keeps n samples in a struct stacks (profile.outlet). Zeroed storage is empty. */
void firefox_add(void *stacks, const struct sample *samples, size_t n);

/* Does what folded_write() does, and frees the samples: their weights are the value (STACKS_SAMPLES ...). */
void firefox_write(struct profile *profile, struct stacks *stacks, unsigned value, FILE *out);

#endif
