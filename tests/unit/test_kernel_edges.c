/* SPDX-License-Identifier: MIT */
/*
 * The edges of every kernel that this processor has: a stream cut into two chunks at every byte, where each chunk ends
 * or begins at a page that may not be read, and ends inside or after records that fit no learned layout; and memory for
 * many layouts, of every size and alignment, that ends at a page that may not be written; a short field at every place
 * of a record at the end of a chunk; and every bit of a record inverted. All give what the plain loop gives, byte by
 * byte: records, offsets, flags and statistics.
 */
#define _DEFAULT_SOURCE
#include <libspe/spe.h>
#include <string.h>

#include "guarded.h"
#include "random.h"
#include "tap.h"

#define LENT_LEAST 16384
#define LENT_MOST 120000 /* more than is used */
#define RECORDS 4096
#define STREAM 65536

struct outcome {
    struct spe_record records[RECORDS];
    size_t count;
    struct spe_decoder_stats stats;
};

static uint8_t stream[STREAM];
static size_t stream_size;
static struct outcome want, got;
static spe_decoder decoder;
static uint8_t *front, *end;     /* guarded memory for a chunk: where it begins, and where other memory ends */
static uint8_t *lent_end;        /* the same for borrowed memory, which ends before that for other alignments */
static struct spe_record *batch; /* three records */
static struct spe_columns columns = SPE_COLUMNS_INIT;
static struct spe_columns few = SPE_COLUMNS_INIT; /* so few of them that kernels gather them without whole records */

/* -- streams -- */

static void put_packet(uint8_t header, uint64_t payload)
{
    const unsigned size = header < 0x40 ? 0 : 1u << (header >> 4 & 3);
    stream[stream_size++] = header;
    for (unsigned i = 0; i < size; i++)
        stream[stream_size++] = (uint8_t)(payload >> 8 * i);
}

/* A record whose layout is that number, and whose payloads look like other records; filled up to `least` bytes. */
static void put_record(unsigned shape, size_t least)
{
    static const uint8_t kinds[] = {0x98, 0xb0, 0x65, 0xb2, 0x99, 0x64, 0xb1, 0x9a, 0xb3};
    const size_t from = stream_size;
    for (unsigned i = 0; i < sizeof kinds; i++)
        if (shape >> i & 1)
            put_packet(kinds[i], UINT64_C(0x0001710142010171) >> random_below(9));
    put_packet(0x49, random_below(2));
    put_packet(shape & 0x400 ? 0x62 : 0x42, 2);
    while (stream_size + 9 < from + least)
        stream[stream_size++] = 0;
    put_packet(shape & 0x200 ? 0x01 : 0x71, 0x0142017100710101);
}

/* Records of few layouts, of which some are slots; among them records that are odd, layouts that do not return, and
 * zeros. */
static void make_mixed(unsigned records, unsigned shapes, unsigned odd, unsigned slot)
{
    stream_size = 0;
    for (unsigned i = 0; i < records; i++) {
        const unsigned shape = 0x3a + random_below(shapes) * 0x25;
        put_record(shape & 0x7ff, shapes < 8 && !slot ? 64 : 0);
        while (slot && stream_size % slot)
            stream[stream_size++] = 0;
        if (odd && i >= 12 && random_below(odd) == 0) {
            put_record(0x1ff, 128); /* longer than the decoder's own memory learns */
            put_packet(0x98, 7);
            put_packet(0x98, 8); /* repeated */
            put_packet(0x42, 2);
            put_packet(0x01, 0);
            put_record(random_below(0x400), 0);
            for (unsigned zeros = random_below(12); zeros; zeros--)
                stream[stream_size++] = 0;
        }
    }
}

/* -- ways -- */

enum way { NEXT, BATCH, COLUMNS, FEW, WAYS };

