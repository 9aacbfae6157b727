/* SPDX-License-Identifier: MIT */
/*
 * What the programs share: options, reading and writing files, messages. A message is one line on standard error,
 * "program: what: where". Exit status: 0 done, 1 the data or a file is at fault, 2 the command line is.
 */
#ifndef TOOL_H
#define TOOL_H

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <libspe/base.h>

#include "draft.h"

enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 };

/* Each program defines these two: its name, and what --help prints after "usage: NAME ". */
extern const char tool_name[];
extern const char tool_usage[];

#define TOOL_OPTIONS                                                                                                   \
    {"help", no_argument, NULL, 'h'},                                                                                  \
    {                                                                                                                  \
        "version", no_argument, NULL, 'V'                                                                              \
    }

/* getopt_long(), but -h, --help, --version and unknown options end the program. Options end with TOOL_OPTIONS, {0}. */
int tool_option(int argc, char **argv, const char *letters, const struct option *options);

/* Prints a message, then a hint at --help, and ends the program: TOOL_USAGE. */
_Noreturn void tool_misuse(const char *what, const char *where);

/* The number that `text` is, decimal or 0x and hexadecimal digits, 0 to `most`; ends the program as tool_misuse() does
 * if it is none. */
uint64_t tool_number(const char *text, uint64_t most);

/* Prints a message; bytes that have no shape on a terminal are escaped (shown.h). Returns TOOL_FAILED. */
int tool_error(const char *what, const char *where);

struct tool_input {
    int fd;
    const char *name; /* as messages call it */
};

/* Opens `path`, "-" for standard input. Returns TOOL_OK, or TOOL_FAILED after a message. */
int tool_open(struct tool_input *in, const char *path);

/* Reads what is there, up to cap bytes. Returns their number, 0 at the end, -1 after a message. */
int64_t tool_read(const struct tool_input *in, void *bytes, size_t cap);

/* Whether it is a regular file, of which any part can be read, and nothing has been so far. */
int tool_is_seekable(const struct tool_input *in);

/* The same from a place in such a file; what tool_read() reads next stays the same. */
int64_t tool_read_at(const struct tool_input *in, void *bytes, size_t cap, uint64_t offset);

void tool_close(struct tool_input *in);

struct tool_output {
    FILE *file;
    const char *name;
    int ours;  /* a regular file that was made or emptied here */
    int error; /* errno of the first write that failed, or 0 */
    char *buffer;
    struct draft draft;
};

/* Whether `path` names the regular file that is read as `input` ("-": standard input): to empty it would lose it. */
int tool_is_same(const char *path, const char *input);

/* Opens `path` for writing, as a draft where it can be one (draft.h), NULL or "-" for standard output; refuses the very
 * file that is read as `input`, if it is not NULL. As tool_open(). */
int tool_create(struct tool_output *out, const char *path, const char *input);

/* Buffered. Returns TOOL_OK, or TOOL_FAILED: stop then, tool_finish() gives the message. */
int tool_write(struct tool_output *out, const void *bytes, size_t size);

/* The same at a place in the file, which is mostly that of what comes next. */
int tool_write_at(struct tool_output *out, uint64_t offset, const void *bytes, size_t size);

/*
 * Writes out what is buffered and closes; a draft takes its place. Returns `status`, or TOOL_FAILED after a message if
 * anything that was written is lost. Where it is not TOOL_OK the draft is removed, and what was there stays; a file
 * that was written as it is, if ours, is emptied, and removed if its name is no link. A reader that went away is no
 * message.
 */
int tool_finish(struct tool_output *out, int status);

#endif
