/* SPDX-License-Identifier: MIT */
/*
 * The counts as a file, which can be added to files of other runs and machines, and compared with them. The file has
 * lines of text: first the version, then everything that is not zero, and at the end a checksum of all lines before it.
 * Addresses have no meaning elsewhere and are left out: only counts by name are saved.
 *
 *     spe-stat profile 3
 *     profile perf|raw NAME FILES             spaces, \ and unprintable characters (printable.h) as \xNN
 *     whole INTERVAL NANOSECONDS
 *     core - MIDR SAMPLES
 *     numbers NAME WHICH=VALUE ...
 *     part NUMBER NAME WHICH=VALUE ...        of the samples, over time (counts.h)
 *     source VALUE SAMPLES
 *     source-parts VALUE WHICH=VALUE ...
 *     latency VALUE HISTOGRAM sum=CYCLES most=CYCLES BUCKET=SAMPLES ...
 *     sum NAME WHICH WORD=VALUE ...
 *     row KIND NAME WHERE WORD=VALUE ...
 *     end CHECKSUM
 *
 * Each number is written with the number or name of its event, operation or data source. So a program that supports
 * more of them can write the same version. Unknown lines, names and numbers are skipped.
 */
#ifndef SAVED_PROFILE_H
#define SAVED_PROFILE_H

#include <stdio.h>

#include "profile.h"

/* Whether these are the first bytes of a saved profile. */
int saved_profile_is(const void *bytes, size_t size);

/* Writes the counts. */
void saved_profile_write(const struct profile *profile, FILE *out);

/* Adds the counts in a file to the profile. The source gives the file's bytes (source_options.is_own). Returns TOOL_OK,
 * or TOOL_FAILED after a message if the file cannot be read, has another version, or is damaged; in these cases nothing
 * is added. */
int saved_profile_read(struct profile *profile, struct spe_source *source);

#endif
