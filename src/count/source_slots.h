/* SPDX-License-Identifier: MIT */
/*
 * Counts some records for a spe_source_stats. Each data source value has an entry in the caller's storage. A slot
 * remembers the entry, so that it is looked up once for all of the value's records, as long as no other value takes the
 * slot.
 */
#ifndef SPE_SOURCE_SLOTS_H
#define SPE_SOURCE_SLOTS_H

#include "../base/provisional.h"

#include <libspe/stats.h>
#include <string.h>

#include "../base/context.h"
#include "../base/internal.h"
#include "tallies.h"

/* An entry: how many records, and their latencies if these are counted. */
struct SPE_MAY_ALIAS sources {
    uint64_t magic;
    uint64_t *entries; /* of `stride` numbers each: no source, left out, then the entries of order[] */
    uint32_t *order;   /* a value and the number of its entry, value << 16 | number, in rising order */
    uint32_t stride;
    uint32_t used, capacity; /* entries of order[] */
    uint32_t has_latencies;
};

#define SLOTS 32u
#define NO_VALUE UINT32_MAX

struct source_slots {
    struct tally tallies[SLOTS + 1]; /* the last one: no data source */
    uint64_t *entries[SLOTS + 1];
    uint32_t values[SLOTS + 1]; /* NO_VALUE if free */
};

/* Returns the context's state, or NULL if it is not initialised. */
SPE_INTERNAL struct sources *spe_sources_open(spe_source_stats *s);

/* Gives the slot to the value, with its entry. The counts that were in the slot are added to their entry first. */
SPE_INTERNAL void spe_sources_turn(struct sources *s, struct source_slots *on, unsigned slot, uint32_t value);

/* Adds the counts in all slots to their entries. */
SPE_INTERNAL void spe_sources_close(const struct sources *s, struct source_slots *on);

static inline void source_slots_begin(struct source_slots *on)
{
    memset(on->values, 0xff, sizeof on->values);
}

static inline unsigned source_value(const struct spe_record *r)
{
    const int value = r->present & SPE_HAS_DATA_SOURCE ? spe_record_data_source(r) : SPE_E_ABSENT;
    return value < 0 ? SPE_STATS_NO_SOURCE : (unsigned)value;
}

/* Values below 32 have a slot each. */
static inline unsigned source_slot(unsigned value)
{
    return value == SPE_STATS_NO_SOURCE ? SLOTS : (value ^ value >> 5 ^ value >> 10) % SLOTS;
}

static inline void source_slots_add(struct sources *s, struct source_slots *on, const struct spe_record *r)
{
    const unsigned value = source_value(r), slot = source_slot(value);
    if (on->values[slot] != value)
        spe_sources_turn(s, on, slot, value);
    if (s->has_latencies)
        tally_add(&on->tallies[slot], r);
    else
        ++*on->entries[slot];
}

#endif
