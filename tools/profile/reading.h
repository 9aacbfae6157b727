/* SPDX-License-Identifier: MIT */
/* Reads a file into a profile: decodes and checks its records, finds the facts about each sample, one after another,
 * and has them counted side by side. */
#ifndef READING_H
#define READING_H

#include "profile.h"

/* Reads what a file records in addition to the samples (source_options.note). */
void reading_note(void *profile, const struct spe_perf_event *event);

/* Decodes and counts the whole source, and reports losses. Returns TOOL_OK, or TOOL_FAILED after a message: everything
 * before the error is counted. */
int reading_add(struct profile *profile, struct spe_source *source);

#endif
