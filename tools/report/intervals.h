/* SPDX-License-Identifier: MIT */
/*
 * Intervals that hold the true value 95 times of 100, for what samples estimate.
 *
 * Samples are not independent if the program repeats itself about once a sample, or if the counted events come in
 * bunches. The samples are therefore in parts (../profile/counts.h), each of which has batches of neighbouring samples
 * from the whole time. The variance between the parts, over what it would be if samples were independent, is the design
 * effect: samples count for that much less. If too few parts have samples the effect is not known, and the interval is
 * that of independent samples.
 */
#ifndef INTERVALS_H
#define INTERVALS_H

#include <stddef.h>
#include <stdint.h>

#include <libspe-lab/stats.h>

#include "../profile/counts.h"

#define INTERVALS_LEAST 8 /* parts with samples; with fewer the design effect is not known */

/* An estimate with its 95 % interval. */
struct interval {
    double value, low, high;
    double variance; /* of value, for interval_chance(): at least that of independent samples */
    double freedom;  /* degrees of freedom of the variance; 0 if the design effect is not known */
};

/* The share k / n of the samples of all parts; k[i] is at most n[i]. 0 to 1 without samples. */
struct interval interval_share(const uint64_t k[COUNTS_PARTS], const uint64_t n[COUNTS_PARTS]);

/* The same of sums, in which a sample counts `each` on average. */
struct interval interval_scaled_share(const uint64_t k[COUNTS_PARTS], const uint64_t n[COUNTS_PARTS], double each);

/* The ratio of two sums over the parts, such as a mean latency. If the variance is not known, freedom is zero, and the
 * interval is only the value. */
struct interval interval_ratio(const uint64_t sum[COUNTS_PARTS], const uint64_t count[COUNTS_PARTS]);

/* The mean of n independent samples, of which those in the histogram have its values, and the rest 0. n is at least 1.
 */
struct interval interval_independent(const struct spe_histogram *h, uint64_t n);

/* The number of samples whose time between them varies by chance alone (Poisson's distribution). */
struct interval interval_count(uint64_t samples);

/* b less a. */
struct interval interval_change(const struct interval *a, const struct interval *b);

/* The probability that a change is as far from 0 as this one by chance. */
double interval_chance(const struct interval *change);

/* Sorts the probabilities of n changes, and returns the largest for which a change is stated, or -1. Of all that are
 * stated, 5 of 100 at most are chance (Benjamini and Hochberg). */
double intervals_limit(double *chances, size_t n);

/* Whether the design effect is known, given the samples of each part. */
int intervals_are_known(const uint64_t n[COUNTS_PARTS]);

#endif
