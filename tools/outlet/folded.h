/* SPDX-License-Identifier: MIT */
/*
 * Profiles for flame graphs: what spe-stat --format=folded writes. Each line is a stack, the outermost frame first, and
 * a number: "process;module;function;inlined ...;file:line;data source NUMBER".
 */
#ifndef FOLDED_H
#define FOLDED_H

#include "../profile/profile.h"
#include "stacks.h"

/* Writes the profile's stacks with the sums of a value (STACKS_SAMPLES ...); stacks of which it is 0 are left out. */
void folded_write(struct profile *profile, struct stacks *stacks, unsigned value, FILE *out);

#endif
