/* SPDX-License-Identifier: MIT */
/* See intervals.h. */
#include "intervals.h"

#include <math.h>
#include <stdlib.h>

#define Z 1.959964         /* standard deviations that hold 95 of 100 values of a normal distribution */
#define ROUNDED 1e-12      /* differences that are smaller, relative to a value, come from rounding */
#define FALSE_AT_MOST 0.05 /* of the changes that are stated */

/* Student's t for a normal deviate, and back, by Wallace's approximation. freedom 0: infinitely many degrees. */
static double t_of(double z, double freedom)
{
    const double scaled = z * (8 * freedom + 3) / (8 * freedom + 1);
    return freedom > 0 ? sqrt(freedom * (exp(scaled * scaled / freedom) - 1)) : z;
}

static double z_of(double t, double freedom)
{
    return freedom > 0 ? sqrt(freedom * log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3) : t;
}

struct sums {
    double k, n, between; /* the variance of k / n that the parts show */
    unsigned parts;       /* that have samples */
};

static struct sums sum_up(const uint64_t *k, const uint64_t *n)
{
    struct sums s = {0, 0, 0, 0};
    double squares = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++) {
        s.k += (double)k[i];
        s.n += (double)n[i];
        s.parts += n[i] != 0;
    }
    for (unsigned i = 0; i < COUNTS_PARTS && s.n > 0; i++) {
        const double rest = (double)k[i] - s.k / s.n * (double)n[i];
        squares += fabs(rest) > ROUNDED * (double)k[i] ? rest * rest : 0;
    }
    if (s.parts > 1)
        s.between = squares * s.parts / (s.parts - 1) / (s.n * s.n);
    return s;
}

/* Wilson's score interval, of as many samples as these count for. */
struct interval interval_scaled_share(const uint64_t k[COUNTS_PARTS], const uint64_t n[COUNTS_PARTS], double each)
{
    struct sums s = sum_up(k, n);
    s.k /= each;
    s.n /= each;
    if (!(s.n > 0))
        return (struct interval){0, 0, 1, 1, 0};
    const double p = s.k < s.n ? s.k / s.n : 1;
    const double alone = p * (1 - p) / s.n; /* the variance of independent samples */
    const int is_known = s.parts >= INTERVALS_LEAST;
    const double effect = is_known && alone > 0 ? s.between / alone : 1;
    const double freedom = is_known ? s.parts - 1 : 0, t = t_of(Z, freedom);
    const double square = t * t * effect / s.n;
    const double middle = p + square / 2, way = sqrt(square * p * (1 - p) + square * square / 4);
    const double likely = (s.k + 1) / (s.n + 2), least = likely * (1 - likely) / s.n; /* also if p is 0 or 1 */
    return (struct interval){p, p > 0 ? (middle - way) / (1 + square) : 0, p < 1 ? (middle + way) / (1 + square) : 1,
                             least * (effect > 1 ? effect : 1), freedom};
}

struct interval interval_share(const uint64_t k[COUNTS_PARTS], const uint64_t n[COUNTS_PARTS])
{
    return interval_scaled_share(k, n, 1);
}

struct interval interval_ratio(const uint64_t sum[COUNTS_PARTS], const uint64_t count[COUNTS_PARTS])
{
    const struct sums s = sum_up(sum, count);
    const double value = s.n > 0 ? s.k / s.n : 0;
    if (s.parts < INTERVALS_LEAST)
        return (struct interval){value, value, value, 0, 0};
    const double freedom = s.parts - 1, way = t_of(Z, freedom) * sqrt(s.between);
    return (struct interval){value, value - way, value + way, s.between, freedom};
}

struct interval interval_independent(const struct spe_histogram *h, uint64_t n)
{
    const double of = (double)n, mean = (double)h->sum / of;
    double squares = (of - (double)h->count) * mean * mean;
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++) {
        const double rest = 0.5 * (spe_histogram_low(b) + spe_histogram_high(b)) - mean;
        squares += (double)h->buckets[b] * rest * rest;
    }
    const double variance = n > 1 ? squares / (of - 1) / of : mean * mean, way = 1.96 * sqrt(variance);
    return (struct interval){mean, mean - way, mean + way, variance, of - 1};
}

struct interval interval_count(uint64_t samples)
{
    const double k = (double)samples, middle = k + Z * Z / 2, way = Z * sqrt(k + Z * Z / 4);
    return (struct interval){k, middle - way, middle + way, k, 0};
}

/* Newcombe's interval of a difference; Welch's degrees of freedom. */
struct interval interval_change(const struct interval *a, const struct interval *b)
{
    const double rest = b->value - a->value, variance = a->variance + b->variance;
    const double value = fabs(rest) > ROUNDED * fmax(fabs(a->value), fabs(b->value)) ? rest : 0;
    const double shares = (a->freedom > 0 ? a->variance * a->variance / a->freedom : 0) +
                          (b->freedom > 0 ? b->variance * b->variance / b->freedom : 0);
    return (struct interval){value, value - hypot(b->value - b->low, a->high - a->value),
                             value + hypot(b->high - b->value, a->value - a->low), variance,
                             shares > 0 ? variance * variance / shares : 0};
}

double interval_chance(const struct interval *c)
{
    if (!(c->variance > 0))
        return c->value > 0 || c->value < 0 ? 0 : 1;
    return erfc(z_of(fabs(c->value) / sqrt(c->variance), c->freedom) / sqrt(2));
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double intervals_limit(double *chances, size_t n)
{
    double limit = -1;
    if (n)
        qsort(chances, n, sizeof *chances, by_size);
    for (size_t i = 0; i < n; i++)
        if (chances[i] <= FALSE_AT_MOST * (double)(i + 1) / (double)n)
            limit = chances[i];
    return limit;
}

int intervals_are_known(const uint64_t n[COUNTS_PARTS])
{
    unsigned parts = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        parts += n[i] != 0;
    return parts >= INTERVALS_LEAST;
}
