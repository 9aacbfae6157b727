/* SPDX-License-Identifier: MIT */
/* CPUs and data sources: every value of every CPU is compared with lists that are written by hand here. Also what is
 * inferred from events. */
#include <libspe/spe.h>
#include <string.h>

#include "reference.h"
#include "tap.h"

#define CPUS REFERENCE_COUNT(reference_cores)

/* By encoding and value: the index in reference_sources[] plus one, or 0 if unknown. */
static uint16_t place[ENCODINGS][65536];

static void fill_places(void)
{
    for (size_t i = 0; i < REFERENCE_COUNT(reference_sources); i++)
        place[reference_sources[i].encoding][reference_sources[i].value] = (uint16_t)(i + 1);
}

static struct spe_data_source wanted(int encoding, unsigned value)
{
    struct spe_data_source want = {.value = (uint16_t)value};
    const unsigned at = place[encoding][value];
    if (at) {
        const struct reference_source *e = &reference_sources[at - 1];
        want.level = (uint8_t)e->level;
        want.known = 1;
        want.peer = e->flags & REFERENCE_PEER ? 1 : 0;
        want.modified = e->flags & REFERENCE_MODIFIED ? 1 : 0;
        want.remote = e->flags & REFERENCE_REMOTE ? 1 : 0;
        want.device = e->flags & REFERENCE_DEVICE ? 1 : 0;
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
            const struct spe_data_source want = wanted(reference_cores[c].encoding, value);
            const unsigned at = place[reference_cores[c].encoding][value];
            struct spe_data_source got;
            memset(&got, 0xee, sizeof got);
            bad += spe_cpu_data_source(reference_cores[c].midr, value, &got) != SPE_OK ||
                   memcmp(&got, &want, sizeof got) != 0;
            bad += !same_text(spe_cpu_data_source_name(reference_cores[c].midr, value),
                              at ? reference_sources[at - 1].name : NULL);
        }
        is(bad, 0, reference_cores[c].name);
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
            if (place[reference_cores[c].encoding][value]) {
                bad += spe_cpu_data_source_value(reference_cores[c].midr, n++) != (int)value;
                listed++;
            }
        bad += spe_cpu_data_source_value(reference_cores[c].midr, listed) != SPE_E_ARG;
    }
    is(bad, 0, "the values of each table, in rising order, and no more");
    is(spe_cpu_data_source_value(0, 0), SPE_E_ARG, "no table: no value");
}

