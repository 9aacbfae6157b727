/* SPDX-License-Identifier: MIT */
/* The meaning of a record by the rows of cpu_table.h, or by its events if the table has no row. */
#include <libspe/cpu.h>
#include <libspe/op.h>

#include "../base/room.h"
#include "../table/cpu_table.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* clang-format off */
/* -- levels: as text, and as the events of loads show them, nearest first (D18.2.6) -- */

static const char *const level_names[] = {
    [SPE_LEVEL_UNKNOWN] = "unknown",
    [SPE_LEVEL_L1] = "L1",
    [SPE_LEVEL_FILL_BUFFER] = "line fill buffer",
    [SPE_LEVEL_L2] = "L2",
    [SPE_LEVEL_PEER_CORE] = "peer core",
    [SPE_LEVEL_L3] = "cluster L3",
    [SPE_LEVEL_LAST] = "last level cache",
    [SPE_LEVEL_PEER_CLUSTER] = "peer cluster",
    [SPE_LEVEL_SYSTEM_CACHE] = "system cache",
    [SPE_LEVEL_ON_CHIP] = "other cache or device",
    [SPE_LEVEL_BEYOND_LAST] = "beyond last level cache",
    [SPE_LEVEL_REMOTE_CACHE] = "remote cache",
    [SPE_LEVEL_REMOTE] = "remote",
    [SPE_LEVEL_DRAM] = "DRAM",
    [SPE_LEVEL_DEVICE] = "device",
    [SPE_LEVEL_CLUSTER] = "cache of the cluster",
};

#define EVENT(name) (UINT64_C(1) << SPE_EVENT_##name)

static const struct {
    uint64_t set;   /* these events, ... */
    uint64_t clear; /* ... without these */
    uint8_t level;
} inferences[] = {
    {EVENT(RECENTLY_FETCHED), 0,                 SPE_LEVEL_FILL_BUFFER}, /* also an access without refill or miss */
    {EVENT(L1D_ACCESS),       EVENT(L1D_REFILL), SPE_LEVEL_L1},
    {EVENT(L2D_ACCESS),       EVENT(L2D_MISS),   SPE_LEVEL_L2},
    {EVENT(LL_ACCESS),        EVENT(LL_MISS),    SPE_LEVEL_LAST},
    {EVENT(LL_MISS),          0,                 SPE_LEVEL_BEYOND_LAST},
};

/* clang-format on */

unsigned spe_cpu_count(void)
{
    return SPE_CPUS;
}

static uint64_t midr_of(unsigned implementer, unsigned part)
{
    const uint64_t by_id_registers = 0xf; /* Architecture: the features are in the ID registers */
    return (uint64_t)implementer << 24 | by_id_registers << 16 | (uint64_t)part << 4;
}

uint64_t spe_cpu_midr(unsigned n)
{
    return n < SPE_CPUS ? midr_of(spe_cpus[n].implementer, spe_cpus[n].part) : 0;
}

/* A name's character, folded for comparison. */
static char folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == ' ' || c == '_' ? '-' : c;
}

static int same_name(const char *a, const char *b)
{
    while (*a && folded(*a) == folded(*b))
        a++, b++;
    return *a == *b;
}

int spe_cpu_find(const char *name, uint64_t *midr)
{
    if (!name || !midr)
        return SPE_E_ARG;
    for (unsigned i = 0; i < SPE_CPUS; i++) {
        if (same_name(spe_cpus[i].name, name)) {
            *midr = spe_cpu_midr(i);
            return SPE_OK;
        }
    }
    for (unsigned i = 0; i < SPE_PRODUCTS; i++) {
        if (same_name(spe_products[i].name, name)) {
            *midr = midr_of(spe_products[i].implementer, spe_products[i].part);
            return SPE_OK;
        }
    }
    return SPE_E_NAME;
}

const char *spe_cpu_name(uint64_t midr)
{
    const struct spe_cpu_row *cpu = spe_cpu_row_find(midr);
    return cpu ? cpu->name : NULL;
}

const char *spe_cpu_vendor(uint64_t midr)
{
    for (size_t i = 0; i < SPE_VENDORS; i++)
        if (spe_vendors[i].implementer == (midr >> 24 & 0xff))
            return spe_vendors[i].name;
    return NULL;
}

int spe_cpu_sources(uint64_t midr)
{
    const struct spe_cpu_row *cpu = spe_cpu_row_find(midr);
    return cpu ? cpu->basis : SPE_SOURCES_UNKNOWN;
}

