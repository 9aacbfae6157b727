/* SPDX-License-Identifier: MIT */
/* CPUs and data sources: every value of every CPU against lists written out by hand here, and what is inferred. */
#include <libspe/spe.h>
#include <string.h>

#include "tap.h"

/* -- the independent list: CPUs by encoding, and each encoding as text, "VALUE LEVEL FLAGS NAME" -- */

enum { COMMON, AMPERE, HISI, NO_TABLE, ENCODINGS };

static const struct {
    uint64_t midr; /* of a real part: with a variant and a revision */
    const char *name, *vendor, *option;
    int sources, encoding;
} cpus[] = {
    {0x413fd0c1, "Neoverse N1", "Arm", "neoverse-n1", SPE_SOURCES_PUBLISHED, COMMON},
    {0x411fd401, "Neoverse V1", "Arm", "neoverse-v1", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd493, "Neoverse N2", "Arm", "Neoverse_N2", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd4f1, "Neoverse V2", "Arm", "NEOVERSE-V2", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd4c0, "Cortex-X1C", "Arm", "cortex-x1c", SPE_SOURCES_PUBLISHED, COMMON},
    {0x411fd4e2, "Cortex-X3", "Arm", "cortex x3", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd851, "Cortex-X925", "Arm", "cortex-x925", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd812, "Cortex-A720", "Arm", "cortex-a720", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd890, "Cortex-A720AE", "Arm", "cortex-a720ae", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd871, "Cortex-A725", "Arm", "cortex-a725", SPE_SOURCES_PUBLISHED, COMMON},
    {0x410fd841, "Neoverse V3", "Arm", "neoverse-v3", SPE_SOURCES_FAMILY, COMMON},
    {0x410fd830, "Neoverse V3AE", "Arm", "neoverse-v3ae", SPE_SOURCES_FAMILY, COMMON},
    {0x410fd8e0, "Neoverse N3", "Arm", "neoverse-n3", SPE_SOURCES_FAMILY, COMMON},
    {0x410fd821, "Cortex-X4", "Arm", "cortex-x4", SPE_SOURCES_FAMILY, COMMON},
    {0x6d0fd490, "Azure Cobalt 100", "Microsoft", "azure-cobalt-100", SPE_SOURCES_FAMILY, COMMON},
    {0xc00fac30, "Ampere1", "Ampere", "ampere1", SPE_SOURCES_UNKNOWN, NO_TABLE},
    {0xc00fac40, "Ampere1A", "Ampere", "ampere1a", SPE_SOURCES_PUBLISHED, AMPERE},
    {0x480fd060, "HIP12", "HiSilicon", "hip12", SPE_SOURCES_PUBLISHED, HISI},
};
#define CPUS (sizeof cpus / sizeof cpus[0])

#define P 1
#define M 2
#define R 4
#define D 8

