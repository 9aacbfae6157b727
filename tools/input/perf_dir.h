/* SPDX-License-Identifier: MIT */
/*
 * Reads a perf.data directory. Its file "data" is a usual perf.data file. "perf record --threads" writes the events of
 * each thread, SPE bytes among them, to the files "data.0", "data.1" and so on, which have no header. The reader
 * presents all of them as one stream, first "data", then the others, as if perf had written to a pipe.
 */
#ifndef PERF_DIR_H
#define PERF_DIR_H

#include <stdint.h>

#include "../system/files.h"

#define PERF_DIR_FILES 512 /* the most files of a directory that are read */

struct perf_dir {
    unsigned count; /* number of parts; 0 if not in use */
    struct perf_dir_part {
        struct tool_input in;
        uint64_t begin, end; /* the part's place in the whole */
        uint64_t from;       /* offset of its first byte in the file */
    } parts[PERF_DIR_FILES];
    uint8_t header[16]; /* a pipe's header */
};

/* Whether the directory `path` has such files. */
int perf_dir_has_threads(const char *path);

/* Opens all files. Returns TOOL_OK, or TOOL_FAILED after a message. Call perf_dir_close() in both cases. */
int perf_dir_open(struct perf_dir *d, const char *path);

/* Reads from the whole, in the same way as tool_read_at(). */
int64_t perf_dir_read(const struct perf_dir *d, void *bytes, size_t cap, uint64_t offset);

/* The number of the part in which an offset of the whole is; 0 if the directory is not in use. */
unsigned perf_dir_part(const struct perf_dir *d, uint64_t offset);

void perf_dir_close(struct perf_dir *d);

#endif
