/* SPDX-License-Identifier: MIT */
/* The lines of a source file, which may have moved since the program was compiled. */
#ifndef SOURCE_TEXT_H
#define SOURCE_TEXT_H

#include <stddef.h>

struct source_text {
    char *text;   /* the file; NULL if it was not found */
    char **lines; /* from 0 on */
    size_t count;
    int is_unfit; /* there is one, but it is not a regular file, is too large, or must not be read */
};

/*
 * Reads `file`, as debug information names it, as DIRECTORY/FILE with each end of the name ("src/a.c", "a.c") in each
 * of `directories`, the longest end first; then under `symfs` (NULL: none); then under its own name. Returns 1, after
 * which source_text_free() must be called, or 0 if there is no such file that can be read.
 */
int source_text_read(struct source_text *s, const char *file, const char *const *directories, unsigned count,
                     const char *symfs);
void source_text_free(struct source_text *s);

/* A line, from 1 on, without tabs; NULL if the file does not have it. */
const char *source_text_line(const struct source_text *s, unsigned line);

#endif