static const struct expected {
    int encoding, value, level, flags;
    const char *name;
} expected[] = {
    {COMMON, 0x0, SPE_LEVEL_L1, 0, "L1 data cache"},
    {COMMON, 0x8, SPE_LEVEL_L2, 0, "L2 cache"},
    {COMMON, 0x9, SPE_LEVEL_PEER_CORE, P, "peer core"},
    {COMMON, 0xa, SPE_LEVEL_CLUSTER, P, "local cluster"},
    {COMMON, 0xb, SPE_LEVEL_SYSTEM_CACHE, 0, "system cache"},
    {COMMON, 0xc, SPE_LEVEL_PEER_CLUSTER, P, "peer cluster"},
    {COMMON, 0xd, SPE_LEVEL_REMOTE, R, "remote"},
    {COMMON, 0xe, SPE_LEVEL_DRAM, 0, "DRAM"},
    {AMPERE, 0, SPE_LEVEL_ON_CHIP, 0, "another cache of this chip, or device"},
    {AMPERE, 3, SPE_LEVEL_SYSTEM_CACHE, 0, "system-level cache"},
    {AMPERE, 5, SPE_LEVEL_REMOTE_CACHE, R, "remote chip's cache"},
    {AMPERE, 7, SPE_LEVEL_DRAM, 0, "DDR"},
    {AMPERE, 8, SPE_LEVEL_L1, 0, "L1D"},
    {AMPERE, 9, SPE_LEVEL_L2, 0, "L2D"},
    {HISI, 0, SPE_LEVEL_PEER_CORE, P, "peer CPU"},
    {HISI, 1, SPE_LEVEL_PEER_CORE, P | M, "peer CPU, modified"},
    {HISI, 2, SPE_LEVEL_L3, 0, "L3"},
    {HISI, 3, SPE_LEVEL_L3, M, "L3, modified"},
    {HISI, 4, SPE_LEVEL_PEER_CLUSTER, P, "peer cluster"},
    {HISI, 5, SPE_LEVEL_PEER_CLUSTER, P | M, "peer cluster, modified"},
    {HISI, 6, SPE_LEVEL_REMOTE, R, "remote socket"},
    {HISI, 7, SPE_LEVEL_REMOTE, R | M, "remote socket, modified"},
    {HISI, 8, SPE_LEVEL_DRAM, 0, "local memory"},
    {HISI, 9, SPE_LEVEL_DRAM, R, "remote memory"},
    {HISI, 13, SPE_LEVEL_DEVICE, D, "non-coherent device"},
    {HISI, 16, SPE_LEVEL_L2, 0, "L2"},
    {HISI, 17, SPE_LEVEL_L2, M, "L2, modified"},
    {HISI, 18, SPE_LEVEL_L1, 0, "L1"},
};

/* By encoding and value: the place in expected[] plus one; 0: unknown. */
static uint8_t place[ENCODINGS][65536];

static void fill_places(void)
{
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        place[expected[i].encoding][expected[i].value] = (uint8_t)(i + 1);
}

static struct spe_data_source wanted(int encoding, unsigned value)
{
    struct spe_data_source want = {.value = (uint16_t)value};
    const unsigned at = place[encoding][value];
    if (at) {
        const struct expected *e = &expected[at - 1];
        want.level = (uint8_t)e->level;
        want.known = 1;
        want.peer = e->flags & P ? 1 : 0;
        want.modified = e->flags & M ? 1 : 0;
        want.remote = e->flags & R ? 1 : 0;
        want.device = e->flags & D ? 1 : 0;
    }
    return want;
}

static int same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static void test_sources(void)
{
    for (size_t c = 0; c < CPUS; c++) {
        int bad = 0;
        for (unsigned value = 0; value < 65536; value++) {
            const struct spe_data_source want = wanted(cpus[c].encoding, value);
            const unsigned at = place[cpus[c].encoding][value];
            struct spe_data_source got;
            memset(&got, 0xee, sizeof got);
            bad += spe_cpu_data_source(cpus[c].midr, value, &got) != SPE_OK || memcmp(&got, &want, sizeof got) != 0;
            bad += !same_text(spe_cpu_data_source_name(cpus[c].midr, value), at ? expected[at - 1].name : NULL);
        }
        is(bad, 0, cpus[c].name);
    }
    int bad = 0;
    for (unsigned value = 0; value < 65536; value++) {
        struct spe_data_source got;
        const struct spe_data_source want = {.value = (uint16_t)value};
        bad += spe_cpu_data_source(0x410fd030, value, &got) != SPE_OK || memcmp(&got, &want, sizeof got) != 0;
        bad += spe_cpu_data_source_name(0x410fd030, value) != NULL;
    }
    is(bad, 0, "a CPU without a row: every value is unknown and raw");
    for (size_t c = 0; c < CPUS; c++) {
        unsigned n = 0, listed = 0;
        for (unsigned value = 0; value < 65536; value++)
            if (place[cpus[c].encoding][value]) {
                bad += spe_cpu_data_source_value(cpus[c].midr, n++) != (int)value;
                listed++;
            }
        bad += spe_cpu_data_source_value(cpus[c].midr, listed) != SPE_E_ARG;
    }
    is(bad, 0, "the values of each table, in rising order, and no more");
    is(spe_cpu_data_source_value(0, 0), SPE_E_ARG, "no table: no value");
}

