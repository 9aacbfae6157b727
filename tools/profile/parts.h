/* SPDX-License-Identifier: MIT */
/*
 * The part that a sample belongs to. Neighbouring samples form a batch, and batches go to COUNTS_PARTS parts in turn.
 * So each part has samples of the whole time. The variance between the parts is due to chance, also if neighbouring
 * samples depend on one another (../report/intervals.h).
 *
 * A batch must be longer than samples depend on one another. If a loop takes about as many operations as an interval
 * between samples, and the interval has a random part of 0 to 255 operations, then about (interval / 330)^2 samples
 * come from nearly the same place. So a batch has 64 samples if intervals have about 1000 operations, and four times
 * as many if they are twice as long. But it has at most one of 32 of the samples so far, and at least 16.
 */
#ifndef PARTS_H
#define PARTS_H

#include "counts.h"

/* Binary logarithms of the number of samples in a batch: the least; the most for an interval that is long, not known */
enum { PARTS_SHIFT_LEAST = 4, PARTS_SHIFT_LONG = 12, PARTS_SHIFT_ANY = 6 };

#define PARTS_INTERVAL 814 /* the longest interval for batches of the least size */

/* The number of samples in a batch, as a power of two, for an interval in operations (0 if not known). */
static inline unsigned parts_shift(double interval)
{
    unsigned shift = PARTS_SHIFT_LEAST;
    if (!(interval > 0))
        return PARTS_SHIFT_ANY;
    for (uint64_t longest = PARTS_INTERVAL; interval > (double)longest && shift < PARTS_SHIFT_LONG; longest *= 2)
        shift += 2;
    return shift;
}

/* The part of the sample with this number, from 0. */
static inline unsigned parts_of(uint64_t number, unsigned most)
{
    unsigned shift = PARTS_SHIFT_LEAST;
    while (shift < most && number >> (shift + 5))
        shift++;
    return (unsigned)(number >> shift) % COUNTS_PARTS;
}

#endif
