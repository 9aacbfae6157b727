/* SPDX-License-Identifier: MIT */
/* Prints sampled branches as `perf script -F brstack` does. */
#ifndef BRSTACK_H
#define BRSTACK_H

#include <libspe/record.h>

#define BRSTACK_LINE_MAX 160

/* Writes the record's line to line[BRSTACK_LINE_MAX], if the record is a branch. Returns the line's size, or 0 if it is
 * not a branch. */
size_t brstack_line(const struct spe_record *record, char *line);

#endif
