/* SPDX-License-Identifier: MIT */
/* How near a word is to the one that was meant. */
#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

#define NEAR_MAX_SIZE 64 /* words that are longer are near to nothing */

/* How many characters of a are to be changed, left out, put in or swapped with their neighbour to make b[0..len),
 * letters' case aside. */
unsigned near_distance(const char *a, const char *b, size_t len);

#endif
