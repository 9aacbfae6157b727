/* SPDX-License-Identifier: MIT */
/* See order.h. */
#include "order.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST 40      /* distances that show an order */
#define PASS 8        /* samples that a walk through all of the data must have, to be seen */
#define FIXED_PASS 32 /* ... if intervals do not vary: then few samples can look like any order */
#define MOST 8192     /* operations: at longer intervals no step is sought */
#define LINE 0.36     /* the least square of a radius of 1 */
#define TURN_BITS 8   /* of an angle: 256 are a turn */
#define RADIUS 4096   /* of the circle */

/* Whether its addresses rise (1), fall (-1), or do neither more than chance explains (0). */
static int direction(const struct site *s)
{
    const double all = (double)(s->up + s->down), more = (double)s->up - (double)s->down;
    const double way = more < 0 ? -more : more;
    if (!(way > all / 2) || way * way < 16 * all) /* three of four, and four standard deviations from a coin's */
        return 0;
    return more < 0 ? -1 : 1;
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Whether more than three of four distances have a common divisor of ORDER_WIDE or more with the one before. Few
 * have it by chance. */
static int is_wide(const struct site *s)
{
    unsigned pairs = 0, wide = 0;
    for (uint32_t i = 1; i < s->n_ways; i++)
        if (abs(s->ways[i]) != abs(s->ways[i - 1])) {
            pairs++;
            wide += divisor((uint64_t)abs(s->ways[i]), (uint64_t)abs(s->ways[i - 1])) >= ORDER_WIDE / SITE_UNIT;
        }
    return 2 * pairs >= s->n_ways / 2 && wide * 4 > pairs * 3;
}

/* Whether there are few different distances: the intervals do not vary. */
static int is_fixed(const struct site *s)
{
    unsigned different = 0;
    for (uint32_t i = 0; i < s->n_ways; i++) {
        uint32_t k = 0;
        while (k < i && s->ways[k] != s->ways[i])
            k++;
        different += k == i;
    }
    return different * 4 <= s->n_ways;
}

/* How far the addresses reach, if a walk has these distances. */
static uint64_t reach(const struct site *s)
{
    int64_t at = 0, low = 0, high = 0;
    for (uint32_t i = 0; i < s->n_ways; i++) {
        at += s->ways[i];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    return (uint64_t)(high - low);
}

static uint64_t longest(const struct site *s)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < s->n_ways; i++)
        most = (uint64_t)abs(s->ways[i]) > most ? (uint64_t)abs(s->ways[i]) : most;
    return most;
}

/* The mean of those distances that go this way. */
static uint64_t mean_of(const struct site *s, int way)
{
    uint64_t sum = 0, n = 0;
    for (uint32_t i = 0; i < s->n_ways; i++)
        if ((s->ways[i] > 0) == (way > 0)) {
            sum += (uint64_t)abs(s->ways[i]);
            n++;
        }
    return n ? sum / n : 0;
}

/*
 * Looks for the largest step of which all distances are about a multiple, from `most` down to `most` / tries: it turns
 * each distance into an angle, of which a step is a whole turn, and adds up the points at these angles. If they are the
 * same for most distances, the sum is far from the middle. Large steps have small angles for all, so the sum must first
 * have been near the middle. Returns 0 if there is no such step: if one is found by chance, that is one time of 1000.
 */
static uint64_t find_step(const struct site *s, uint64_t most, uint64_t tries)
{
    enum { TURN = 1 << TURN_BITS };
    int32_t circle[TURN + TURN / 4];
    uint32_t angles[SITE_WAYS] = {0}, turns[SITE_WAYS];
    int has_fallen = 0;
    const double whole = (double)s->n_ways * s->n_ways * RADIUS * RADIUS;
    const double chance = log(2000 * (double)tries) / s->n_ways, least = (chance > LINE ? chance : LINE) * whole;
    for (unsigned i = 0; i < TURN + TURN / 4; i++)
        circle[i] = (int32_t)lround(RADIUS * sin(6.283185307179586 * i / TURN));
    for (uint32_t i = 0; i < s->n_ways; i++)
        turns[i] = (uint32_t)((int64_t)s->ways[i] * (INT64_C(1) << 31) / (int64_t)most);
    for (uint64_t n = 1; n <= 2 * tries; n++) {
        int64_t x = 0, y = 0;
        for (uint32_t i = 0; i < s->n_ways; i++) {
            const unsigned at = (angles[i] += turns[i]) >> (32 - TURN_BITS);
            x += circle[at + TURN / 4];
            y += circle[at];
        }
        const double square = (double)(x * x + y * y);
        if (has_fallen && square >= least)
            return 2 * most / n;
        has_fallen |= square * 4 < whole;
    }
    return 0;
}

/* The roundest number near a step, which the search finds only to about one part in 256. */
static uint64_t round_step(uint64_t step)
{
    const uint64_t low = step - step / 256, high = step + step / 256;
    uint64_t unit = 1;
    while (high / (2 * unit) * (2 * unit) >= low && 2 * unit <= high)
        unit *= 2;
    return high / unit * unit;
}

/* The largest power of two that SPE has as an interval, 256 or more; 0 if that is too long. */
static uint64_t interval_for(uint64_t most)
{
    uint64_t interval = 256;
    if (most < interval)
        return 0;
    while (interval * 2 <= most)
        interval *= 2;
    return interval;
}

static struct order scattered(const struct site *s, double interval)
{
    const uint64_t most = longest(s);
    if (interval > MOST)
        return (struct order){.way = ORDER_HIDDEN};
    const uint64_t step = find_step(s, most, PASS * (uint64_t)interval);
    if (!step)
        return (struct order){.way = ORDER_SCATTERED};
    return (struct order){
        .way = ORDER_HIDDEN, .step = round_step(step * SITE_UNIT), .interval = interval_for(most / (PASS * step))};
}

struct order order_of(const struct site *s, double interval)
{
    const int way = direction(s), fixed = is_fixed(s);
    if (s->n_ways < LEAST || !(interval >= 1))
        return (struct order){.way = ORDER_FEW};
    if (!way && !fixed)
        return scattered(s, interval);
    if (way && mean_of(s, way) * (fixed ? FIXED_PASS : PASS) <= reach(s))
        return (struct order){.way = way > 0 ? ORDER_RISING : ORDER_FALLING, .is_wide = is_wide(s)};
    return (struct order){
        .way = ORDER_HIDDEN, .is_fixed = fixed, .interval = interval_for((uint64_t)(interval / PASS))};
}

const char *order_text(const struct order *order, char *text, size_t cap)
{
    static const char *const words[] = {[ORDER_FEW] = "",
                                        [ORDER_HIDDEN] = "; the order of its addresses is not visible at this interval",
                                        [ORDER_RISING] = "; rising addresses",
                                        [ORDER_FALLING] = "; falling addresses",
                                        [ORDER_SCATTERED] = "; scattered addresses: along pointers, or random indices"};
    size_t n =
        (size_t)snprintf(text, cap, "%s%s", words[order->way], order->is_wide ? ", in steps of 256 bytes or more" : "");
    if (order->is_fixed)
        n += (size_t)snprintf(text + n, cap - n, " (jitter=1 shows it)");
    else if (order->interval)
        n += (size_t)snprintf(text + n, cap - n, " (-c %" PRIu64 " shows it)", order->interval);
    if (order->step >= ORDER_WIDE)
        snprintf(text + n, cap - n, "; they differ by multiples of about %" PRIu64 " bytes", order->step);
    return text;
}
