/* SPDX-License-Identifier: MIT */
/*
 * When the decoder learns and when it does not: a stream whose records never repeat a layout is recognised early, and
 * is then left to the plain loop; many layouts that do repeat are kept; and the ends of chunks do not go the long way.
 * These are promises of speed, which other tests cannot see.
 */
#include <libspe/spe.h>
#include <string.h>

#include "../../src/record/decoder_state.h"
#include "random.h"
#include "tap.h"

#if SPE_LEARNING

#define RECORDS 20000
#define LENT 131072
#define CHUNK 4096

static uint8_t stream[RECORDS * 64];
static size_t stream_size;
static uint64_t memory[LENT / 8];
static spe_decoder decoder;

static const struct spe_learned *learned(void)
{
    return &spe_decoder_open(&decoder)->learned;
}

static void put_packet(uint8_t header)
{
    stream[stream_size++] = header;
    for (unsigned n = spe_payload_size(header); n; n--)
        stream[stream_size++] = (uint8_t)(n > 1 ? random_u64() : 0);
}

/* A record with that choice of packets, in that order: 7 packets have 5040 orders. It ends with a timestamp if the
 * choice is odd. */
static void put_record(unsigned choice, unsigned order)
{
    uint8_t headers[] = {0x98, 0x99, 0x9a, 0x64, 0x65, 0xb0, 0xb2};
    for (unsigned left = sizeof headers; left; left--) {
        const unsigned which = order % left;
        if (choice >> (left - 1) & 1)
            put_packet(headers[which]);
        headers[which] = headers[left - 1];
        order /= left;
    }
    memcpy(stream + stream_size, "\x42\x02", 2);
    stream_size += 2;
    put_packet(choice & 1 ? 0x71 : 0x01);
}

static void begin(uint32_t kernel, int is_lent)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernel;
    spe_decoder_init(&decoder, &config);
    if (is_lent)
        spe_decoder_lend(&decoder, memory, sizeof memory);
}

/* All layouts are new. */
static void test_new(uint32_t kernel, int is_lent)
{
    struct spe_record r;
    unsigned records = 0, looked = 0;
    stream_size = 0;
    for (unsigned i = 0; i < RECORDS; i++)
        put_record(0x7f - (i / 5040), i * 17 % 5040);
    begin(kernel, is_lent);
    spe_decoder_feed(&decoder, stream, stream_size);
    for (; !learned()->rest && spe_decoder_next(&decoder, &r) == 1; records++)
        continue;
    diag("given up after %u records", records);
    ok(records <= 100, "a stream of new layouts is recognised within 100 records");
    is(learned()->tries + learned()->misses + learned()->fresh, 0, "... which are not counted again");
    for (records = 0; records < 16000 && spe_decoder_next(&decoder, &r) == 1; records++)
        looked += learned()->count != 0;
    is(looked, 0, "... and 16000 records are not looked at then");
}

/* Four of five layouts are new: too many to be useful, and too few to be sure of it before 256 records. */
static void test_mostly_new(uint32_t kernel)
{
    struct spe_record r;
    unsigned records = 0;
    stream_size = 0;
    for (unsigned i = 0; i < 400; i++)
        put_record(i % 5 ? 1 + i % 127 : 0x7f, i % 5 ? i * 17 : 0);
    begin(kernel, 1);
    spe_decoder_feed(&decoder, stream, stream_size);
    for (; !learned()->rest && spe_decoder_next(&decoder, &r) == 1; records++)
        continue;
    diag("given up after %u records", records);
    ok(records > 200 && records <= 300, "a stream of mostly new layouts is recognised within 300 records");
}

/* Records taken by another way than the first: as long as nothing is settled, only these are in the statistics. */
static uint64_t taken_plainly(void)
{
    return spe_decoder_open(&decoder)->stats.records;
}

enum call { NEXT, BATCH, COLUMNS, CALLS };
static const char *const calls[CALLS] = {"next", "batch", "columns"};