static void test_cpus(void)
{
    int bad = 0;
    is(spe_cpu_count(), CPUS, "as many CPUs as are listed here");
    for (size_t c = 0; c < CPUS; c++) {
        uint64_t midr = 0;
        bad += !same_text(spe_cpu_name(cpus[c].midr), cpus[c].name);
        bad += !same_text(spe_cpu_vendor(cpus[c].midr), cpus[c].vendor);
        bad += spe_cpu_sources(cpus[c].midr) != cpus[c].sources;
        bad += spe_cpu_find(cpus[c].option, &midr) != SPE_OK;
        bad += midr != ((cpus[c].midr & 0xff00fff0) | 0xf0000);
    }
    is(bad, 0, "names, vendors, how well known, and found by name in any spelling");
    for (unsigned n = 0; n < spe_cpu_count(); n++) {
        uint64_t midr = 0;
        const char *name = spe_cpu_name(spe_cpu_midr(n));
        bad += !name || spe_cpu_find(name, &midr) != SPE_OK || midr != spe_cpu_midr(n);
        for (unsigned m = 0; m < n; m++)
            bad += spe_cpu_midr(m) == spe_cpu_midr(n) || !strcmp(spe_cpu_name(spe_cpu_midr(m)), name);
    }
    is(bad, 0, "each row is found by its own name, no two are the same");
    is(spe_cpu_midr(spe_cpu_count()), 0, "no CPU behind the last");
    uint64_t midr = 0x1234;
    is(spe_cpu_find("neoverse-n", &midr), SPE_E_NAME, "part of a name is no name");
    is(spe_cpu_find("neoverse-n11", &midr), SPE_E_NAME, "nor is more than a name");
    is(spe_cpu_find("", &midr), SPE_E_NAME, "nor is nothing");
    is(spe_cpu_find(NULL, &midr), SPE_E_ARG, "nor NULL");
    is(midr, 0x1234, "untouched");
    is(spe_cpu_find("hip12", NULL), SPE_E_ARG, "midr NULL");
    ok(!spe_cpu_name(0x410fd030) && spe_cpu_sources(0x410fd030) == SPE_SOURCES_UNKNOWN, "a part that is not known");
    ok(same_text(spe_cpu_vendor(0x410fd030), "Arm") && !spe_cpu_vendor(0x520fd490), "vendors without a part");
    is(spe_cpu_find("AmpereOne", &midr), SPE_OK, "a product's name");
    is(midr, 0xc00fac40, "... of the core that it has");
    static const struct {
        uint64_t midr;
        const char *name;
    } vendors[] = {{0x410fd030, "Arm"},       {0x460f0010, "Fujitsu"},  {0x480fd000, "HiSilicon"},
                   {0x4e0f0040, "NVIDIA"},    {0x510f8000, "Qualcomm"}, {0x610f0220, "Apple"},
                   {0x6d0fd490, "Microsoft"}, {0xc00fac00, "Ampere"}};
    for (size_t i = 0; i < sizeof vendors / sizeof vendors[0]; i++)
        ok(same_text(spe_cpu_vendor(vendors[i].midr), vendors[i].name), vendors[i].name);
    ok(!spe_cpu_name(0x480fd490), "a known part of another implementer");
    ok(same_text(spe_cpu_name(UINT64_C(0xabcdef00413ad0cf)), "Neoverse N1"), "other bits of MIDR_EL1 are not read");
}

static void test_events(void)
{
    int named = 0;
    for (unsigned n = 0; n <= spe_cpu_count(); n++)
        for (unsigned bit = 0; bit < 70; bit++)
            named += spe_cpu_event_name(spe_cpu_midr(n), bit) != NULL;
    is(named, 1, "one IMPLEMENTATION DEFINED event is known");
    ok(same_text(spe_cpu_event_name(0x413fd0c1, 12), "late_prefetch"), "late prefetch, Neoverse N1");
}

