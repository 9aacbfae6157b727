/* SPDX-License-Identifier: MIT */
/*
 * CPUs, their Data Source values and their own events. Adding a CPU is adding a row to cpus[]; a new encoding of data
 * sources, or a set of events, is a table above it. No other code knows a CPU.
 */
#include <libspe/cpu.h>

#include "operation.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

#define PEER 1
#define MODIFIED 2
#define REMOTE 4
#define DEVICE 8

struct source_row {
    uint16_t value;
    uint8_t level; /* SPE_LEVEL_* */
    uint8_t flags; /* PEER ... */
    const char *name;
};

struct cpu_event {
    uint8_t bit;
    const char *name;
};

/* -- Data Source encodings (IMPLEMENTATION DEFINED), values rising -- */
/* clang-format off */

static const struct source_row arm_sources[] = {
    {0x0, SPE_LEVEL_L1,           0,      "L1 data cache"},
    {0x8, SPE_LEVEL_L2,           0,      "L2 cache"},
    {0x9, SPE_LEVEL_PEER_CORE,    PEER,   "peer core"},
    {0xa, SPE_LEVEL_L3,           0,      "local cluster"},
    {0xb, SPE_LEVEL_SYSTEM_CACHE, 0,      "system cache"},
    {0xc, SPE_LEVEL_PEER_CLUSTER, PEER,   "peer cluster"},
    {0xd, SPE_LEVEL_REMOTE,       REMOTE, "remote"},
    {0xe, SPE_LEVEL_DRAM,         0,      "DRAM"},
};

static const struct source_row ampereone_sources[] = {
    {0x0, SPE_LEVEL_ON_CHIP,      0,      "another cache of this chip, or device"},
    {0x3, SPE_LEVEL_SYSTEM_CACHE, 0,      "system-level cache"},
    {0x5, SPE_LEVEL_REMOTE_CACHE, REMOTE, "remote chip's cache"},
    {0x7, SPE_LEVEL_DRAM,         0,      "DDR"},
    {0x8, SPE_LEVEL_L1,           0,      "L1D"},
    {0x9, SPE_LEVEL_L2,           0,      "L2D"},
};

static const struct source_row hip12_sources[] = {
    {0,  SPE_LEVEL_PEER_CORE,    PEER,              "peer CPU"},
    {1,  SPE_LEVEL_PEER_CORE,    PEER | MODIFIED,   "peer CPU, modified"},
    {2,  SPE_LEVEL_L3,           0,                 "L3"},
    {3,  SPE_LEVEL_L3,           MODIFIED,          "L3, modified"},
    {4,  SPE_LEVEL_PEER_CLUSTER, PEER,              "peer cluster"},
    {5,  SPE_LEVEL_PEER_CLUSTER, PEER | MODIFIED,   "peer cluster, modified"},
    {6,  SPE_LEVEL_REMOTE,       REMOTE,            "remote socket"},
    {7,  SPE_LEVEL_REMOTE,       REMOTE | MODIFIED, "remote socket, modified"},
    {8,  SPE_LEVEL_DRAM,         0,                 "local memory"},
    {9,  SPE_LEVEL_DRAM,         REMOTE,            "remote memory"},
    {13, SPE_LEVEL_DEVICE,       DEVICE,            "non-coherent device"},
    {16, SPE_LEVEL_L2,           0,                 "L2"},
    {17, SPE_LEVEL_L2,           MODIFIED,          "L2, modified"},
    {18, SPE_LEVEL_L1,           0,                 "L1"},
};

/* -- IMPLEMENTATION DEFINED events -- */

static const struct cpu_event n1_events[] = {{12, "late_prefetch"}};

/* -- CPUs -- */

#define ARM 0x41
#define HISILICON 0x48
#define MICROSOFT 0x6d
#define AMPERE 0xc0

static const struct {
    uint8_t implementer;
    const char *name;
} vendors[] = {{ARM, "Arm"}, {HISILICON, "HiSilicon"}, {MICROSOFT, "Microsoft"}, {AMPERE, "Ampere"}};

#define SOURCES(table) COUNT(table), table
#define EVENTS(table) COUNT(table), table
#define NO_EVENTS 0, NULL

