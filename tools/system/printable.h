/* SPDX-License-Identifier: MIT */
/*
 * Makes text from outside, such as a file's name, safe for a terminal or a page: everything but printable UTF-8 is
 * escaped.
 */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stddef.h>

/* Returns the number of bytes of the UTF-8 character at the beginning of the text, and stores its code point in *code.
 * Returns 0 if it is not a character. */
unsigned printable_character(const char *text, unsigned *code);

/* The same, but returns 0 for invisible characters, too (Unicode's control and format characters, ends of lines, and
 * characters that programs may leave out). Escape these byte by byte, as \xNN. */
unsigned printable_size(const char *text);

/* Copies the text to out[cap] with such bytes escaped, cut off if it does not fit. Returns out. */
const char *printable(const char *text, char *out, size_t cap);

/* Whether a spreadsheet would take the text in a cell for a formula and compute it. Excel also takes the wide forms of
 * East Asia. */
int printable_is_formula(const char *text, size_t size);

#endif
