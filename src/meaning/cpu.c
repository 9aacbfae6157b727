/* SPDX-License-Identifier: MIT */
/* What the rows of cpu_table.h say of a record, and what its events say where there is no row. */
#include <libspe/cpu.h>

#include "../packet/operation.h"
#include "../table/cpu_table.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* clang-format off */
/* -- levels: in words, and as loads' events tell them, nearest first (D18.2.6) -- */

static const char *const level_names[SPE_LEVELS] = {
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
};

#define EVENT(name) (UINT64_C(1) << SPE_EVENT_##name)

static const struct {
    uint64_t set;   /* these events, ... */
    uint64_t clear; /* ... without these */
    uint8_t level;
} inferences[] = {
    {EVENT(L1D_ACCESS),       EVENT(L1D_REFILL), SPE_LEVEL_L1},
    {EVENT(RECENTLY_FETCHED), 0,                 SPE_LEVEL_FILL_BUFFER},
    {EVENT(L2D_ACCESS),       EVENT(L2D_MISS),   SPE_LEVEL_L2},
    {EVENT(LL_ACCESS),        EVENT(LL_MISS),    SPE_LEVEL_LAST},
    {EVENT(LL_MISS),          0,                 SPE_LEVEL_BEYOND_LAST},
};

/* clang-format on */

unsigned spe_cpu_count(void)
{
    return SPE_CPUS;
}

uint64_t spe_cpu_midr(unsigned n)
{
    const uint64_t by_id_registers = 0xf; /* Architecture: the features are in the ID registers */
    if (n >= SPE_CPUS)
        return 0;
    return (uint64_t)spe_cpus[n].implementer << 24 | by_id_registers << 16 | (uint64_t)spe_cpus[n].part << 4;
}

/* A name's character as names are compared. */
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

const char *spe_level_name(unsigned level)
{
    return level_names[level < SPE_LEVELS ? level : SPE_LEVEL_UNKNOWN];
}

static int record_is_load(const struct spe_record *in)
{
    struct spe_op op;
    return (in->present & SPE_HAS_OPERATION) && spe_op_decode(in->op_class, in->op_payload, &op) == SPE_OK &&
           spe_op_is_load(&op);
}

int spe_memory_level(const struct spe_record *in, uint64_t midr, struct spe_data_source *out)
{
    if (!in || !out)
        return SPE_E_ARG;
    *out = (struct spe_data_source){0};
    if (in->present & SPE_HAS_DATA_SOURCE)
        spe_cpu_data_source(midr, in->data_source, out);
    if (out->known || !(in->present & SPE_HAS_EVENTS) || !record_is_load(in))
        return SPE_OK;
    for (size_t i = 0; i < COUNT(inferences); i++) {
        if ((in->events & inferences[i].set) && !(in->events & inferences[i].clear)) {
            out->level = inferences[i].level;
            out->inferred = 1;
            break;
        }
    }
    return SPE_OK;
}

const char *spe_cpu_event_name(uint64_t midr, unsigned bit)
{
    const struct spe_cpu_event_row *row = spe_cpu_event_row_find(midr, bit);
    return row ? row->name : NULL;
}
