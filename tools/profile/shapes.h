/* SPDX-License-Identifier: MIT */
/*
 * Samples of one shape are of cores with one MIDR_EL1, and differ in nothing but addresses, times, latencies, contexts
 * and bytes. So what a sample adds to counts is worked out once for its shape; and what is counted of all samples
 * together is worked out when a file ends, from the sums of each shape.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include <libspe-lab/stats.h>

#include "counts.h"

#define SHAPES_MOST 2048   /* at once: a program has hundreds */
#define SHAPES_SOURCES 256 /* data sources with latencies of their own; further ones share one histogram */

enum { SHAPES_TOTAL, SHAPES_ISSUE, SHAPES_TRANSLATION, SHAPES_LATENCIES };

#define SHAPES_SLOTS (2 * SHAPES_MOST)

enum { SHAPES_MIDR = 3, SHAPES_KEY }; /* words */

#define SHAPES_SHORT 4096

struct shape {
    uint64_t key[SHAPES_KEY]; /* events; present, flags; operation, data source, state of the PC; MIDR_EL1 */
    struct counted counted;
    struct spe_latencies *latencies; /* of its data source */
    uint32_t source;                 /* SPE_STATS_NO_SOURCE: none */
};

/* A shape's samples in one part. 64-bit numbers only, a cache line of them. */
struct shape_sums {
    uint64_t samples, time, latency[SHAPES_LATENCIES];
    uint64_t half; /* operations that they represent, twice */
    uint64_t unused[2];
};

struct shapes {
    struct shape *list;
    struct shape_sums (*sums)[SHAPES_MOST];      /* by part */
    uint16_t *slots;                             /* numbers of shapes; 0: free */
    size_t used;                                 /* list[0] is not used */
    uint64_t seeds[SHAPES_KEY];                  /* of the hashes */
    struct spe_latencies *latencies;             /* of sources[], then of others, then of samples without one */
    uint32_t sources[SHAPES_SOURCES], n_sources; /* in the order in which they occurred */
    uint16_t buckets[SHAPES_SHORT];              /* spe_histogram_bucket() of values that are frequent */
};

void shapes_begin(struct shapes *s);

/* Whether there is room for n more samples, whatever shapes they have. If not, clear it when no sample refers to it. */
static inline int shapes_has_room(const struct shapes *s, size_t n)
{
    return s->used + n <= SHAPES_MOST;
}

/* Adds the shape of a record, which has that key and belongs in that slot. */
const struct shape *shapes_add_new(struct shapes *s, const struct spe_record *record, const uint64_t key[SHAPES_KEY],
                                   size_t slot);

/* The shape of a record. */
static inline const struct shape *shapes_find(struct shapes *s, const struct spe_record *r, uint64_t midr)
{
    const uint64_t key[SHAPES_KEY] = {
        r->events, (uint64_t)r->flags << 32 | r->present,
        (r->pc >> 60) << 32 | (uint64_t)r->data_source << 16 | (uint64_t)r->op_class << 8 | r->op_payload, midr};
    const uint64_t hash = (key[0] * s->seeds[0]) ^ (key[1] * s->seeds[1]) ^ (key[2] * s->seeds[2]) ^ midr;
    for (size_t at = (size_t)(hash >> 40) % SHAPES_SLOTS;; at = (at + 1) % SHAPES_SLOTS) {
        const struct shape *shape = &s->list[s->slots[at]];
        if (!s->slots[at])
            return shapes_add_new(s, r, key, at);
        if (((shape->key[0] ^ key[0]) | (shape->key[1] ^ key[1]) | (shape->key[2] ^ key[2]) | (shape->key[3] ^ midr)) ==
            0)
            return shape;
    }
}

static inline void shapes_add_latency(const struct shapes *s, struct spe_histogram *h, unsigned value, unsigned has)
{
    h->buckets[value < SHAPES_SHORT ? s->buckets[value] : spe_histogram_bucket(value)] += has;
    h->most = value > h->most ? value : h->most;
}

/* Counts a sample in a part. */
static inline void shapes_add(struct shapes *s, const struct shape *shape, const struct spe_record *r, unsigned part,
                              uint64_t time, uint64_t half)
{
    struct shape_sums *sums = &s->sums[part][shape - s->list];
    sums->samples++;
    sums->time += time;
    sums->latency[SHAPES_TOTAL] += r->total_latency;
    sums->latency[SHAPES_ISSUE] += r->issue_latency;
    sums->latency[SHAPES_TRANSLATION] += r->translation_latency;
    sums->half += half;
    shapes_add_latency(s, &shape->latencies->total, r->total_latency, r->present / SPE_HAS_TOTAL_LATENCY & 1);
    shapes_add_latency(s, &shape->latencies->issue, r->issue_latency, r->present / SPE_HAS_ISSUE_LATENCY & 1);
    shapes_add_latency(s, &shape->latencies->translation, r->translation_latency,
                       r->present / SPE_HAS_TRANSLATION_LATENCY & 1);
}

/* The record of a shape: all that its samples have in common. */
struct spe_record shapes_record(const struct shape *shape);

/* Forgets all samples; and all shapes, too. */
void shapes_clear_sums(struct shapes *s);
void shapes_clear(struct shapes *s);

#endif
