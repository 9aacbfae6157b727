/* SPDX-License-Identifier: MIT */
/* Counts records by data source, in the caller's storage: one entry for each value seen, found by binary search. */
#include <libspe-lab/stats.h>
#include <string.h>

#include "../base/context.h"

/* An entry: how many records, and their latencies if these are counted. */
struct SPE_MAY_ALIAS sources {
    uint64_t magic;
    uint64_t *entries; /* of `stride` numbers each: no source, left out, then the entries of order[] */
    uint32_t *order;   /* a value and the number of its entry, value << 16 | number, in rising order */
    uint32_t stride;
    uint32_t used, capacity; /* entries of order[] */
    uint32_t has_latencies;
};

#define SOURCES_MAGIC UINT64_C(0x7370652d73726373) /* "spe-srcs" */
#define FIXED 2u                                   /* entries: no source, left out */
#define VALUES 65536u

_Static_assert(sizeof(struct sources) <= SPE_SOURCE_STATS_SIZE, "the context has its published size");

/* -- entries -- */

static struct sources *sources_open(spe_source_stats *s)
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

static unsigned source_value(const struct spe_record *r)
{
    const int value = r->present & SPE_HAS_DATA_SOURCE ? spe_record_data_source(r) : SPE_E_ABSENT;
    return value < 0 ? SPE_STATS_NO_SOURCE : (unsigned)value;
}

void spe_source_stats_add(spe_source_stats *s, const struct spe_record *records, size_t n)
{
    struct sources *sources = sources_open(s);
    for (const struct spe_record *r = records; sources && records && r < records + n; r++) {
        uint64_t *entry = source_claim(sources, source_value(r));
        ++*entry;
        if (sources->has_latencies)
            spe_latencies_add(entry_latencies(entry), r, 1);
    }
}

/* -- the counts -- */

int spe_source_stats_put(spe_source_stats *s, unsigned value, uint64_t records, const struct spe_latencies *latencies)
{
    if (!s || value > SPE_STATS_LEFT_OUT)
        return SPE_E_ARG;
    struct sources *sources = sources_open(s);
    if (!sources)
        return SPE_E_STATE;
    const struct spe_latencies *counted = sources->has_latencies ? latencies : NULL;
    if (records || counted) {
        uint64_t *entry = source_claim(sources, value);
        *entry += records;
        spe_latencies_merge(entry_latencies(entry), counted);
    }
    return SPE_OK;
}

int spe_source_stats_merge(spe_source_stats *into, const spe_source_stats *from)
{
    if (!into || !from || into == from)
        return SPE_E_ARG;
    struct sources *to = sources_open(into);
    const struct sources *source = sources_read(from);
    if (!to || !source)
        return SPE_E_STATE;
    if (to->has_latencies != source->has_latencies)
        return SPE_E_CONFIG;
    for (uint32_t i = 0; i < FIXED + source->used; i++) {
        const uint32_t value = i < FIXED ? VALUES + i : source->order[i - FIXED] >> 16;
        uint64_t *entry = source_find(source, value);
        spe_source_stats_put(into, value, *entry, entry_latencies(entry));
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