static int take(enum call call)
{
    static struct spe_record batch[64];
    static uint64_t pc[64];
    struct spe_columns columns = SPE_COLUMNS_INIT;
    columns.pc = pc;
    return call == NEXT    ? spe_decoder_next(&decoder, batch) == 1
           : call == BATCH ? spe_decoder_next_batch(&decoder, batch, 64) > 0
                           : spe_decoder_next_columns(&decoder, &columns, 64) > 0;
}

static unsigned chunks;
static unsigned lists; /* lists of the first blocks of chunks, of SPE_CURSORS each */

/* Counts the lists of the queue's block. */
static unsigned count_lists(void)
{
    unsigned count = 0;
    for (unsigned i = 0; learned()->is_many && i < SPE_CURSORS; i++)
        count += learned()->many->queue.count[i] != 0;
    return count;
}

/* Decodes the stream in chunks. */
static void decode(uint32_t kernel, int is_lent, enum call call)
{
    chunks = lists = 0;
    begin(kernel, is_lent);
    for (size_t at = 0; at < stream_size; at += CHUNK, chunks++) {
        spe_decoder_feed(&decoder, stream + at, CHUNK < stream_size - at ? CHUNK : stream_size - at);
        take(call);
        lists += count_lists();
        while (take(call))
            continue;
    }
    diag("%s: %u chunks, %u lists, %u records taken by the plain loop", calls[call], chunks, lists,
         (unsigned)taken_plainly());
}

/* 120 layouts at random. */
static void test_many(uint32_t kernel)
{
    stream_size = 0;
    for (unsigned i = 0; i < RECORDS; i++)
        put_record(8 + random_below(120), 0);
    const unsigned cursors = kernel == SPE_KERNEL_AVX512 ? 4 : SPE_CURSORS;
    for (unsigned call = 0; call < CALLS; call++) {
        decode(kernel, 1, (enum call)call);
        ok(learned()->is_many && learned()->count == 120 && !learned()->rest, "many layouts are learned and kept");
        ok(taken_plainly() <= chunks + 120 + 40, "... and at a chunk's end only the record that is cut is not of them");
        ok(lists >= chunks * cursors / 25 * 24, "the first pass walks over headers at four or eight places at once");
    }
}

/* Four layouts, in slots. */
static void test_slots(uint32_t kernel)
{
    stream_size = 0;
    memset(stream, 0, sizeof stream);
    for (unsigned i = 0; i < RECORDS; i++) {
        put_record(3 * random_below(4), 0);
        stream_size = (i + 1) * SPE_SLOT;
    }
    for (unsigned call = 0; call < CALLS; call++) {
        decode(kernel, 0, (enum call)call);
        ok(taken_plainly() <= chunks + 20, "at a chunk's end only the last slot is not of a learned layout");
    }
}

/* Four short layouts, with zeros between the records. */
static void test_padding(uint32_t kernel)
{
    stream_size = 0;
    for (unsigned i = 0; i < RECORDS; i++) {
        const size_t zeros = random_below(12);
        put_record(3 * random_below(4), 0);
        memset(stream + stream_size, 0, zeros);
        stream_size += zeros;
    }
    for (unsigned call = 0; call < CALLS; call++) {
        decode(kernel, 0, (enum call)call);
        ok(taken_plainly() <= 5 * chunks + 20, "at a chunk's end only the last 72 bytes are not of learned layouts");
    }
}

static void test_kernel(const char *name, uint32_t kernel)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernel;
    if (spe_decoder_config_problem(&config)) {
        diag("%s: not on this processor", name);
        return;
    }
    diag("%s", name);
    test_new(kernel, 0);
    test_new(kernel, 1);
    test_mostly_new(kernel);
    test_many(kernel);
    test_slots(kernel);
    test_padding(kernel);
}

int main(void)
{
    test_kernel("portable", SPE_KERNEL_PORTABLE);
    test_kernel("AVX2", SPE_KERNEL_AVX2);
    test_kernel("AVX-512", SPE_KERNEL_AVX512);
    test_kernel("NEON", SPE_KERNEL_NEON);
    return tap_done();
}

#else

int main(void)
{
    return tap_done();
}

#endif
