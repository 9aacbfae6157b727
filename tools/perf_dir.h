/* SPDX-License-Identifier: MIT */
/*
 * perf.data as a directory: its file "data" is as any perf.data; "perf record --threads" puts the events of each
 * thread, SPE's bytes among them, into files "data.0", "data.1" and so on beside it, which have no header. All of them
 * are read as one: the events of "data", then those of the others, as if perf had written them to a pipe.
 */
#ifndef PERF_DIR_H
#define PERF_DIR_H

#include <stdint.h>

#include "tool.h"

#define PERF_DIR_FILES 512 /* the most files of a directory that are read */

struct perf_dir {
    unsigned count; /* of parts; 0: not in use */
    struct perf_dir_part {
        struct tool_input in;
        uint64_t begin, end; /* where it stands in the whole */
        uint64_t from;       /* where its bytes begin in the file */
    } parts[PERF_DIR_FILES];
    uint8_t header[16]; /* of a pipe */
};

/* Whether the directory `path` has such files of threads. */
int perf_dir_has_threads(const char *path);

/* Opens all files. Returns TOOL_OK, or TOOL_FAILED after a message; perf_dir_close() in both cases. */
int perf_dir_open(struct perf_dir *d, const char *path);

/* As tool_read_at(), of the whole. */
int64_t perf_dir_read(const struct perf_dir *d, void *bytes, size_t cap, uint64_t offset);

void perf_dir_close(struct perf_dir *d);

#endif
