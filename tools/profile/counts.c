/* SPDX-License-Identifier: MIT */
/* See counts.h. */
#include "counts.h"

#include <string.h>

#include <libspe-lab/stats.h>
#include <libspe/op.h>

#include "../system/numbers.h"

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

struct counted counts_of(const struct spe_record *r, uint64_t midr)
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
    one.is_far = one.reads && is_far(one.level);
    one.walks = (one.reads || one.writes) && r->present & SPE_HAS_EVENTS && spe_event(r->events, SPE_EVENT_TLB_WALK) &&
                r->present & SPE_HAS_TRANSLATION_LATENCY;
    add_up(&one, r, &source);
    return one;
}

_Static_assert(offsetof(struct counts, samples) == offsetof(struct counts, added), "samples are the first number");

void counts_merge_short(struct counts *into, const struct counts_short *from)
{
    into->cycles += from->added[COUNTS_CYCLES];
    into->time += from->time;
    for (unsigned i = 0; i < COUNTS_CYCLES; i++)
        into->added[i] += from->added[i];
    for (unsigned i = 0; i < COUNTS_LEVELS; i++)
        into->levels[i] += from->levels[i];
}

void counts_merge_few(struct counts_short *into, const struct counts_short *from)
{
    into->time += from->time;
    for (unsigned i = 0; i < COUNTS_ADDED; i++)
        into->added[i] += from->added[i];
    for (unsigned i = 0; i < COUNTS_LEVELS; i++)
        into->levels[i] += from->levels[i];
}

void counts_merge(struct counts *into, const struct counts *from)
{
    numbers_add(into, from, COUNTS_NUMBERS);
}

unsigned counts_main_level(const struct counts *c)
{
    unsigned most = SPE_LEVEL_UNKNOWN;
    for (unsigned i = 1; i < COUNTS_LEVELS; i++)
        if (c->levels[i] > (most ? c->levels[most] : 0))
            most = i;
    return most;
}