static size_t take_rows(const struct spe_columns *c, struct spe_record *out)
{
    const int64_t rows = spe_decoder_next_columns(&decoder, c, 3);
    for (int64_t i = 0; i < rows; i++) {
        const struct spe_record *const record = &want.records[got.count + (size_t)i];
        out[i] = *record; /* a member without a column here */
        out[i].offset = c->offset[i];
        out[i].size = c->record_size[i];
        out[i].pc = c->pc[i];
        out[i].present = c->present[i];
        out[i].flags = c->flags[i];
        out[i].total_latency = c->total_latency[i];
        if (c == &few)
            continue;
        out[i].data_va = c->data_va[i];
        out[i].events = c->events[i];
        out[i].op_payload = c->op_payload[i];
    }
    return (size_t)rows;
}

/* Takes all that is fed. */
static void drain(enum way way)
{
    size_t n = 1;
    for (; n && got.count + 3 < RECORDS; got.count += n) {
        struct spe_record *const out = &got.records[got.count];
        if (way == BATCH) {
            n = spe_decoder_next_batch(&decoder, batch, 3);
            memcpy(out, batch, n * sizeof *batch);
        } else {
            n = way == NEXT ? (size_t)spe_decoder_next(&decoder, out) : take_rows(way == FEW ? &few : &columns, out);
        }
    }
}

static void finish(struct outcome *o)
{
    o->count += (size_t)spe_decoder_finish(&decoder, &o->records[o->count]);
    spe_decoder_get_stats(&decoder, &o->stats);
}

/* Byte by byte nothing is learned. */
static void run_plain(void)
{
    spe_decoder_init(&decoder, NULL);
    want.count = 0;
    for (size_t i = 0; i < stream_size; i++) {
        spe_decoder_feed(&decoder, stream + i, 1);
        want.count += (size_t)spe_decoder_next(&decoder, &want.records[want.count]);
    }
    finish(&want);
}

static void begin(uint32_t kernel, size_t lent)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernel;
    spe_decoder_init(&decoder, &config);
    if (lent)
        spe_decoder_lend(&decoder, lent_end - lent, lent);
    got.count = 0;
}

/* Feeds bytes from guarded memory, which are gone afterwards. */
static void feed(size_t from, size_t to, int at_the_end, enum way way)
{
    uint8_t *const bytes = at_the_end ? end - (to - from) : front;
    memcpy(bytes, stream + from, to - from);
    spe_decoder_feed(&decoder, bytes, to - from);
    drain(way);
    memset(bytes, 0xdb, to - from);
}

static int is_same(void)
{
    return want.count == got.count && !memcmp(want.records, got.records, want.count * sizeof want.records[0]) &&
           !memcmp(&want.stats, &got.stats, sizeof want.stats);
}

/* -- tests -- */

/* Two chunks, cut at every byte, taken by every way; statistics after the first chunk, too. */
static void test_cuts(uint32_t kernel, size_t lent)
{
    static const struct {
        unsigned records, shapes, odd, slot;
    } streams[] = {{24, 3, 0, 0}, {24, 3, 4, 0}, {24, 3, 0, 64}, {24, 3, 4, 64}, {30, 40, 0, 0}, {30, 40, 5, 0}};
    for (size_t s = 0; s < sizeof streams / sizeof streams[0]; s++) {
        int bad = 0;
        make_mixed(streams[s].records, streams[s].shapes, streams[s].odd, streams[s].slot);
        run_plain();
        for (size_t cut = 0; cut <= stream_size; cut += CHECK_STEP) {
            const enum way way = (enum way)(cut % WAYS), other = (enum way)(cut / WAYS % WAYS);
            begin(kernel, lent);
            feed(0, cut, 1, way);
            feed(cut, stream_size, cut & 1, other);
            finish(&got);
            bad += !is_same();
        }
        is(bad, 0, "a cut at every byte");
    }
}

/* Learned layouts, then a chunk that ends in one record that fits none, or in four: the next chunk begins where they
 * end, or any number of bytes before or after. */
