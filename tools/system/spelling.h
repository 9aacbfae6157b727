/* SPDX-License-Identifier: MIT */
/* How similar two words are, to suggest the name that was meant. */
#ifndef SPELLING_H
#define SPELLING_H

#include <stddef.h>

#define SPELLING_MAX_SIZE 64 /* words that are longer are near to nothing */

/* How many characters of a are to be changed, left out, put in or swapped with their neighbour to make b[0..len),
 * letters' case aside. */
unsigned spelling_distance(const char *a, const char *b, size_t len);

/* Whether two names are the same, whether spaces, - or _ separate their words, in upper or lower case. */
int spelling_is_same(const char *a, const char *b);

#define SPELLING_NAMES 3
#define SPELLING_NAME_SIZE 128

/* The names that are most like a wanted one; those that contain it come first. The first of equally similar names are
 * kept. */
struct spelling_names {
    char text[SPELLING_NAMES][SPELLING_NAME_SIZE];
    unsigned distance[SPELLING_NAMES], count;
};

/* Keeps the name if it is one of these. */
void spelling_offer(struct spelling_names *n, const char *wanted, const char *name);

#endif
