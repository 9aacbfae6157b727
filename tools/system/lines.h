/* SPDX-License-Identifier: MIT */
/* Buffered lines of output: each line is written into a block of memory, and one write to the file takes many lines. */
#ifndef LINES_H
#define LINES_H

#include "text_writer.h"
#include "files.h"

#define LINES_LONGEST 8192    /* the most characters of a line, with its end */
#define LINES_BLOCK (1 << 17) /* characters: a core's caches hold them until they are written */

struct lines {
    struct tool_output out;
    size_t size; /* bytes in the block */
    char block[LINES_BLOCK];
};

/* Opens the output, like tool_create(). */
int lines_create(struct lines *lines, const char *path, const char *input);

/* Writes the whole block, like tool_write(). */
int lines_flush(struct lines *lines);

/* Writes the block and ends the output, like tool_finish(). */
int lines_finish(struct lines *lines, int status);

/* Begins one or more lines in the block: there is room for at least LINES_LONGEST characters. */
static inline struct text_writer lines_begin(struct lines *lines)
{
    return (struct text_writer){lines->block + lines->size, LINES_BLOCK - lines->size, 0};
}

/* Ends them: they have `size` characters, including line ends. Returns the same as tool_write(). */
static inline int lines_end(struct lines *lines, size_t size)
{
    lines->size += size;
    return lines->size <= LINES_BLOCK - LINES_LONGEST ? TOOL_OK : lines_flush(lines);
}

/* Puts a line that was made elsewhere. */
int lines_put(struct lines *lines, const char *text, size_t size);

#endif
