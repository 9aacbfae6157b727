/* SPDX-License-Identifier: MIT */
/*
 * Profiles for pprof and viewers that read its files: what spe-stat --format=pprof writes, a message "Profile" of
 * pprof's profile.proto, compressed by gzip.
 */
#ifndef PPROF_H
#define PPROF_H

#include "../profile/profile.h"
#include "stacks.h"

/* Writes the profile. Viewers show the value `first` (STACKS_SAMPLES ...) first. */
void pprof_write(struct profile *profile, struct stacks *stacks, unsigned first, FILE *out);

#endif