int spe_cpu_data_source(uint64_t midr, unsigned value, struct spe_data_source *out)
{
    if (!out || value > 0xffff)
        return SPE_E_ARG;
    const struct spe_source_row *row = spe_source_row_find(midr, value);
    *out = (struct spe_data_source){.value = (uint16_t)value};
    if (!row)
        return SPE_OK;
    out->level = row->level;
    out->known = 1;
    out->peer = (row->flags & SPE_SOURCE_PEER) != 0;
    out->modified = (row->flags & SPE_SOURCE_MODIFIED) != 0;
    out->remote = (row->flags & SPE_SOURCE_REMOTE) != 0;
    out->device = (row->flags & SPE_SOURCE_DEVICE) != 0;
    return SPE_OK;
}

const char *spe_cpu_data_source_name(uint64_t midr, unsigned value)
{
    const struct spe_source_row *row = spe_source_row_find(midr, value);
    return row ? row->name : NULL;
}

int spe_cpu_data_source_value(uint64_t midr, unsigned n)
{
    const struct spe_cpu_row *cpu = spe_cpu_row_find(midr);
    return cpu && n < cpu->source_count ? cpu->sources[n].value : SPE_E_ARG;
}

_Static_assert(COUNT(level_names) <= SPE_ROOM_LEVELS,
               "Arrow's dictionaries have signed 8-bit indexes (arrow_columns.h): give memory_level 16 bits");

unsigned spe_level_count(void)
{
    return COUNT(level_names);
}

const char *spe_level_name(unsigned level)
{
    return level_names[level < COUNT(level_names) ? level : SPE_LEVEL_UNKNOWN];
}

/* Derives the level from the events of a load (D18.2.6), unless it is known, and what else the events show about the
 * data. */
static void level_of_events(uint64_t events, struct spe_data_source *out)
{
    for (size_t i = 0; !out->known && !out->inferred && i < COUNT(inferences); i++) {
        if ((events & inferences[i].set) && !(events & inferences[i].clear)) {
            out->level = inferences[i].level;
            out->inferred = 1;
        }
    }
    out->peer |= (uint8_t)spe_event(events, SPE_EVENT_DATA_SNOOPED);
    out->modified |= (uint8_t)spe_event(events, SPE_EVENT_CACHE_DATA_MODIFIED);
    out->remote |= (uint8_t)spe_event(events, SPE_EVENT_REMOTE_ACCESS);
}

int spe_memory_level(uint64_t midr, const struct spe_record *in, struct spe_data_source *out)
{
    if (!in || !out)
        return SPE_E_ARG;
    struct spe_op op = {0};
    if ((in->present & SPE_HAS_OPERATION) && in->op_class == SPE_CLASS_LOAD_STORE)
        spe_op_decode(in->op_class, in->op_payload, &op);
    *out = (struct spe_data_source){0};
    if (in->present & SPE_HAS_DATA_SOURCE)
        out->value = in->data_source;
    const int value = spe_record_data_source(in);
    if (value >= 0)
        spe_cpu_data_source(midr, (unsigned)value, out);
    if (spe_op_is_load(&op) && (in->present & SPE_HAS_EVENTS))
        level_of_events(in->events, out);
    return SPE_OK;
}

const char *spe_cpu_event_name(uint64_t midr, unsigned bit)
{
    const struct spe_cpu_event_row *row = spe_cpu_event_row_find(midr, bit);
    return row ? row->name : NULL;
}

const char *spe_cpu_counter_name(uint64_t midr, unsigned index)
{
    const struct spe_cpu_counter_row *counter = spe_cpu_counter_row_find(midr, index);
    return counter ? counter->name : NULL;
}

const char *spe_cpu_erratum(uint64_t midr, unsigned n, const char **name)
{
    const unsigned revision = (unsigned)(midr >> 20 & 0xf) << 4 | (unsigned)(midr & 0xf);
    for (unsigned i = 0; i < SPE_CPU_ERRATA; i++) {
        const struct spe_cpu_erratum_row *row = &spe_cpu_errata[i];
        if (row->implementer != (midr >> 24 & 0xff) || row->part != (midr >> 4 & 0xfff) || revision >= row->fixed ||
            n-- > 0)
            continue;
        if (name)
            *name = row->name;
        return row->effect;
    }
    return NULL;
}
