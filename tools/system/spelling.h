/* SPDX-License-Identifier: MIT */
/* How similar two words are, to suggest the name that was meant. */
#ifndef SPELLING_H
#define SPELLING_H

#include <stddef.h>

#define SPELLING_MAX_SIZE 64 /* words that are longer are near to nothing */

/* How many characters of a are to be changed, left out, put in or swapped with their neighbour to make b[0..len),
 * letters' case aside. */
unsigned spelling_distance(const char *a, const char *b, size_t len);

#endif
