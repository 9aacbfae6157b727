/* SPDX-License-Identifier: MIT */
/*
 * Law 5 for every kernel of this processor, with and without memory from the caller: changes of each bit of a record of
 * a learned layout, chunks that end at every byte, places that only look like the beginning of a record, layouts with
 * the same key, streams in which nothing fits, all sets of columns. The memory has guard pages on both sides, so that
 * reading or writing outside it fails.
 */
#define _DEFAULT_SOURCE
#include <libspe/spe.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "random.h"
#include "tap.h"

struct outcome {
    struct spe_record *records;
    size_t count;
    struct spe_decoder_stats stats;
};

/* -- a stream, by each way -- */

static uint8_t stream[1 << 15];
static size_t stream_size;
static struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
static uint8_t *lent; /* NULL if there is none */
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

/* A decoder that is fed byte by byte learns nothing. */
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

/* In chunks of that size; each batch is in guarded memory. */
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
        o->count += spe_decoder_next(&decoder, &o->records[o->count]) == 1; /* no record follows */
    }
    end(o);
}

static int is_same(void)
{
    return want.count == got.count && !memcmp(want.records, got.records, want.count * sizeof *want.records) &&
           !memcmp(&want.stats, &got.stats, sizeof want.stats);
}

/* -- making streams -- */

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

/* One record of those headers, which a timestamp ends. Padding before the timestamp fills it up to `size`. */
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

/* Chunks of every size; the last ones end anywhere. */
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

/* Long streams of `shapes` layouts with some damaged bytes. The payloads look like records, so that cursors begin at
 * wrong places, and the queue is wrong at odd records. */
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
    is(bad, 0, "places that look like the beginning of a record, and odd records");
}

/* Records of every size, up to sizes that no kernel handles. */
static void test_sizes(uint32_t kernel)
{
    static const uint8_t few[] = {0xb0, 0x65, 0x98, 0x42, 0}, address[] = {0xb2, 0};
    static const uint8_t wide[] = {0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb0, 0xb1, 0x42, 0};
    int bad = 0;
    for (size_t size = 40; size < 250; size++) {
        stream_size = 0;
        for (unsigned i = 0; i < 40; i++) {
            put_record(i % 5 ? few : long_headers, i % 5 ? size : 128);
            put_record(slot_headers, 64);
            put_record(size < 90 ? few : wide, size - 9);
            stream_size -= 9; /* an address replaces it, close to the end */
            put_record(address, 18);
        }
        run_plain(&want);
        run_kernel(&got, kernel, chunk_end, batch, stream_size);
        bad += !is_same();
    }
    is(bad, 0, "records of 40 to 249 bytes");
}

/* Packets with much padding between them: they need more windows than a layout has, in a short and in a long record. */
static void test_spread(uint32_t kernel)
{
    static const uint8_t counters[] = {0x98, 0x99, 0x9a, 0x42};
    static const uint8_t zeros[24];
    stream_size = 0;
    for (unsigned i = 0; i < 60; i++) {
        for (unsigned c = 0; c < sizeof counters; c++) {
            put_packet(counters[c], i + c);
            put(zeros, i % 2 ? 14 : 24);
        }
        put_packet(0x64, i);
        put_packet(1, 0);
        if (i % 4 == 0)
            put_record(long_headers, 128);
    }
    run_plain(&want);
    run_kernel(&got, kernel, chunk_end, batch, stream_size);
    ok(is_same(), "packets far from each other");
}

/* More records in a block, or in a chunk that is shorter than a block, than a queue has room for. */
static void test_tiny(uint32_t kernel)
{
    stream_size = 0;
    put_record(long_headers, 128); /* too long for the decoder's own memory */
    put_record(long_headers, 128);
    for (unsigned i = 0; i < 8000; i++) {
        put_packet(0x42, 2);
        put_packet(1, 0);
    }
    run_plain(&want);
    run_kernel(&got, kernel, chunk_end, batch, stream_size);
    ok(is_same(), "records of three bytes");
    run_kernel(&got, kernel, chunk_end, batch, 700);
    ok(is_same(), "... in short chunks");
}

/* The same packets in many orders: the layouts share a key, and are more than may share one. */
static void test_orders(uint32_t kernel)
{
    uint8_t headers[] = {0xb0, 0xb1, 0xb2, 0x98, 0x99, 0x9a, 0x42, 0};
    stream_size = 0;
    for (unsigned i = 0; i < 400; i++) {
        const unsigned a = i * 7 / 4 % 7, b = i % 4;
        const uint8_t header = headers[a];
        headers[a] = headers[b];
        headers[b] = header;
        put_record(headers, 54);
        if (i % 16 == 0)
            put_record(long_headers, 128);
    }
    run_plain(&want);
    run_kernel(&got, kernel, chunk_end, batch, stream_size);
    ok(is_same(), "the same packets in many orders");
}

