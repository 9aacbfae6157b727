/* SPDX-License-Identifier: MIT */
/*
 * How the threads that access a cache line affect each other; if threads are not known, cores. Samples decide: those of
 * bytes that several threads use and one of them writes, and those of bytes that one thread has for itself while
 * another writes to the line. What a thread does seldom does not count.
 */
#ifndef SHARING_H
#define SHARING_H

#include "../profile/tally.h"

enum sharing { SHARING_NONE, SHARING_READ, SHARING_TRUE, SHARING_FALSE, SHARING_BOTH };

struct shared_line {
    double same, apart; /* samples of such bytes */
    unsigned at;        /* the 64th of the line with the most samples that count; of a lock, where threads take it */
    uint8_t hot[TALLY_TOUCHERS]; /* ... of each thread's */
};

void sharing_weigh(const struct tally_touches *touches, struct shared_line *out);

/* Whether threads wait for one another's atomics or exclusives there, as at a lock or a counter. */
int sharing_is_lock(const struct tally_touches *touches);

/* Judges a line once, and keeps that. Call it after tally_finish(). */
enum sharing sharing_of(struct tally_touches *touches);

/* "false sharing" */
const char *sharing_name(enum sharing sharing);

#endif
