/* SPDX-License-Identifier: MIT */
/*
 * Law 5 for every kernel that this processor has, with memory lent and without: each bit of a record of a learned
 * layout changed, chunks that end at every byte, places that only look like the beginning of a record, layouts with
 * one key, streams where nothing fits, all sets of columns; in memory that ends, on both sides, where nothing may be
 * read or written.
 */
#define _DEFAULT_SOURCE
#include <libspe/spe.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

struct outcome {
    struct spe_record *records;
    size_t count;
    struct spe_decoder_stats stats;
};

/* -- memory of which each side is a page that is no one's: the end of the first, the beginning of the second -- */

static uint8_t *guarded(size_t size, int at_the_end)
{
#if defined(__linux__)
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (size + page - 1) / page * page;
    uint8_t *all = mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all != MAP_FAILED && !mprotect(all + page, whole, PROT_READ | PROT_WRITE))
        return all + page + (at_the_end ? whole - size : 0);
#endif
    (void)at_the_end;
    return malloc(size);
}

/* -- a stream, by each way -- */

static uint8_t stream[1 << 15];
static size_t stream_size;
static struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
static uint8_t *lent; /* NULL: none */
static struct outcome want, got;
static spe_decoder decoder;

static void begin(uint32_t kernel, int with_memory)
{
    config.kernel = kernel;
    spe_decoder_init(&decoder, &config);
    if (with_memory && lent)
        spe_decoder_lend(&decoder, lent, 1 << 16);
}

static void end(struct outcome *o)
{
    o->count += spe_decoder_finish(&decoder, &o->records[o->count]) == 1;
    spe_decoder_get_stats(&decoder, &o->stats);
}

/* Byte by byte nothing is learned. */
static void run_plain(struct outcome *o)
{
    o->count = 0;
    begin(SPE_KERNEL_PORTABLE, 0);
    for (size_t i = 0; i < stream_size; i++) {
        spe_decoder_feed(&decoder, stream + i, 1);
        o->count += spe_decoder_next(&decoder, &o->records[o->count]) == 1;
    }
    end(o);
}

/* In chunks of that size, in batches of which each is in guarded memory. */
static void run_kernel(struct outcome *o, uint32_t kernel, uint8_t *chunk_end, struct spe_record *batch, size_t chunk)
{
    size_t n;
    o->count = 0;
    begin(kernel, 1);
    for (size_t at = 0; at < stream_size; at += chunk) {
        const size_t size = chunk < stream_size - at ? chunk : stream_size - at;
        memcpy(chunk_end - size, stream + at, size);
        spe_decoder_feed(&decoder, chunk_end - size, size);
        do {
            n = spe_decoder_next_batch(&decoder, batch, 4);
            memcpy(&o->records[o->count], batch, n * sizeof *batch);
            o->count += n;
        } while (n == 4);
        o->count += spe_decoder_next(&decoder, &o->records[o->count]) == 1; /* there is none */
    }
    end(o);
}

static int is_same(void)
{
    return want.count == got.count && !memcmp(want.records, got.records, want.count * sizeof *want.records) &&
           !memcmp(&want.stats, &got.stats, sizeof want.stats);
}

/* -- what streams are made of -- */

static void put(const void *bytes, size_t size)
{
    memcpy(stream + stream_size, bytes, size);
    stream_size += size;
}

static void put_packet(uint8_t header, uint64_t payload)
{
    uint8_t bytes[9] = {header};
    for (unsigned i = 0; i < 8; i++)
        bytes[1 + i] = (uint8_t)(payload >> 8 * i);
    put(bytes, 1 + (header < 0x40 ? 0 : 1u << (header >> 4 & 3)));
}

static const uint8_t slot_headers[] = {0xb0, 0x65, 0x49, 0x52, 0x99, 0x98, 0xb2, 0x9a, 0x43, 0};
static const uint8_t long_headers[] = {0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0x64, 0x65, 0x48,
                                       0x98, 0x99, 0x9a, 0x9c, 0x53, 0x42, 0};
static uint64_t salt;

/* One record of those headers, ended by a timestamp, filled up to `size` in front of it. */
static void put_record(const uint8_t *headers, size_t size)
{
    const size_t from = stream_size;
    for (; *headers; headers++)
        put_packet(*headers, (salt += 0x1234567) & (*headers == 0x49 || *headers == 0x48 ? 1 : 0x00ff00ff));
    while (stream_size < from + size - 9)
        stream[stream_size++] = 0;
    put_packet(0x71, salt);
}

/* -- tests -- */

static uint8_t *chunk_end;
static struct spe_record *batch;