/* The memory is provided again while layouts are in it, and then other memory. */
static void test_lent_again(uint32_t kernel)
{
    static uint64_t other[4096];
    struct outcome *const o = &got;
    stream_size = 0;
    for (unsigned i = 0; i < 100; i++)
        put_record(i % 2 ? long_headers : slot_headers, 128);
    run_plain(&want);
    o->count = 0;
    begin(kernel, 1);
    for (size_t at = 0; at < stream_size; at += 1280) {
        spe_decoder_feed(&decoder, stream + at, 1280);
        while (spe_decoder_next(&decoder, &o->records[o->count]) == 1)
            o->count++;
        if (lent && at == 2560)
            is(spe_decoder_lend(&decoder, lent, 1 << 15), SPE_OK, "memory: provided again");
        if (lent && at == 3 * 1280)
            is(spe_decoder_lend(&decoder, other, sizeof other), SPE_OK, "memory: other memory");
    }
    end(o);
    ok(is_same(), "... continues");
}

/* -- large streams -- */

/* A stream of more than a GiB, with the kernel that the decoder chooses: it looks at the processor's features early,
 * and adds its counts to the statistics before one overflows. Only on machines where that is quick. */
static void test_much(int one_by_one, uint64_t size)
{
    static spe_decoder d;
    struct spe_decoder_stats stats;
    uint64_t records = 0;
    stream_size = 0;
    while (stream_size + 128 <= sizeof stream)
        put_record(slot_headers, 64);
    config.kernel = SPE_KERNEL_ANY;
    spe_decoder_init(&d, &config);
    for (uint64_t bytes = 0; bytes < size; bytes += stream_size) {
        spe_decoder_feed(&d, stream, stream_size);
        for (size_t n = 4; n; records += n)
            n = one_by_one ? spe_decoder_next(&d, batch) == 1 : spe_decoder_next_batch(&d, batch, 4);
    }
    spe_decoder_get_stats(&d, &stats);
    ok(records == stats.records && records * 64 == stats.bytes && stats.bytes >= size &&
           stats.packets[SPE_PACKET_TIMESTAMP] == records,
       "much");
}

/* -- columns -- */

#define ROWS 100 /* more than are spread at once, and not a multiple of that number */

static const struct {
    uint8_t column, member, size; /* offset in struct spe_columns, offset in struct spe_record, bytes */
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

/* Writes rows to the columns of the set bits; each column ends at a guard page. Returns the number of rows that differ
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
    for (; (n = (size_t)spe_decoder_next_columns(&decoder, &columns, rows)) > 0; done += n)
        for (size_t f = 0; f < FIELDS; f++)
            for (size_t i = 0; wanted >> f & 1 && i < n; i++)
                bad += memcmp(ends[f] - (rows - i) * fields[f].size,
                              (const uint8_t *)&want.records[done + i] + fields[f].member, fields[f].size) != 0;
    done += spe_decoder_finish(&decoder, &got.records[0]) == 1;
    return bad + (done != want.count);
}

/* Each column alone, all but one, and random sets, with any number of rows. */
static void test_columns(uint32_t kernel)
{
    int bad = 0;
    stream_size = 0;
    while (stream_size < sizeof stream - 256)
        put_record(random_below(3) ? slot_headers : long_headers, random_below(2) ? 64 : 128);
    for (size_t i = 200; i < stream_size; i += 1000) /* a part is enough */
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
    if (spe_decoder_config_problem(&config)) {
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
    test_sizes(kernel);
    test_spread(kernel);
    test_tiny(kernel);
    test_orders(kernel);
    test_lent_again(kernel);
    test_columns(kernel);
    test_random(kernel);
}

static void test_arguments(void)
{
    spe_decoder d;
    memset(&d, 0, sizeof d);
    is(spe_decoder_lend(NULL, stream, sizeof stream), SPE_E_ARG, "memory: no decoder");
    is(spe_decoder_lend(&d, stream, sizeof stream), SPE_E_STATE, "memory: decoder not initialised");
    config.kernel = 99;
    is(strcmp(spe_decoder_config_problem(&config), "kernel"), 0, "no such kernel");
    is(spe_decoder_init(&d, &config), SPE_E_CONFIG, "... is rejected");
    config.kernel = SPE_KERNEL_ANY;
    spe_decoder_init(&d, &config);
    is(spe_decoder_lend(&d, NULL, sizeof stream), SPE_E_ARG, "memory: NULL");
    is(spe_decoder_lend(&d, stream, 16383), SPE_E_SPACE, "memory: too little, with and without SPE_NO_LEARNING");
    is(spe_decoder_lend(&d, stream + 1, 16384), SPE_OK, "memory: enough, of any alignment");
    is(spe_decoder_lend(&d, want.records, 1 << 20), SPE_OK, "memory: more than is used");
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
    config.kernel = SPE_KERNEL_AVX2;
    if (!spe_decoder_config_problem(&config)) { /* on a current machine, not emulated */
        test_much(0, (UINT64_C(1) << 30) + (1 << 20));
        test_much(1, 1 << 20);
    }
    return tap_done();
}