static void test_misses(uint32_t kernel, size_t lent)
{
    static const unsigned odd[] = {0x1ff, 0x001, 0x480};
    int bad = 0;
    for (size_t i = 0; i < 2 * 3 * 200; i += CHECK_STEP) {
        size_t learned, missed;
        stream_size = 0;
        for (unsigned r = 0; r < 60; r++)
            put_record(0x1ff - r % (lent ? 30 : 3), 64);
        learned = stream_size;
        for (unsigned r = 0; r < (i / 600 ? 4 : 1); r++)
            put_record(odd[i % 3], i % 2 ? 0 : 128);
        stream[learned + 1 + i % 5] ^= (uint8_t)(i % 7);
        missed = stream_size;
        for (unsigned r = 0; r < 20; r++)
            put_record(0x1ff - r % (lent ? 30 : 3), 64);
        run_plain();
        begin(kernel, lent);
        const size_t first = i / 600 ? learned / 2 : learned;
        const size_t cut = (missed > learned + 100 ? missed - 100 : learned) + i % 600 / 3;
        feed(0, first, 1, (enum way)(i % WAYS));
        feed(first, cut, i & 1, (enum way)(i / 3 % WAYS));
        feed(cut, stream_size, 1, (enum way)(i / 9 % WAYS));
        finish(&got);
        bad += !is_same();
    }
    is(bad, 0, "a chunk that ends after a record of no learned layout, or close to its end");
}

/* Chunks of every size, all of one stream, in guarded memory. */
static void test_sizes(uint32_t kernel, size_t lent)
{
    int bad = 0;
    make_mixed(300, 60, 40, 0);
    run_plain();
    for (size_t size = 64; size < 5000; size += size < 700 ? CHECK_STEP : 37 * CHECK_STEP) {
        begin(kernel, lent);
        for (size_t at = 0; at < stream_size; at += size)
            feed(at, at + size < stream_size ? at + size : stream_size, size & 1, (enum way)(at / size % WAYS));
        finish(&got);
        bad += !is_same();
    }
    is(bad, 0, "chunks of 64 to 5000 bytes");
}

/* Records with a short field at every place up to `most`, and little after it: chunks end at every byte of the last
 * two. A vector that is loaded at the field would reach far past the record. */
static void test_short_fields(uint32_t kernel, size_t lent, unsigned most)
{
    static const uint8_t kinds[] = {0x98, 0x64, 0x9a}; /* two, four and two bytes */
    int bad = 0;
    for (unsigned place = 11; place + 6 <= most; place++) {
        const uint8_t header = kinds[place % 3];
        stream_size = 0;
        for (unsigned i = 0; i < 20; i++) {
            const size_t from = stream_size;
            put_packet(0x42, i);
            put_packet(0xb0, i);
            while (stream_size < from + place)
                stream[stream_size++] = 0;
            put_packet(header, 0x10203 + i);
            put_packet(0x01, 0);
        }
        run_plain();
        const size_t size = stream_size / 20;
        for (size_t cut = 14 * size; cut <= 16 * size; cut += CHECK_STEP) {
            begin(kernel, lent);
            feed(0, cut, 1, (enum way)(cut % WAYS));
            feed(cut, stream_size, 1, (enum way)(place % WAYS));
            finish(&got);
            bad += !is_same();
        }
    }
    is(bad, 0, "a short field at every place of a record");
}

/* A record of a known layout with one bit inverted, for each bit: it has the layout only if that bit is free. The last
 * payload repeats the address that is eight bytes before it, so that comparing other bytes gives another result. */
static void test_bits(uint32_t kernel, size_t lent)
{
    static const uint8_t first[] = {0xb0, 1,    2, 3,    4, 5,    6, 7, 0xc0, 0xb2, 9,    8, 7, 6,    5, 4, 3,
                                    2,    0x42, 7, 0x49, 1, 0x65, 1, 2, 3,    4,    0x99, 1, 0, 0x9a, 3, 0};
    static const uint8_t last[] = {0xb1, 1, 2, 3, 4, 5, 6, 7, 0, 0x71, 1, 2, 3, 4, 5, 6, 0, 0x71};
    int bad = 0;
    for (unsigned at = 46; at <= (lent ? 106 : 46); at += 10) {
        const unsigned size = at + (unsigned)sizeof last;
        for (unsigned bit = 0; bit < 8 * size; bit += CHECK_STEP) {
            memset(stream, 0, 40 * size);
            for (unsigned i = 0; i < 40; i++) {
                memcpy(stream + i * size, first, sizeof first);
                memcpy(stream + i * size + at, last, sizeof last);
            }
            stream[30 * size + bit / 8] ^= (uint8_t)(1u << bit % 8);
            stream_size = 40 * size;
            run_plain();
            begin(kernel, lent);
            feed(0, stream_size, 1, (enum way)(bit % WAYS));
            finish(&got);
            bad += !is_same();
        }
    }
    is(bad, 0, "every bit of a record of a known layout");
}