static void test_cpus(void)
{
    int bad = 0;
    if (!is(spe_cpu_count(), CPUS, "as many CPUs as the reference lists"))
        diag("a core is new: " REFERENCE_MISSING);
    for (size_t c = 0; c < CPUS; c++) {
        uint64_t midr = 0;
        const int before = bad;
        bad += !same_text(spe_cpu_name(reference_cores[c].midr), reference_cores[c].name);
        bad += !same_text(spe_cpu_vendor(reference_cores[c].midr), reference_cores[c].vendor);
        bad += spe_cpu_sources(reference_cores[c].midr) != reference_cores[c].sources;
        bad += spe_cpu_find(reference_cores[c].option, &midr) != SPE_OK;
        bad += midr != ((reference_cores[c].midr & 0xff00fff0) | 0xf0000);
        if (bad != before)
            diag("%s is not as tests/unit/reference.h says: name, vendor, sources or MIDR", reference_cores[c].name);
    }
    is(bad, 0, "names, vendors, sources of knowledge; found by name in any spelling");
    bad = 0;
    for (unsigned n = 0; n < spe_cpu_count(); n++) {
        uint64_t midr = 0;
        const char *name = spe_cpu_name(spe_cpu_midr(n));
        bad += !name || spe_cpu_find(name, &midr) != SPE_OK || midr != spe_cpu_midr(n);
        for (unsigned m = 0; m < n; m++)
            bad += spe_cpu_midr(m) == spe_cpu_midr(n) || !strcmp(spe_cpu_name(spe_cpu_midr(m)), name);
    }
    is(bad, 0, "each row is found by its own name, and all names differ");
    is(spe_cpu_midr(spe_cpu_count()), 0, "no CPU after the last");
    uint64_t midr = 0x1234;
    is(spe_cpu_find("neoverse-n", &midr), SPE_E_NAME, "part of a name is not a name");
    is(spe_cpu_find("neoverse-n11", &midr), SPE_E_NAME, "nor is more than a name");
    is(spe_cpu_find("", &midr), SPE_E_NAME, "nor is nothing");
    is(spe_cpu_find(NULL, &midr), SPE_E_ARG, "nor NULL");
    is(midr, 0x1234, "untouched");
    is(spe_cpu_find("hip12", NULL), SPE_E_ARG, "midr NULL");
    ok(!spe_cpu_name(0x410fd030) && spe_cpu_sources(0x410fd030) == SPE_SOURCES_UNKNOWN, "an unknown part");
    ok(same_text(spe_cpu_vendor(0x410fd030), "Arm") && !spe_cpu_vendor(0x520fd490), "vendors without a part");
    is(spe_cpu_find("kunpeng-930", &midr), SPE_OK, "a product's name");
    is(midr, 0x480fd060, "... of the core that it has");
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
    size_t named = 0, bad = 0;
    for (unsigned n = 0; n <= spe_cpu_count(); n++)
        for (unsigned bit = 0; bit < 70; bit++)
            named += spe_cpu_event_name(spe_cpu_midr(n), bit) != NULL;
    for (size_t i = 0; i < REFERENCE_COUNT(reference_core_events); i++)
        bad += !same_text(spe_cpu_event_name(reference_core_events[i].midr, reference_core_events[i].bit),
                          reference_core_events[i].name);
    is(bad, 0, "IMPLEMENTATION DEFINED events");
    if (!is(named, REFERENCE_COUNT(reference_core_events), "... and no others"))
        diag("a core's event is new: " REFERENCE_MISSING);
}

/* Neoverse N1 before r4p1, and no other core. */
static void test_errata(void)
{
    const char *name = "none";
    unsigned bad = 0;
    for (unsigned i = 0; i < 256; i++) {
        const uint64_t midr = 0x410fd0c0 | (uint64_t)(i >> 4) << 20 | (i & 15);
        bad += (spe_cpu_erratum(midr, 0, NULL) != NULL) != (i < 0x41);
    }
    for (unsigned n = 0; n < spe_cpu_count(); n++)
        bad += spe_cpu_midr(n) != 0x410fd0c0 && spe_cpu_erratum(spe_cpu_midr(n), 0, NULL);
    is(bad, 0, "Neoverse N1 has an erratum up to r4p0");
    ok(!spe_cpu_erratum(0x410fd0c0, 1, &name) && !spe_cpu_erratum(0, 0, &name) && !strcmp(name, "none"),
       "... only one");
    ok(strstr(spe_cpu_erratum(0x413fd0c1, 0, &name), "before r4p1") && !strcmp(name, "1694299"), "... with its name");
}

