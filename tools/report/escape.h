/* SPDX-License-Identifier: MIT */
/* Writes text whose special characters are escaped, and whose bytes that are not printable become \xNN. */
#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdio.h>

/* `escape` writes the characters that are in `special`. */
void escape_text(FILE *out, const char *text, const char *special, void (*escape)(FILE *out, char c));

#endif
