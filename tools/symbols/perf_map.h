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

struct perf_map_symbol {
    uint64_t address;
    const char *name;
};

struct perf_map {
    struct perf_map_symbol *symbols; /* in the order of lines */
    struct map_range *ranges;        /* where they are */
    struct map_index index;
    size_t count, room, range_room;
    char *text;
    size_t size; /* bytes of text */
};

/*
 * Reads a file. If it was found, and not named by the user, it must be a regular file of this user or of root, as for
 * perf: everybody may write to /tmp. Returns 1; or 0 without a message if there is no such file, and after one if the
 * file cannot be used. Prints how many lines cover addresses of lines before them.
 */
int perf_map_read(struct perf_map *map, const char *path, int was_found);

/* The symbol of an address; NULL if there is none. */
const struct perf_map_symbol *perf_map_find(const struct perf_map *map, uint64_t address);

void perf_map_free(struct perf_map *map);

#endif