static void test_counters(void)
{
    size_t named = 0, bad = 0;
    for (unsigned n = 0; n <= spe_cpu_count(); n++)
        for (unsigned index = 0; index < 40; index++)
            named += spe_cpu_counter_name(spe_cpu_midr(n), index) != NULL;
    for (size_t i = 0; i < REFERENCE_COUNT(reference_core_counters); i++) {
        const char *name = reference_core_counters[i].name;
        char text[SPE_PACKET_TEXT_MAX], want[SPE_PACKET_TEXT_MAX];
        struct spe_text_config config = SPE_TEXT_CONFIG_INIT;
        struct spe_packet p;
        bad +=
            !same_text(spe_cpu_counter_name(reference_core_counters[i].midr, reference_core_counters[i].index), name);
        for (unsigned bit = 4; bit < 32; bit++) /* another part or implementer */
            bad += (bit < 16 || bit >= 24) && spe_cpu_counter_name(reference_core_counters[i].midr ^ UINT64_C(1) << bit,
                                                                   reference_core_counters[i].index) != NULL;
        config.midr = reference_core_counters[i].midr;
        spe_packet_build(SPE_PACKET_COUNTER, reference_core_counters[i].index, 2, 257, 0, &p);
        spe_packet_text(&p, &config, text, sizeof text);
        snprintf(want, sizeof want, "Counter[%u] IMPLEMENTATION DEFINED 0x101 (%s)", reference_core_counters[i].index,
                 name);
        bad += !same_text(text, want);
        config.style = SPE_TEXT_PERF;
        spe_packet_text(&p, &config, text, sizeof text);
        bad += !same_text(text, "LAT 257 "); /* perf has no word for it */
    }
    is(bad, 0, "IMPLEMENTATION DEFINED counters, also in text");
    if (!is(named, REFERENCE_COUNT(reference_core_counters), "... and no others"))
        diag("a core's counter is new: " REFERENCE_MISSING);
}

/* -- inference: all combinations of the eight events that matter -- */

static int inferred(uint64_t events)
{
    const int l1_access = events >> 2 & 1, l1_refill = events >> 3 & 1, llc_access = events >> 8 & 1;
    const int llc_miss = events >> 9 & 1, l2_access = events >> 19 & 1, l2_miss = events >> 20 & 1;
    const int recent = events >> 22 & 1;
    if (recent) /* a hit in a line that is being filled is not a miss at any level: D18.2.6, E[3] and E[22] */
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
    spe_memory_level(midr, &record, &out);
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

/* Which operations are loads: CLASS 1 with bit 0 clear, if not reserved (a Memory Set that loads, or a gap). */
static void test_loads(void)
{
    int bad = 0, loads = 0;
    for (unsigned op_class = 0; op_class < 6; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            struct spe_record record = load_with(1u << SPE_EVENT_L1D_ACCESS);
            record.op_class = (uint8_t)op_class;
            record.op_payload = (uint8_t)payload;
            const int is_load = op_class == 1 && reference_op_find(op_class, payload) && !(payload & 1);
            bad += level_of(record, 0).inferred != is_load;
            loads += is_load;
        }
    }
    is(bad, 0, "of all payloads of all classes, only loads are inferred");
    ok(loads >= 48, "... and there are many loads");
}

static void test_data_source_of_records(void)
{
    struct spe_record r = {.present = SPE_HAS_OPERATION | SPE_HAS_DATA_SOURCE, .data_source = 65535};
    int bad = 0;
    unsigned without = 0;
    for (unsigned op = 0; op < 256 * 256; op++) {
        r.op_class = (uint8_t)(op >> 8), r.op_payload = (uint8_t)op;
        const int value = reference_data_source(&r);
        bad += spe_record_data_source(&r) != (value < 0 ? SPE_E_ABSENT : value);
        without += value < 0;
    }
    is(bad, 0, "all payloads of all classes: the data source of a record");
    ok(without > 40, "... many of them are stores, and have none");
    r.op_class = SPE_CLASS_LOAD_STORE, r.op_payload = 1, r.present = SPE_HAS_DATA_SOURCE;
    is(spe_record_data_source(&r), 65535, "an operation that is not present is not read");
    r.op_payload = 0, r.present = SPE_HAS_OPERATION;
    is(spe_record_data_source(&r), SPE_E_ABSENT, "a load without a data source");
    is(spe_record_data_source(NULL), SPE_E_ARG, "no record");
}

