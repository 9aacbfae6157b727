/* SPDX-License-Identifier: MIT */
/* See shapes.h. A hash table with open addressing, twice as large as the list, finds a shape. */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

#include "../system/hash.h"

int shapes_begin(struct shapes *s)
{
    for (unsigned i = 0; i < SHAPES_KEY; i++)
        s->seeds[i] = hash_word(hash_seed(), i) | 1;
    for (unsigned i = 0; i < SHAPES_SHORT; i++)
        s->buckets[i] = (uint16_t)spe_histogram_bucket(i);
    s->used = 1;
    s->list = calloc(SHAPES_MOST, sizeof *s->list);
    s->sums = calloc(COUNTS_PARTS, sizeof *s->sums);
    s->slots = calloc(SHAPES_SLOTS, sizeof *s->slots);
    s->latencies = calloc(SHAPES_SOURCES + 2, sizeof *s->latencies);
    return s->list && s->sums && s->slots && s->latencies ? 0 : -1;
}

int shapes_has_room(const struct shapes *s, size_t n)
{
    return s->used + n <= SHAPES_MOST;
}

/* The latencies of a data source, of which it is the first sample or not. */
static struct spe_latencies *latencies_of(struct shapes *s, uint32_t source)
{
    unsigned i = 0;
    if (source == SPE_STATS_NO_SOURCE)
        return &s->latencies[SHAPES_SOURCES + 1];
    while (i < s->n_sources && s->sources[i] != source)
        i++;
    if (i == s->n_sources && i < SHAPES_SOURCES)
        s->sources[s->n_sources++] = source;
    return &s->latencies[i];
}

static const struct shape *add_shape(struct shapes *s, const struct spe_record *r, const uint64_t key[SHAPES_KEY])
{
    struct shape *shape = &s->list[s->used];
    const int source = spe_record_data_source(r);
    memcpy(shape->key, key, sizeof shape->key);
    shape->counted = counts_of(r, key[SHAPES_MIDR]);
    shape->source = source < 0 ? SPE_STATS_NO_SOURCE : (uint32_t)source;
    shape->latencies = latencies_of(s, shape->source);
    return shape;
}

const struct shape *shapes_add_new(struct shapes *s, const struct spe_record *r, const uint64_t key[SHAPES_KEY],
                                   size_t at)
{
    const struct shape *new = add_shape(s, r, key);
    s->slots[at] = (uint16_t)s->used++;
    return new;
}

struct spe_record shapes_record(const struct shape *shape)
{
    return (struct spe_record){.events = shape->key[0],
                               .present = (uint32_t)shape->key[1],
                               .flags = (uint32_t)(shape->key[1] >> 32),
                               .pc = shape->key[2] >> 32 << 60,
                               .data_source = (uint16_t)(shape->key[2] >> 16),
                               .op_class = (uint8_t)(shape->key[2] >> 8),
                               .op_payload = (uint8_t)shape->key[2]};
}

void shapes_clear_sums(struct shapes *s)
{
    for (unsigned part = 0; part < COUNTS_PARTS; part++)
        memset(s->sums[part], 0, s->used * sizeof *s->sums[part]);
    for (unsigned i = 0; i < SHAPES_SOURCES + 2; i++)
        if (i < s->n_sources || i >= SHAPES_SOURCES)
            memset(&s->latencies[i], 0, sizeof s->latencies[i]);
}

void shapes_clear(struct shapes *s)
{
    memset(s->slots, 0, SHAPES_SLOTS * sizeof *s->slots);
    s->used = 1;
}
