/* SPDX-License-Identifier: MIT */
/* Sampled branches as `perf script -F brstack` prints them. */
#ifndef BRSTACK_H
#define BRSTACK_H

#include <libspe/record.h>

#define BRSTACK_LINE_MAX 160

/* The record's line, if it is of a branch, in line[BRSTACK_LINE_MAX]. Returns its size, 0: it is of none. */
size_t brstack_line(const struct spe_record *record, char *line);

#endif
