/* SPDX-License-Identifier: MIT */
/* Text of others, such as a file's name, on a terminal or a page: only what has a shape there comes out as it is. */
#ifndef SHOWN_H
#define SHOWN_H

#include <stddef.h>

/* The bytes of the UTF-8 character at the text's front; 0: a control character, one that turns the direction of what
 * follows, or no character at all: to be escaped, as \xNN, byte by byte. */
unsigned shown_size(const char *text);

/* The text with such bytes escaped, cut to what fits. Returns out[cap]. */
const char *shown(const char *text, char *out, size_t cap);

#endif
