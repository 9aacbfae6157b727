/* SPDX-License-Identifier: MIT */
/* Counts records by data source, in the caller's storage: one entry for each value seen, found by binary search. */
#include "../base/provisional.h"

#include <libspe/stats.h>
#include <string.h>

#include "source_slots.h"

#define SOURCES_MAGIC UINT64_C(0x7370652d73726373) /* "spe-srcs" */
#define FIXED 2u                                   /* entries: no source, left out */
#define VALUES 65536u
#define SLOT_RECORDS 255u /* records in a slot, with which the tallies overflow no more than those of stats.c */

_Static_assert(sizeof(struct sources) <= SPE_SOURCE_STATS_SIZE, "the context has its published size");

/* -- entries -- */

struct sources *spe_sources_open(spe_source_stats *s)
{
    struct sources *sources = (struct sources *)s;
    return sources && sources->magic == SOURCES_MAGIC ? sources : NULL;
}

static const struct sources *sources_read(const spe_source_stats *s)
{
    const struct sources *sources = (const struct sources *)s;
    return sources && sources->magic == SOURCES_MAGIC ? sources : NULL;
}

static uint64_t *source_entry(const struct sources *s, uint32_t number)
{
    return s->entries + (size_t)number * s->stride;
}

static struct spe_latencies *entry_latencies(uint64_t *entry)
{
    return (struct spe_latencies *)(void *)(entry + 1);
}