/* -- inference: all combinations of the eight events that matter, written as sentences -- */

static int inferred(uint64_t events)
{
    const int l1_access = events >> 2 & 1, l1_refill = events >> 3 & 1, llc_access = events >> 8 & 1;
    const int llc_miss = events >> 9 & 1, l2_access = events >> 19 & 1, l2_miss = events >> 20 & 1;
    const int recent = events >> 22 & 1;
    if (recent) /* a hit in a line that is being filled is no miss, whichever level's: D18.2.6, E[3] and E[22] */
        return SPE_LEVEL_FILL_BUFFER;
    if (l1_access && !l1_refill)
        return SPE_LEVEL_L1;
    if (l2_access && !l2_miss)
        return SPE_LEVEL_L2;
    if (llc_miss)
        return SPE_LEVEL_BEYOND_LAST;
    return llc_access ? SPE_LEVEL_LAST : SPE_LEVEL_UNKNOWN;
}

static struct spe_record load_with(uint64_t events)
{
    struct spe_record record = {0};
    record.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS;
    record.op_class = SPE_CLASS_LOAD_STORE;
    record.events = events;
    return record;
}

static struct spe_data_source level_of(struct spe_record record, uint64_t midr)
{
    struct spe_data_source out;
    memset(&out, 0xee, sizeof out);
    spe_memory_level(&record, midr, &out);
    return out;
}

static void test_inference(void)
{
    static const unsigned bits[] = {2, 3, 8, 9, 19, 20, 22, 1, 10, 21, 23};
    int bad = 0;
    for (unsigned i = 0; i < 1u << 11; i++) {
        uint64_t events = 0;
        for (unsigned b = 0; b < 11; b++)
            events |= (uint64_t)(i >> b & 1) << bits[b];
        const int level = inferred(events);
        struct spe_data_source want = {.level = (uint8_t)level, .inferred = level != SPE_LEVEL_UNKNOWN};
        want.remote = events >> 10 & 1;
        want.modified = events >> 21 & 1;
        want.peer = events >> 23 & 1;
        const struct spe_data_source got = level_of(load_with(events), 0x413fd0c1);
        bad += memcmp(&got, &want, sizeof got) != 0;
    }
    is(bad, 0, "levels inferred from events, all combinations");
}

/* Which operations are loads: CLASS 1, bit 0 clear, not reserved (Memory Set that loads, and gaps). */
static void test_loads(void)
{
    int bad = 0, loads = 0;
    for (unsigned op_class = 0; op_class < 6; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            struct spe_record record = load_with(1u << SPE_EVENT_L1D_ACCESS);
            struct spe_op op = {0};
            record.op_class = (uint8_t)op_class;
            record.op_payload = (uint8_t)payload;
            spe_op_decode(op_class, payload, &op);
            const int is_load = op_class == 1 && op.subclass != SPE_OP_RESERVED && !(payload & 1);
            bad += level_of(record, 0).inferred != is_load;
            loads += is_load;
        }
    }
    is(bad, 0, "loads only are inferred, of all payloads of all classes");
    is(loads, 48, "48 payloads are loads");
}