static void test_precedence(void)
{
    struct spe_record record = load_with(1u << SPE_EVENT_L1D_ACCESS);
    record.data_source = 0xe;
    is(level_of(record, 0x413fd0c1).level, SPE_LEVEL_L1, "a data source that is not present is not read");
    is(level_of(record, 0x413fd0c1).value, 0, "... nor returned");
    record.present |= SPE_HAS_DATA_SOURCE;
    struct spe_data_source got = level_of(record, 0x413fd0c1);
    ok(got.level == SPE_LEVEL_DRAM && got.known && !got.inferred && got.value == 0xe, "the data source comes first");
    got = level_of(record, 0);
    ok(got.level == SPE_LEVEL_L1 && !got.known && got.inferred && got.value == 0xe, "unknown CPU: events, value raw");
    record.data_source = 0x1234;
    got = level_of(record, 0x413fd0c1);
    ok(got.level == SPE_LEVEL_L1 && !got.known && got.inferred && got.value == 0x1234, "unknown value: the same");
    record.op_payload = 5;
    got = level_of(record, 0x413fd0c1);
    ok(!got.level && !got.known && !got.inferred && got.value == 0x1234, "unknown value of a store: unknown and raw");
    record.data_source = 9;
    got = level_of(record, 0x413fd0c1);
    ok(!got.level && !got.known && !got.peer && got.value == 9, "a store's data source does not give its level");
    record.op_payload = 0x11;
    is(level_of(record, 0x410fd4f0).level, SPE_LEVEL_PEER_CORE, "... but ST64BV's does");
    record.op_payload = 0x07;
    is(level_of(record, 0x413fd0c1).level, SPE_LEVEL_PEER_CORE, "an atomic's without return does");
    is(spe_record_data_source(&record), 9, "... which has a data source");
    record.present &= ~SPE_HAS_OPERATION;
    is(level_of(record, 0x413fd0c1).level, SPE_LEVEL_PEER_CORE, "and so does one without an operation");
    record =
        load_with(1u << SPE_EVENT_REMOTE_ACCESS | 1u << SPE_EVENT_CACHE_DATA_MODIFIED | 1u << SPE_EVENT_DATA_SNOOPED);
    record.present |= SPE_HAS_DATA_SOURCE;
    record.data_source = 0xb;
    got = level_of(record, 0x413fd0c1);
    ok(got.known && got.level == SPE_LEVEL_SYSTEM_CACHE && got.remote && got.modified && got.peer && !got.inferred,
       "events add to what the data source gives");
    record.op_payload = 1;
    got = level_of(record, 0x413fd0c1);
    ok(!got.remote && !got.modified && !got.peer, "... of loads only");
    record.op_payload = 0;
    record.events = 0;
    record.data_source = 7;
    got = level_of(record, 0x480fd060);
    ok(got.remote && got.modified && !got.peer, "... and remove nothing");
    record.data_source = 1;
    ok(level_of(record, 0x480fd060).peer == 1, "... even if it is a peer");
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
    is(spe_memory_level(0x413fd0c1, NULL, &out), SPE_E_ARG, "record NULL");
    is(spe_memory_level(0x413fd0c1, &record, NULL), SPE_E_ARG, "level NULL");
    ok(!memcmp(&out, &before, sizeof out), "untouched");
    ok(!spe_cpu_data_source_name(0x413fd0c1, 65536 + 8), "no name of 65544");
    int bad = 0;
    for (unsigned a = 0; a < spe_level_count(); a++)
        for (unsigned b = 0; b < a; b++)
            bad += !strcmp(spe_level_name(a), spe_level_name(b));
    is(bad, 0, "each level has its own name");
    ok(!strcmp(spe_level_name(SPE_LEVEL_UNKNOWN), "unknown") && !strcmp(spe_level_name(255), "unknown") &&
           !strcmp(spe_level_name(SPE_LEVEL_DEVICE), "device"),
       "level names");
}

int main(void)
{
    fill_places();
    test_cpus();
    test_sources();
    test_events();
    test_counters();
    test_errata();
    test_inference();
    test_loads();
    test_data_source_of_records();
    test_precedence();
    test_refusals();
    return tap_done();
}
