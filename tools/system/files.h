/* SPDX-License-Identifier: MIT */
/* Files that the programs read and write. A function that fails has printed a message. */
#ifndef FILES_H
#define FILES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "message.h"
#include "replacement.h"

struct tool_input {
    int fd;
    const char *name; /* its name in messages */
};

/* Opens `path`, "-" for standard input. Returns TOOL_OK, or TOOL_FAILED after a message. */
int tool_open(struct tool_input *in, const char *path);

/* The same for a file whose name comes from the input: it must be a regular file (platform_open_regular). */
int tool_open_regular(struct tool_input *in, const char *path);

/* Reads the bytes that are available, up to cap. Returns their number, 0 at the end, or -1 after a message. */
int64_t tool_read(const struct tool_input *in, void *bytes, size_t cap);

/* Reads all that is left, up to `most` bytes, and appends a NUL; the caller frees it. *size is its size, without the
 * NUL; `size` may be NULL. Returns NULL after a message. */
char *tool_read_text(const struct tool_input *in, uint64_t most, size_t *size);

/* Whether it is a regular file, which can be read at any place, and nothing has been read yet. */
int tool_is_seekable(const struct tool_input *in);

/* Reads from a place in such a file; the next tool_read() is not affected. */
int64_t tool_read_at(const struct tool_input *in, void *bytes, size_t cap, uint64_t offset);

void tool_close(struct tool_input *in);

struct tool_output {
    FILE *file;
    const char *name;
    int ours;  /* a regular file that was made or emptied here */
    int error; /* errno of the first write that failed, or 0 */
    char *buffer;
    struct replacement replacement;
};

/* Whether `path` names the regular file that is read as `input` ("-" is standard input). Writing would destroy it. */
int tool_is_same(const char *path, const char *input);

/* Opens `path` for writing, as a draft if possible (replacement.h); NULL or "-" is standard output. Rejects the file
 * that is read as `input`, if that is not NULL. Returns the same as tool_open(). */
int tool_create(struct tool_output *out, const char *path, const char *input);

/* Writes, with a buffer. Returns TOOL_OK, or TOOL_FAILED: the caller then stops, and tool_finish() prints the
 * message. */
int tool_write(struct tool_output *out, const void *bytes, size_t size);

/* The same at a place in the file, which mostly is the current end. */
int tool_write_at(struct tool_output *out, uint64_t offset, const void *bytes, size_t size);

/*
 * Writes the buffered bytes and closes the file; a draft replaces its target. Returns `status`, or TOOL_FAILED after a
 * message if anything that was written is lost. If the result is not TOOL_OK, the draft is removed and the old file
 * stays. A file that was written directly is emptied if it is ours, and removed unless its name is a link. If a reader
 * went away, no message appears.
 */
int tool_finish(struct tool_output *out, int status);

#endif