static const struct cpu {
    uint8_t implementer; /* MIDR_EL1[31:24] */
    uint8_t basis;       /* SPE_SOURCES_*: of the data sources */
    uint16_t part;       /* MIDR_EL1[15:4] */
    const char *name;
    uint8_t source_count;
    const struct source_row *sources;
    uint8_t event_count;
    const struct cpu_event *events;
} cpus[] = {
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd0c, "Neoverse N1",      SOURCES(arm_sources),       EVENTS(n1_events)},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd40, "Neoverse V1",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd49, "Neoverse N2",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd4f, "Neoverse V2",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_FAMILY,    0xd84, "Neoverse V3",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_FAMILY,    0xd83, "Neoverse V3AE",    SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_FAMILY,    0xd8e, "Neoverse N3",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd4c, "Cortex-X1C",       SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd4e, "Cortex-X3",        SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_FAMILY,    0xd82, "Cortex-X4",        SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd85, "Cortex-X925",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd81, "Cortex-A720",      SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd89, "Cortex-A720AE",    SOURCES(arm_sources),       NO_EVENTS},
    {ARM,       SPE_SOURCES_PUBLISHED, 0xd87, "Cortex-A725",      SOURCES(arm_sources),       NO_EVENTS},
    {MICROSOFT, SPE_SOURCES_FAMILY,    0xd49, "Azure Cobalt 100", SOURCES(arm_sources),       NO_EVENTS},
    {AMPERE,    SPE_SOURCES_PUBLISHED, 0xac4, "AmpereOne",        SOURCES(ampereone_sources), NO_EVENTS},
    {HISILICON, SPE_SOURCES_PUBLISHED, 0xd06, "HIP12",            SOURCES(hip12_sources),     NO_EVENTS},
};

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

static const struct cpu *cpu_find(uint64_t midr)
{
    for (size_t i = 0; i < COUNT(cpus); i++)
        if (cpus[i].implementer == (midr >> 24 & 0xff) && cpus[i].part == (midr >> 4 & 0xfff))
            return &cpus[i];
    return NULL;
}

/* The row of a Data Source value, or NULL: the CPU or its value is not known. */
static const struct source_row *source_find(uint64_t midr, unsigned value)
{
    const struct cpu *cpu = cpu_find(midr);
    for (unsigned i = 0; cpu && i < cpu->source_count; i++)
        if (cpu->sources[i].value == value)
            return &cpu->sources[i];
    return NULL;
}

unsigned spe_cpu_count(void)
{
    return COUNT(cpus);
}

uint64_t spe_cpu_midr(unsigned n)
{
    const uint64_t by_id_registers = 0xf; /* Architecture: the features are in the ID registers */
    if (n >= COUNT(cpus))
        return 0;
    return (uint64_t)cpus[n].implementer << 24 | by_id_registers << 16 | (uint64_t)cpus[n].part << 4;
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
    for (unsigned i = 0; i < COUNT(cpus); i++) {
        if (same_name(cpus[i].name, name)) {
            *midr = spe_cpu_midr(i);
            return SPE_OK;
        }
    }
    return SPE_E_ARG;
}

const char *spe_cpu_name(uint64_t midr)
{
    const struct cpu *cpu = cpu_find(midr);
    return cpu ? cpu->name : NULL;
}

const char *spe_cpu_vendor(uint64_t midr)
{
    for (size_t i = 0; i < COUNT(vendors); i++)
        if (vendors[i].implementer == (midr >> 24 & 0xff))
            return vendors[i].name;
    return NULL;
}

int spe_cpu_sources(uint64_t midr)
{
    const struct cpu *cpu = cpu_find(midr);
    return cpu ? cpu->basis : SPE_SOURCES_UNKNOWN;
}

int spe_cpu_data_source(uint64_t midr, unsigned value, struct spe_data_source *out)
{
    if (!out || value > 0xffff)
        return SPE_E_ARG;
    const struct source_row *row = source_find(midr, value);
    *out = (struct spe_data_source){.value = (uint16_t)value};
    if (!row)
        return SPE_OK;
    out->level = row->level;
    out->known = 1;
    out->peer = (row->flags & PEER) != 0;
    out->modified = (row->flags & MODIFIED) != 0;
    out->remote = (row->flags & REMOTE) != 0;
    out->device = (row->flags & DEVICE) != 0;
    return SPE_OK;
}

const char *spe_cpu_data_source_name(uint64_t midr, unsigned value)
{
    const struct source_row *row = source_find(midr, value);
    return row ? row->name : NULL;
}

int spe_cpu_data_source_value(uint64_t midr, unsigned n)
{
    const struct cpu *cpu = cpu_find(midr);
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
    const struct cpu *cpu = cpu_find(midr);
    for (unsigned i = 0; cpu && i < cpu->event_count; i++)
        if (cpu->events[i].bit == bit)
            return cpu->events[i].name;
    return NULL;
}
