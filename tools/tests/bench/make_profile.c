/* SPDX-License-Identifier: MIT */
/*
 * Writes perf.data for tools/tests/bench/stat.py: a process with four threads on two cores.
 *
 *     make_profile random SAMPLES >FILE      16,384 program counters, data anywhere in 16 MiB
 *     make_profile spread SAMPLES >FILE      3,000 program counters, 125,000 cache lines
 *     make_profile loop SAMPLES >FILE        a loop of 24 instructions that goes through 1 MiB
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/spe.h>

#define PIECE 4096 /* samples in a buffer: 256 KiB */

enum { LOAD, STORE, BRANCH, OTHER };

static uint64_t seed = 1;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static unsigned below(unsigned n)
{
    return (unsigned)((next_random() >> 32) * n >> 32);
}

/* What the instruction at a place does is the same every time. */
static unsigned kind_of(uint64_t place)
{
    static const unsigned char kinds[] = {LOAD, OTHER, LOAD, BRANCH, STORE, OTHER, OTHER, LOAD};
    return kinds[(place * 0x9e3779b97f4a7c15 >> 32) % sizeof kinds];
}

static uint64_t code, places, data_bytes, line_bytes;

static void add_access(struct spe_record *r, unsigned i, int is_load)
{
    static const unsigned char sources[] = {0, 0, 0, 0, 0, 0, 8, 8, 11, 13}; /* of Neoverse cores */
    const unsigned source = sources[below(sizeof sources)];
    const uint64_t line = line_bytes ? below((unsigned)(data_bytes / line_bytes)) : i * 8 / data_bytes;
    const uint64_t in_line = line_bytes ? 8 * below((unsigned)line_bytes / 8) : i * 8 % data_bytes;
    r->present |= SPE_HAS_DATA_VA | SPE_HAS_TRANSLATION_LATENCY | (is_load ? SPE_HAS_DATA_SOURCE : 0);
    r->data_va = 0x7f0000000000 + (line_bytes ? line * line_bytes : 0) + in_line;
    r->data_source = (uint16_t)source;
    r->translation_latency = 1;
    r->op_class = SPE_CLASS_LOAD_STORE;
    r->op_payload = !is_load;
    r->events |= 1u << SPE_EVENT_L1D_ACCESS | 1u << SPE_EVENT_TLB_ACCESS;
    r->events |= source ? 1u << SPE_EVENT_L1D_REFILL : 0;
    r->events |= source > 8 ? 1u << SPE_EVENT_LL_ACCESS | (source == 13 ? 1u << SPE_EVENT_LL_MISS : 0) : 0;
    r->events |= below(32) ? 0 : 1u << SPE_EVENT_TLB_WALK;
    r->total_latency = (uint16_t)(r->total_latency + source * source + below(8));
}

static struct spe_record record_of(unsigned i, unsigned thread)
{
    const uint64_t place = below((unsigned)places);
    const unsigned kind = kind_of(place);
    struct spe_record r = {.pc = UINT64_C(0x8000000000000000) | (code + 4 * place),
                           .timestamp = 100000 + (uint64_t)i * 4,
                           .events = 1u << SPE_EVENT_RETIRED,
                           .total_latency = (uint16_t)(4 + below(8)),
                           .issue_latency = (uint16_t)below(4),
                           .context_el1 = 100 + thread,
                           .op_class = SPE_CLASS_OTHER,
                           .present = SPE_HAS_PC | SPE_HAS_TIMESTAMP | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY |
                                      SPE_HAS_ISSUE_LATENCY | SPE_HAS_CONTEXT_EL1 | SPE_HAS_OPERATION};
    if (kind == LOAD || kind == STORE)
        add_access(&r, i, kind == LOAD);
    if (kind != BRANCH)
        return r;
    r.present |= SPE_HAS_BRANCH_TARGET;
    r.op_class = SPE_CLASS_BRANCH;
    r.op_payload = 1; /* conditional */
    r.branch_target = r.pc - 64;
    r.events |= below(10) ? 0 : 1u << SPE_EVENT_MISPREDICTED;
    return r;
}

static spe_perf_writer writer;

static int write_file(void *context, uint64_t offset, const void *from, size_t size)
{
    return fseek(context, (long)offset, SEEK_SET) != 0 || fwrite(from, 1, size, context) != size;
}

static void put(struct spe_perf_event event)
{
    if (spe_perf_writer_put(&writer, &event) != SPE_OK)
        exit(2);
}

static void put_process(void)
{
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    e.pid = 100;
    e.name = "bench";
    e.type = SPE_PERF_COMM;
    for (e.tid = 100; e.tid < 104; e.tid++)
        put(e);
    e.tid = 100;
    e.type = SPE_PERF_MMAP;
    e.protection = 5;
    e.address = code;
    e.size = 1 << 20;
    e.name = "/nowhere/bench";
    put(e);
    e.protection = 3;
    e.address = 0x7f0000000000;
    e.size = 1 << 24;
    e.name = "//anon";
    put(e);
}

/* A buffer of one of the two cores, during which it runs one thread. */
static unsigned put_buffer(unsigned from, unsigned n)
{
    static uint8_t bytes[PIECE * 64];
    static uint64_t offsets[2];
    static spe_encoder encoder;
    static const struct spe_encoder_config config = {.size = sizeof config, .layout = SPE_LAYOUT_SLOTS_64};
    const unsigned core = from / PIECE % 2, thread = from / PIECE % 8 / 2;
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    spe_encoder_init(&encoder, bytes, sizeof bytes, &config);
    for (unsigned i = 0; i < n; i++) {
        const struct spe_record r = record_of(from + i, thread);
        if (spe_encoder_record(&encoder, &r) < 0)
            exit(2);
    }
    e.type = SPE_PERF_BUFFER;
    e.cpu = core;
    e.offset = offsets[core];
    put(e);
    e.type = SPE_PERF_BYTES;
    e.bytes = bytes;
    e.size = spe_encoder_size(&encoder);
    offsets[core] += e.size;
    put(e);
    e.type = SPE_PERF_BUFFER_END;
    put(e);
    return n;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint64_t places, data_bytes, line_bytes;
    } kinds[] = {{"random", 16384, 1 << 24, 64}, {"spread", 3000, 125000 * 64, 64}, {"loop", 24, 1 << 20, 0}};
    struct spe_perf_writer_config config = SPE_PERF_WRITER_CONFIG_INIT;
    const unsigned samples = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    size_t kind = 0;
    while (kind < 3 && argc == 3 && strcmp(argv[1], kinds[kind].name) != 0)
        kind++;
    if (argc != 3 || kind == 3)
        return fprintf(stderr, "usage: make_profile random|spread|loop SAMPLES >FILE\n"), 2;
    code = 0x400000;
    places = kinds[kind].places;
    data_bytes = kinds[kind].data_bytes;
    line_bytes = kinds[kind].line_bytes;
    config.midr = 0x410fd490;
    config.period = 1024;
    config.clock = (struct spe_perf_clock){.shift = 0, .mult = 1};
    if (spe_perf_writer_init(&writer, &config, write_file, stdout) != SPE_OK)
        return 2;
    put_process();
    for (unsigned i = 0; i < samples;)
        i += put_buffer(i, samples - i < PIECE ? samples - i : PIECE);
    return spe_perf_writer_finish(&writer) != SPE_OK || fflush(stdout) != 0;
}