static void test_bits(uint32_t kernel, const uint8_t *headers, size_t size)
{
    int bad = 0;
    for (size_t bit = 0; bit < size * 8; bit++) {
        stream_size = 0;
        for (unsigned i = 0; i < 6; i++) {
            put_record(slot_headers, 64);
            put_record(headers, size);
        }
        stream[stream_size - size - 2 * (64 + size) + bit / 8] ^= (uint8_t)(1 << bit % 8);
        run_plain(&want);
        run_kernel(&got, kernel, chunk_end, batch, stream_size);
        bad += !is_same();
    }
    is(bad, 0, size == 64 ? "each bit of a slot" : "each bit of a record of 128 bytes");
}

/* Chunks of every size, the last ones ending anywhere. */
static void test_chunks(uint32_t kernel)
{
    int bad = 0;
    stream_size = 0;
    for (unsigned i = 0; i < 12; i++) {
        put_record(slot_headers, 64);
        put_record(i % 3 ? slot_headers : long_headers, i % 3 ? 64 : 128);
    }
    run_plain(&want);
    for (size_t chunk = 1; chunk <= 600; chunk++) {
        run_kernel(&got, kernel, chunk_end, batch, chunk);
        bad += !is_same();
    }
    is(bad, 0, "chunks of 1 to 600 bytes");
}

/* Long streams of `shapes` layouts, whose payloads are full of what looks like records, and where some bytes are
 * others: cursors begin at wrong places, and the queue is wrong where a record is odd. */
static void test_cursors(uint32_t kernel, unsigned shapes, unsigned damage)
{
    static const uint8_t kinds[] = {0x98, 0x99, 0x9a, 0x9c, 0x64, 0x65, 0xb0, 0xb1, 0xb2, 0xb3};
    int bad = 0;
    for (unsigned round = 0; round < 8; round++) {
        stream_size = 0;
        while (stream_size < sizeof stream - 256) {
            const uint32_t shape = random_below(shapes) * 0x9e37 >> 3;
            for (unsigned i = 0; i < sizeof kinds; i++)
                if (shape >> i & 1)
                    put_packet(kinds[shape & 0x2000 ? i : sizeof kinds - 1 - i],
                               UINT64_C(0x0001710142010171) >> random_below(9));
            put_packet(0x42, 0x02);
            put_packet(shape & 0x400 ? 0x71 : 0x01, 0x0142017100710101);
            for (unsigned zeros = random_below(4) ? 0 : random_below(20); zeros; zeros--)
                stream[stream_size++] = 0;
        }
        for (unsigned i = 0; i < damage; i++)
            stream[random_below((uint32_t)stream_size)] = (uint8_t)random_below(256);
        run_plain(&want);
        run_kernel(&got, kernel, chunk_end, batch, round % 2 ? stream_size : 4096);
        bad += !is_same();
    }
    diag("%u layouts, %u bytes damaged", shapes, damage);
    is(bad, 0, "places that look like the beginning of a record, and records that are odd");
}

/* -- columns -- */

#define ROWS 100 /* more than are spread at once, and no multiple of what is */

static const struct {
    uint8_t column, member, size; /* where in struct spe_columns, where in struct spe_record, bytes */
} fields[] = {
#define FIELD(name, member)                                                                                            \
    {                                                                                                                  \
        offsetof(struct spe_columns, name), offsetof(struct spe_record, member), sizeof((struct spe_record){0}).member \
    }
    FIELD(offset, offset),
    FIELD(record_size, size),
    FIELD(pc, pc),
    FIELD(branch_target, branch_target),
    FIELD(data_va, data_va),
    FIELD(data_pa, data_pa),
    FIELD(prev_branch_target, prev_branch_target),
    FIELD(timestamp, timestamp),
    FIELD(events, events),
    FIELD(present, present),
    FIELD(flags, flags),
    FIELD(context_el1, context_el1),
    FIELD(context_el2, context_el2),
    FIELD(total_latency, total_latency),
    FIELD(issue_latency, issue_latency),
    FIELD(translation_latency, translation_latency),
    FIELD(alt_issue_latency, alt_issue_latency),
    FIELD(data_source, data_source),
    FIELD(op_class, op_class),
    FIELD(op_payload, op_payload),
    FIELD(events_size, events_size),
    FIELD(data_source_size, data_source_size),
#undef FIELD
};
#define FIELDS (sizeof fields / sizeof fields[0])

/* Rows into columns that are wanted, a bit each: each ends where nothing may be written. Returns how many rows differ
 * from the records of the plain loop. */
