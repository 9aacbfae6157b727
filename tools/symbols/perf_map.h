/* SPDX-License-Identifier: MIT */
/*
 * Names of code that a process made while it ran (a JIT compiler's). Java, V8, .NET, LuaJIT, PyPy and others write them
 * to /tmp/perf-PID.map, where perf looks for them: "START SIZE NAME" a line, in hexadecimal. Code may be made where
 * older code was; the last line that has an address names it.
 */
#ifndef PERF_MAP_H
#define PERF_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "map_index.h"

struct perf_map {
    const char **names;       /* of symbols, in the order of lines */
    struct map_range *ranges; /* where the symbols are */
    struct map_index index;
    size_t count, name_room, range_room;
    size_t skipped; /* lines of another form */
    char *text;
    size_t size; /* bytes of text */
};

/*
 * Reads a file. If it was found, and not named by the user, it must be a regular file of this user or of root, as for
 * perf: everybody may write to /tmp. Returns 1; or 0 without a message if the file does not exist, and after one if the
 * file cannot be used. Prints how many lines are of another form, and how many cover addresses of others.
 */
int perf_map_read(struct perf_map *map, const char *path, int was_found);

/* The name of the code at an address, and where that code begins. NULL if no line has the address. */
const char *perf_map_find(const struct perf_map *map, uint64_t address, uint64_t *start);

void perf_map_free(struct perf_map *map);

#endif
