/* SPDX-License-Identifier: MIT */
/*
 * Lines on their way out, in a block: a line is put where it stays, a write is of many lines. They are put by the
 * library's own writer of characters and digits.
 */
#ifndef LINES_H
#define LINES_H

#include "../src/base/text_writer.h"
#include "tool.h"

#define LINES_LONGEST 8192    /* characters of a line at most, with its end */
#define LINES_BLOCK (1 << 17) /* characters: a core's caches hold them until they are written */

struct lines {
    struct tool_output out;
    size_t size; /* of what is in the block */
    char block[LINES_BLOCK];
};

/* As tool_create(), of where the lines go. */
int lines_create(struct lines *lines, const char *path, const char *input);

/* As tool_write(): all that is in the block. */
int lines_flush(struct lines *lines);

/* As tool_finish(), with what is in the block. */
int lines_finish(struct lines *lines, int status);

/* Begins a line in the block, or many: there is room for LINES_LONGEST characters at least. */
static inline struct spe_writer lines_begin(struct lines *lines)
{
    return (struct spe_writer){lines->block + lines->size, LINES_BLOCK - lines->size, 0};
}

/* What has begun is `size` characters long, line ends among them. Returns as tool_write(). */
static inline int lines_end(struct lines *lines, size_t size)
{
    lines->size += size;
    return lines->size <= LINES_BLOCK - LINES_LONGEST ? TOOL_OK : lines_flush(lines);
}

/* A line made elsewhere. */
int lines_put(struct lines *lines, const char *text, size_t size);

#endif