/* Returns where a value is in order[], or where it belongs. */
static uint32_t source_position(const struct sources *s, uint32_t value)
{
    uint32_t low = 0, high = s->used;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (s->order[middle] >> 16 < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The entry of a value, or NULL. */
static uint64_t *source_find(const struct sources *s, uint32_t value)
{
    if (value >= VALUES)
        return value < VALUES + FIXED ? source_entry(s, value - VALUES) : NULL;
    const uint32_t at = source_position(s, value);
    return at < s->used && s->order[at] >> 16 == value ? source_entry(s, FIXED + (s->order[at] & 0xffff)) : NULL;
}

/* The same, but a value without an entry gets one; if all entries are used, the entry of all values that are left
 * out. */
static uint64_t *source_claim(struct sources *s, uint32_t value)
{
    uint64_t *entry = source_find(s, value);
    if (entry)
        return entry;
    if (s->used == s->capacity)
        return source_entry(s, SPE_STATS_LEFT_OUT - VALUES);
    const uint32_t at = source_position(s, value);
    memmove(&s->order[at + 1], &s->order[at], (s->used - at) * sizeof *s->order);
    s->order[at] = value << 16 | s->used;
    entry = source_entry(s, FIXED + s->used++);
    memset(entry, 0, s->stride * sizeof *entry);
    return entry;
}

int spe_source_stats_init(spe_source_stats *s, uint32_t flags, void *storage, size_t size)
{
    struct sources *sources = (struct sources *)s;
    if (!s)
        return SPE_E_ARG;
    memset(s, 0, sizeof *s);
    if (!storage)
        return SPE_E_ARG;
    if (flags & ~(uint32_t)SPE_SOURCE_STATS_LATENCIES)
        return SPE_E_CONFIG;
    const size_t skip = (size_t)(0 - (uintptr_t)storage) % sizeof(uint64_t);
    const size_t stride = sizeof(uint64_t) + (flags ? sizeof(struct spe_latencies) : 0);
    if (size < skip + (FIXED + 1) * stride + sizeof *sources->order)
        return SPE_E_SPACE;
    const size_t most = (size - skip - FIXED * stride) / (stride + sizeof *sources->order);
    sources->entries = (uint64_t *)(void *)((uint8_t *)storage + skip);
    sources->stride = (uint32_t)(stride / sizeof(uint64_t));
    sources->capacity = most < VALUES ? (uint32_t)most : VALUES;
    sources->order = (uint32_t *)(void *)source_entry(sources, FIXED + sources->capacity);
    sources->has_latencies = flags != 0;
    memset(sources->entries, 0, FIXED * stride);
    sources->magic = SOURCES_MAGIC;
    return SPE_OK;
}

/* -- records -- */

static void slot_end(const struct sources *s, const struct source_slots *on, unsigned slot)
{
    if (s->has_latencies && on->values[slot] != NO_VALUE)
        *on->entries[slot] += tally_end(&on->tallies[slot]);
}

SPE_NOINLINE void spe_sources_turn(struct sources *s, struct source_slots *on, unsigned slot, uint32_t value)
{
    slot_end(s, on, slot);
    on->values[slot] = value;
    on->entries[slot] = source_claim(s, value);
    if (s->has_latencies)
        tally_begin(&on->tallies[slot], entry_latencies(on->entries[slot]));
}

void spe_sources_close(const struct sources *s, struct source_slots *on)
{
    for (unsigned slot = 0; s->has_latencies && slot <= SLOTS; slot++)
        slot_end(s, on, slot);
}

static void add_by_source(struct sources *s, const struct spe_record *records, size_t n)
{
    struct source_slots on;
    source_slots_begin(&on);
    for (size_t i = 0; i < n; i++)
        source_slots_add(s, &on, &records[i]);
    spe_sources_close(s, &on);
}

void spe_source_stats_add(spe_source_stats *s, const struct spe_record *records, size_t n)
{
    struct sources *sources = spe_sources_open(s);
    if (!sources || !records)
        return;
    for (size_t part; n; n -= part, records += part) {
        part = n < SLOT_RECORDS ? n : SLOT_RECORDS;
        add_by_source(sources, records, part);
    }
}

/* -- the counts -- */

static void entry_merge(const struct sources *s, uint64_t *entry, uint64_t records,
                        const struct spe_latencies *latencies)
{
    *entry += records;
    if (s->has_latencies)
        spe_latencies_merge(entry_latencies(entry), latencies);
}

int spe_source_stats_put(spe_source_stats *s, unsigned value, uint64_t records, const struct spe_latencies *latencies)
{
    if (!s || value > SPE_STATS_LEFT_OUT)
        return SPE_E_ARG;
    struct sources *sources = spe_sources_open(s);
    if (!sources)
        return SPE_E_STATE;
    if (records || (latencies && sources->has_latencies))
        entry_merge(sources, source_claim(sources, value), records, latencies);
    return SPE_OK;
}

int spe_source_stats_merge(spe_source_stats *into, const spe_source_stats *from)
{
    if (!into || !from || into == from)
        return SPE_E_ARG;
    struct sources *to = spe_sources_open(into);
    const struct sources *source = sources_read(from);
    if (!to || !source)
        return SPE_E_STATE;
    if (to->has_latencies != source->has_latencies)
        return SPE_E_CONFIG;
    for (uint32_t i = 0; i < FIXED + source->used; i++) {
        const uint32_t value = i < FIXED ? VALUES + i : source->order[i - FIXED] >> 16;
        uint64_t *entry = source_find(source, value);
        entry_merge(to, source_claim(to, value), *entry, entry_latencies(entry));
    }
    return SPE_OK;
}

int spe_source_stats_value(const spe_source_stats *s, unsigned n)
{
    const struct sources *sources = sources_read(s);
    return sources && n < sources->used ? (int)(sources->order[n] >> 16) : SPE_E_ARG;
}

uint64_t spe_source_stats_records(const spe_source_stats *s, unsigned value)
{
    const struct sources *sources = sources_read(s);
    const uint64_t *entry = sources ? source_find(sources, value) : NULL;
    return entry ? *entry : 0;
}

const struct spe_latencies *spe_source_stats_latencies(const spe_source_stats *s, unsigned value)
{
    const struct sources *sources = sources_read(s);
    uint64_t *entry = sources && sources->has_latencies ? source_find(sources, value) : NULL;
    return entry ? entry_latencies(entry) : NULL;
}
