/* SPDX-License-Identifier: MIT */
/* Long names, shorter for people: what C++ repeats is left out, then the middle. */
#ifndef ELIDE_H
#define ELIDE_H

#include <stddef.h>

#define ELIDE_MOST 512 /* the widest name, and room for its text */

/*
 * Writes the name in at most `width` bytes (at most ELIDE_MOST - 1) to out[ELIDE_MOST]: unchanged, if it fits; else
 * without what C++ adds to names by default; else with "..." for arguments, and then for its middle. `at` is a
 * position in the name without these defaults that is to stay visible; 0: any. Returns out.
 */
const char *elide(const char *name, size_t at, size_t width, char *out);

/* The same for a place, "work+0x1c (prog) prog.c:12, in prog (1234)", whose first `head` bytes say where it is: the
 * last parts are left out, and then the middle of the name, but not the offset. */
const char *elide_place(const char *text, size_t head, size_t width, char *out);

/* Finds for each of n names a position by which it differs from names that would look the same in `width` bytes; 0 if
 * none does. */
void elide_tell_apart(const char *const *names, size_t n, size_t width, size_t *at);

#endif