static int compare_columns(uint32_t kernel, uint32_t wanted, size_t rows)
{
    static uint8_t *ends[FIELDS];
    struct spe_columns columns = SPE_COLUMNS_INIT;
    size_t done = 0, n;
    int bad = 0;
    for (size_t f = 0; f < FIELDS; f++) {
        if (!ends[f])
            ends[f] = guarded(ROWS * 8, 1) + (size_t)ROWS * 8;
        uint8_t *const column = wanted >> f & 1 ? ends[f] - rows * fields[f].size : NULL;
        memcpy((uint8_t *)&columns + fields[f].column, &column, sizeof column);
    }
    begin(kernel, 1);
    spe_decoder_feed(&decoder, stream, stream_size);
    for (; (n = spe_decoder_next_columns(&decoder, &columns, rows)) > 0; done += n)
        for (size_t f = 0; f < FIELDS; f++)
            for (size_t i = 0; wanted >> f & 1 && i < n; i++)
                bad += memcmp(ends[f] - (rows - i) * fields[f].size,
                              (const uint8_t *)&want.records[done + i] + fields[f].member, fields[f].size) != 0;
    done += spe_decoder_finish(&decoder, &got.records[0]) == 1;
    return bad + (done != want.count);
}

/* Each column alone, all but each, and any; any number of rows. */
static void test_columns(uint32_t kernel)
{
    int bad = 0;
    stream_size = 0;
    while (stream_size < sizeof stream - 256)
        put_record(random_below(3) ? slot_headers : long_headers, random_below(2) ? 64 : 128);
    for (size_t i = 200; i < stream_size; i += 1000) /* not all at once */
        stream[i] ^= 0x40;
    run_plain(&want);
    for (unsigned f = 0; f < FIELDS; f++) {
        bad += compare_columns(kernel, UINT32_C(1) << f, ROWS);
        bad += compare_columns(kernel, ~(UINT32_C(1) << f), ROWS);
    }
    for (unsigned round = 0; round < 40; round++)
        bad += compare_columns(kernel, (uint32_t)random_u64(), 1 + random_below(ROWS));
    is(bad, 0, "columns");
}

static void test_random(uint32_t kernel)
{
    stream_size = 20000;
    random_bytes(stream, stream_size);
    run_plain(&want);
    run_kernel(&got, kernel, chunk_end, batch, stream_size);
    ok(is_same(), "random bytes");
}

static void test_kernel(const char *name, uint32_t kernel)
{
    config.kernel = kernel;
    if (spe_decoder_config_mistake(&config)) {
        diag("%s: not on this processor", name);
        return;
    }
    diag("%s", name);
    test_bits(kernel, slot_headers, 64);
    test_bits(kernel, long_headers, 128);
    test_chunks(kernel);
    test_cursors(kernel, 6, 0);
    test_cursors(kernel, 60, 0);
    test_cursors(kernel, 60, 200);
    test_cursors(kernel, 4000, 20);
    test_columns(kernel);
    test_random(kernel);
}

static void test_arguments(void)
{
    spe_decoder d;
    memset(&d, 0, sizeof d);
    is(spe_decoder_lend(NULL, stream, sizeof stream), SPE_E_ARG, "lend: no decoder");
    is(spe_decoder_lend(&d, stream, sizeof stream), SPE_E_STATE, "lend: not initialised");
    config.kernel = 99;
    is(strcmp(spe_decoder_config_mistake(&config), "kernel"), 0, "no such kernel");
    is(spe_decoder_init(&d, &config), SPE_E_CONFIG, "... is refused");
    config.kernel = SPE_KERNEL_ANY;
    spe_decoder_init(&d, &config);
    is(spe_decoder_lend(&d, NULL, sizeof stream), SPE_E_ARG, "lend: no memory");
#ifndef SPE_NO_LEARNING
    is(spe_decoder_lend(&d, stream, 100), SPE_E_SPACE, "lend: too little");
#endif
    is(spe_decoder_lend(&d, stream + 1, 16384), SPE_OK, "lend: enough, of any alignment");
}

int main(void)
{
    static const struct {
        const char *name;
        uint32_t kernel;
    } kernels[] = {
        {"portable", SPE_KERNEL_PORTABLE},
        {"AVX2", SPE_KERNEL_AVX2},
        {"AVX-512", SPE_KERNEL_AVX512},
        {"NEON", SPE_KERNEL_NEON},
    };
    want.records = malloc((sizeof stream + 1) * sizeof *want.records);
    got.records = malloc((sizeof stream + 1) * sizeof *got.records);
    chunk_end = guarded(sizeof stream, 1) + sizeof stream;
    batch = (struct spe_record *)(void *)guarded(4 * sizeof *batch, 1);
    for (int memory = 0; memory < 2; memory++) {
        diag(memory ? "with memory" : "without memory");
        lent = memory ? guarded(1 << 16, 0) : NULL;
        for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
            test_kernel(kernels[i].name, kernels[i].kernel);
    }
    test_arguments();
    return tap_done();
}
