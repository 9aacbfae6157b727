/* SPDX-License-Identifier: MIT */
/*
 * What was counted, as a file: to be added up with that of other files and machines, and compared. Lines of text: the
 * version first, then what is not zero of each array of numbers, names with their counts, and at the end a checksum of
 * all before it. Addresses mean nothing elsewhere and are left out: what is kept has names.
 *
 *     spe-stat profile 1
 *     numbers NAME FIRST VALUE ...
 *     core MIDR SAMPLES
 *     row KIND NAME WHERE VALUE ...        blanks, control characters and \ as \xNN
 *     end CHECKSUM
 */
#ifndef SAVED_H
#define SAVED_H

#include <stdio.h>

#include "profile.h"

/* Whether these are the first bytes of such a file. */
int saved_is(const void *bytes, size_t size);

/* Writes what has been counted. */
void saved_write(const struct profile *profile, FILE *out);

/* Adds what a file says to the profile. Returns TOOL_OK, or TOOL_FAILED after a message: it cannot be read, is of
 * another version, or damaged, and nothing is added. */
int saved_read(struct profile *profile, const char *path);

#endif