/* More layouts than the memory has room for; has_known: each after three records of known ones, so that all of the
 * memory is used.
 * It ends at a page that cannot be accessed, or a few bytes before it; the bytes around it stay. */
static void test_lent(uint32_t kernel, int has_known)
{
    uint8_t *const page = lent_end;
    int bad = 0;
    stream_size = 0;
    for (unsigned i = 0; i < 800; i++)
        put_record(has_known ? 0x1ff - (i % 4 && i > 8 ? 3 + i % 4 : i / 4)
                             : 0x1ff - i % 300 + (i % 600 >= 300 ? 0x400 : 0),
                   i % 7 ? 0 : 128);
    run_plain();
    for (size_t size = LENT_LEAST; size <= LENT_MOST; size += size < LENT_LEAST + 450 ? CHECK_STEP : 397 * CHECK_STEP) {
        const size_t around = 256, behind = random_below(2) * random_below(64);
        lent_end = page - behind;
        uint8_t *const before = lent_end - size - around;
        memset(before, 0xa5, around);
        memset(before + around, 0x5a, size); /* what is there does not count */
        memset(lent_end, 0xa5, behind);
        begin(kernel, size);
        feed(0, stream_size / 2, 1, BATCH);
        feed(stream_size / 2, stream_size, 0, (enum way)(size % WAYS));
        finish(&got);
        bad += !is_same();
        for (size_t i = 0; i < around + behind; i++)
            bad += (i < around ? before[i] : lent_end[i - around]) != 0xa5;
    }
    lent_end = page;
    is(bad, 0, "lent memory of every size and alignment");
}

static void test_kernel(const char *name, uint32_t kernel)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernel;
    if (spe_decoder_config_problem(&config)) {
        diag("%s: not on this processor", name);
        return;
    }
    for (size_t lent = 0; lent <= LENT_LEAST + 8192; lent += LENT_LEAST + 8192) {
        diag("%s, %zu bytes lent", name, lent);
        test_cuts(kernel, lent);
        test_misses(kernel, lent);
        test_sizes(kernel, lent);
        test_short_fields(kernel, lent, lent ? 128 : 64);
        test_bits(kernel, lent);
    }
    test_lent(kernel, 0);
    test_lent(kernel, 1);
}

static void make_memory(void)
{
    static uint64_t wide[5][3];
    static uint32_t words[2][3];
    static uint16_t latency[3];
    static uint8_t payload[3];
    front = guarded(STREAM, 0);
    end = guarded(STREAM, 1) + STREAM;
    lent_end = guarded(LENT_MOST + 320, 1) + LENT_MOST + 320;
    batch = (struct spe_record *)(void *)guarded(3 * sizeof *batch, 1);
    columns.offset = wide[0];
    columns.record_size = wide[1];
    columns.pc = wide[2];
    columns.present = words[0];
    columns.flags = words[1];
    columns.total_latency = latency;
    few = columns;
    columns.data_va = wide[3];
    columns.events = wide[4];
    columns.op_payload = payload;
}

int main(void)
{
    make_memory();
    test_kernel("portable", SPE_KERNEL_PORTABLE);
    test_kernel("AVX2", SPE_KERNEL_AVX2);
    test_kernel("AVX-512", SPE_KERNEL_AVX512);
    test_kernel("NEON", SPE_KERNEL_NEON);
    return tap_done();
}
