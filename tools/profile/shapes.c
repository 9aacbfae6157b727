/* SPDX-License-Identifier: MIT */
/* See shapes.h. A hash table with open addressing, twice as large as the list, finds a shape. */
#include "shapes.h"

#include <string.h>

#include <libspe/op.h>

#include "../system/hash.h"
#include "../system/memory.h"

void shapes_begin(struct shapes *s)
{
    for (unsigned i = 0; i < SHAPES_KEY; i++)
        s->seeds[i] = hash_word(hash_seed(), i) | 1;
    for (unsigned i = 0; i < SHAPES_SHORT; i++)
        s->buckets[i] = (uint16_t)spe_histogram_bucket(i);
    s->used = 1;
    s->list = tool_calloc(SHAPES_MOST, sizeof *s->list);
    s->sums = tool_calloc(COUNTS_PARTS, sizeof *s->sums);
    s->slots = tool_calloc(SHAPES_SLOTS, sizeof *s->slots);
    s->latencies = tool_calloc(SHAPES_SOURCES + 2, sizeof *s->latencies);
}

/* -- what a record of a core with that MIDR_EL1 adds -- */

/* The second library has the events and operations of each. */
static const uint8_t ratios[COUNTS_RATIOS] = {[COUNTS_L1D_REFILL] = SPE_RATIO_L1D_MISS,
                                              [COUNTS_TLB_WALK] = SPE_RATIO_TLB_WALK,
                                              [COUNTS_LL_MISS] = SPE_RATIO_LL_MISS,
                                              [COUNTS_MISPREDICTED] = SPE_RATIO_MISPREDICTED};

static uint8_t class_of(const struct spe_record *r, const struct counted *one)
{
    if (!(r->present & SPE_HAS_OPERATION))
        return COUNTS_UNKNOWN;
    if (one->load || one->store)
        return one->load ? COUNTS_LOAD : COUNTS_STORE;
    return r->op_class == SPE_CLASS_BRANCH ? COUNTS_BRANCH : r->op_class == 3 ? COUNTS_UNKNOWN : COUNTS_OTHER;
}

/* Whether data come from beyond the caches that belong to the core alone. */
static int is_far(unsigned level)
{
    return level >= SPE_LEVEL_PEER_CORE && level != SPE_LEVEL_DEVICE;
}

static void add_up(struct counted *one, const struct spe_record *r, const struct spe_data_source *source)
{
    const uint32_t counted = spe_record_ratios(r);
    struct counts sum = {
        .samples = 1, .loads = one->reads, .stores = one->writes, .atomics = one->atomic, .remote = source->remote};
    for (unsigned i = 0; i < COUNTS_RATIOS; i++) {
        sum.of[i] = counted >> 2 * ratios[i] & 1;
        sum.in[i] = counted >> (2 * ratios[i] + 1) & 1;
    }
    memcpy(one->added, sum.added, sizeof one->added);
    for (unsigned i = 0; i < COUNTS_ADDED; i++)
        one->added_short[i] = (uint32_t)sum.added[i];
}

static struct counted counted_of(const struct spe_record *r, uint64_t midr)
{
    struct spe_op op = {0};
    struct counted one = {.level = SPE_LEVEL_UNKNOWN};
    struct spe_data_source source = {0};
    if (r->present & SPE_HAS_OPERATION)
        spe_op_decode(r->op_class, r->op_payload, &op);
    one.store = (uint8_t)spe_op_is_store(&op);
    one.load = (uint8_t)spe_op_is_load(&op);
    one.atomic = op.atomic;
    one.reads = one.load | one.atomic;
    one.writes = one.store | one.atomic;
    one.class = class_of(r, &one);
    if (!one.reads || spe_memory_level(midr, r, &source) != SPE_OK)
        source = (struct spe_data_source){0};
    one.level = source.level < COUNTS_LEVELS ? source.level : SPE_LEVEL_UNKNOWN;
    one.locks = op.atomic | op.exclusive;
    one.walks = (one.reads || one.writes) && r->present & SPE_HAS_EVENTS && spe_event(r->events, SPE_EVENT_TLB_WALK) &&
                r->present & SPE_HAS_TRANSLATION_LATENCY;
    add_up(&one, r, &source);
    one.is_far = (uint8_t)(one.reads ? is_far(one.level) : one.writes && counts_has(&one, COUNTS_L1D_REFILL));
    one.strays = op.indirect && counts_has(&one, COUNTS_MISPREDICTED);
    return one;
}

/* -- shapes -- */

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

const struct shape *shapes_add_new(struct shapes *s, const struct spe_record *r, const uint64_t key[SHAPES_KEY],
                                   size_t at)
{
    struct shape *shape = &s->list[s->used];
    const int source = spe_record_data_source(r);
    memcpy(shape->key, key, sizeof shape->key);
    shape->counted = counted_of(r, key[SHAPES_MIDR]);
    shape->source = source < 0 ? SPE_STATS_NO_SOURCE : (uint32_t)source;
    shape->latencies = latencies_of(s, shape->source);
    s->slots[at] = (uint16_t)s->used++;
    return shape;
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