static void test_precedence(void)
{
    struct spe_record record = load_with(1u << SPE_EVENT_L1D_ACCESS);
    record.data_source = 0xe;
    is(level_of(record, 0x413fd0c1).level, SPE_LEVEL_L1, "a data source that is not present is not read");
    is(level_of(record, 0x413fd0c1).value, 0, "... nor given");
    record.present |= SPE_HAS_DATA_SOURCE;
    struct spe_data_source got = level_of(record, 0x413fd0c1);
    ok(got.level == SPE_LEVEL_DRAM && got.known && !got.inferred && got.value == 0xe, "the data source comes first");
    got = level_of(record, 0);
    ok(got.level == SPE_LEVEL_L1 && !got.known && got.inferred && got.value == 0xe, "unknown CPU: events, value raw");
    record.data_source = 0x1234;
    got = level_of(record, 0x413fd0c1);
    ok(got.level == SPE_LEVEL_L1 && !got.known && got.inferred && got.value == 0x1234, "unknown value: the same");
    record.op_payload = 1;
    got = level_of(record, 0x413fd0c1);
    ok(!got.level && !got.known && !got.inferred && got.value == 0x1234, "unknown value of a store: unknown and raw");
    record.data_source = 9;
    got = level_of(record, 0x413fd0c1);
    ok(!got.level && !got.known && !got.peer && got.value == 9, "a store's data source does not say where it hit");
    record.op_payload = 0x07;
    is(level_of(record, 0x413fd0c1).level, SPE_LEVEL_PEER_CORE, "an atomic's without return does");
    record.present &= ~SPE_HAS_OPERATION;
    is(level_of(record, 0x413fd0c1).level, SPE_LEVEL_PEER_CORE, "and so does one without an operation");
    record =
        load_with(1u << SPE_EVENT_REMOTE_ACCESS | 1u << SPE_EVENT_CACHE_DATA_MODIFIED | 1u << SPE_EVENT_DATA_SNOOPED);
    record.present |= SPE_HAS_DATA_SOURCE;
    record.data_source = 0xb;
    got = level_of(record, 0x413fd0c1);
    ok(got.known && got.level == SPE_LEVEL_SYSTEM_CACHE && got.remote && got.modified && got.peer && !got.inferred,
       "events add to what the data source says");
    record.op_payload = 1;
    got = level_of(record, 0x413fd0c1);
    ok(!got.remote && !got.modified && !got.peer, "... of loads only");
    record.op_payload = 0;
    record.events = 0;
    record.data_source = 7;
    got = level_of(record, 0x480fd060);
    ok(got.remote && got.modified && !got.peer, "... and take nothing away");
    record.data_source = 1;
    ok(level_of(record, 0x480fd060).peer == 1, "... be it a peer");
    record = load_with(1u << SPE_EVENT_L1D_ACCESS);
    record.present = SPE_HAS_OPERATION;
    is(level_of(record, 0).level, SPE_LEVEL_UNKNOWN, "events that are not present are not read");
    record.present = SPE_HAS_EVENTS;
    is(level_of(record, 0).level, SPE_LEVEL_UNKNOWN, "nor is an operation");
}

static void test_refusals(void)
{
    struct spe_data_source out, before;
    const struct spe_record record = {0};
    memset(&out, 0x5a, sizeof out);
    before = out;
    is(spe_cpu_data_source(0x413fd0c1, 65536, &out), SPE_E_ARG, "value 65536");
    is(spe_cpu_data_source(0x413fd0c1, 0, NULL), SPE_E_ARG, "out NULL");
    is(spe_memory_level(NULL, 0x413fd0c1, &out), SPE_E_ARG, "record NULL");
    is(spe_memory_level(&record, 0x413fd0c1, NULL), SPE_E_ARG, "level NULL");
    ok(!memcmp(&out, &before, sizeof out), "untouched");
    ok(!spe_cpu_data_source_name(0x413fd0c1, 65536 + 8), "no name of 65544");
    int bad = 0;
    for (unsigned a = 0; a < SPE_LEVELS; a++)
        for (unsigned b = 0; b < a; b++)
            bad += !strcmp(spe_level_name(a), spe_level_name(b));
    is(bad, 0, "each level has its own name");
    ok(!strcmp(spe_level_name(SPE_LEVEL_UNKNOWN), "unknown") && !strcmp(spe_level_name(99), "unknown") &&
           !strcmp(spe_level_name(SPE_LEVEL_DEVICE), "device"),
       "level names");
}

int main(void)
{
    fill_places();
    test_cpus();
    test_sources();
    test_events();
    test_inference();
    test_loads();
    test_precedence();
    test_refusals();
    return tap_done();
}
