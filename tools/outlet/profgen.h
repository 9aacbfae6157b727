/* SPDX-License-Identifier: MIT */
/*
 * Prints mapped files and sampled branches for llvm-profgen, as `perf script --show-mmap-events --itrace=bl1 -F
 * ip,brstack` does: a line for each mapping, and a line for each branch (brstack.h).
 */
#ifndef PROFGEN_H
#define PROFGEN_H

#include <libspe/perf_data.h>
#include <libspe/record.h>

#define PROFGEN_LINE_MAX 8192

/* Writes the line of a mapping to line[PROFGEN_LINE_MAX]. What would end the line early in the file's name is escaped.
 * Returns the line's size, or 0 if the event is not a mapping. */
size_t profgen_map_line(const struct spe_perf_event *event, char *line);

/* Writes the record's line to line[PROFGEN_LINE_MAX], if the record is a branch. Returns the line's size, or 0 if it is
 * not a branch. */
size_t profgen_line(const struct spe_record *record, char *line);

#endif
