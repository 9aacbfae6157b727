/* SPDX-License-Identifier: MIT */
/* Captures the output of a part of a program as a string. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>
#include <string.h>

#include "tap.h"

static char output_text[1 << 18];
static FILE *output_file;

static inline FILE *output_begin(void)
{
    output_file = tmpfile();
    return output_file;
}

/* Everything that was written; valid until the next call. */
static inline const char *output_end(void)
{
    rewind(output_file);
    output_text[fread(output_text, 1, sizeof output_text - 1, output_file)] = 0;
    fclose(output_file);
    return output_text;
}

static inline int says(const char *got, const char *want, const char *name, int line)
{
    const int passed = tap_ok(!strcmp(got, want), name, __FILE__, line);
    if (!passed)
        diag("line %d, got:\n%s", line, got);
    return passed;
}

/* How often a text occurs in another. */
static inline int count_of(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        n++;
    return n;
}

#endif
