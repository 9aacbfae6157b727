/* SPDX-License-Identifier: MIT */
/*
 * spe_perf_feed() compared with a plain implementation of its contract: both give the same records, offsets, flags and
 * statistics, from files with buffers that are cut, moved, overwritten and truncated anywhere, read in each way.
 */
#include <libspe/spe.h>
#include <string.h>

#include "perf_file.h"
#include "random.h"
#include "tap.h"

enum { STREAMS = 4, RECORDS = 400, STREAM_SIZE = 64 * RECORDS };

static struct file file;
static uint8_t stream[STREAM_SIZE];

static size_t make_stream(void)
{
    spe_encoder e;
    spe_encoder_init(&e, stream, sizeof stream, NULL);
    for (unsigned i = 0; i < RECORDS; i++) {
        struct spe_record r = {.present = SPE_HAS_PC | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY, .events = 2};
        r.pc = 0x400000 + random_below(4096);
        r.total_latency = (uint16_t)random_below(500);
        if (random_below(3) == 0) {
            r.present |= SPE_HAS_TIMESTAMP;
            r.timestamp = random_u64();
        }
        spe_encoder_record(&e, &r);
    }
    return spe_encoder_size(&e);
}

/* Buffers of two cores that continue, move or overlap, with AUX events of any flags before or after them. */
static void make_file(size_t size)
{
    uint64_t at[2] = {0, 4096};
    begin_file(&file, 0, 0, 1 << 1 | 1 << 7 | 1 << 16);
    put_info(&file, 0);
    for (unsigned i = 0; i < 12; i++) {
        const uint32_t cpu = random_below(2), flags = random_below(16);
        const size_t n = 8 + (size_t)random_below(900), from = (size_t)random_below((uint32_t)(size - n));
        const uint64_t aux = flags & SPE_PERF_AUX_OVERWRITE ? at[cpu] + n : at[cpu];
        if (random_below(5) == 0)
            at[cpu] += random_below(300);
        if (random_below(2))
            put_aux(&file, aux, n, flags, cpu);
        put_buffer(&file, at[cpu], stream + from, n, cpu, 5);
        if (random_below(4) == 0)
            put_aux(&file, aux, n, flags, cpu);
        at[cpu] += n;
    }
    end_file(&file);
}

/* The plain implementation: returns what spe_perf_feed() must return. */
static int feed(spe_decoder *d, const struct spe_perf_event *event, struct spe_record *out)
{
    int cut;
    if (event->type == SPE_PERF_BUFFER)
        spe_decoder_set_offset(d, event->offset);
    if (event->type == SPE_PERF_BYTES)
        return spe_decoder_feed(d, event->bytes, (size_t)event->size) == SPE_OK ? SPE_PERF_FEED_RECORDS : -1;
    if (event->type != SPE_PERF_GAP)
        return SPE_PERF_FEED_NOTHING;
    cut = spe_decoder_gap(d, event->offset, out);
    if (event->aux_flags & (SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_MOVED))
        spe_decoder_resync(d);
    return cut;
}

static struct seen {
    unsigned cut, records, gaps, inside;
} seen;

/* Reads the file in both ways at once. Returns the number of differences. */
static int compare(enum way way)
{
    static spe_decoder one[STREAMS], other[STREAMS];
    struct spe_perf_event event;
    struct spe_record a, b;
    int bad = 0, status;
    for (unsigned i = 0; i < STREAMS; i++)
        bad += spe_decoder_init(&one[i], NULL) || spe_decoder_init(&other[i], NULL);
    open_file(&file, way);
    while ((status = spe_perf_reader_next(&reader, &event)) == 1) {
        const unsigned index = event.index % STREAMS;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        const int next = spe_perf_feed(&one[index], &event, &a);
        bad += next != feed(&other[index], &event, &b) || memcmp(&a, &b, sizeof a) != 0;
        seen.cut += next == SPE_PERF_FEED_CUT && a.flags & SPE_RECORD_TRUNCATED;
        seen.gaps += event.type == SPE_PERF_GAP;
        seen.inside += event.type == SPE_PERF_GAP && event.aux_flags & SPE_PERF_AUX_INSIDE;
        while (next == SPE_PERF_FEED_RECORDS && spe_decoder_next(&one[index], &a) == 1) {
            bad += spe_decoder_next(&other[index], &b) != 1 || memcmp(&a, &b, sizeof a) != 0;
            seen.records++;
        }
        bad += next == SPE_PERF_FEED_RECORDS && spe_decoder_next(&other[index], &b) != 0;
    }
    for (unsigned i = 0; i < STREAMS; i++) {
        struct spe_decoder_stats s, t;
        bad += spe_decoder_finish(&one[i], &a) != spe_decoder_finish(&other[i], &b);
        spe_decoder_get_stats(&one[i], &s);
        spe_decoder_get_stats(&other[i], &t);
        bad += memcmp(&s, &t, sizeof s) != 0;
    }
    return bad + (status != 0);
}

static void test_refusals(void)
{
    static spe_decoder d, raw;
    struct spe_perf_event e = SPE_PERF_EVENT_INIT;
    struct spe_record r, before;
    memset(&r, 0xee, sizeof r);
    before = r;
    spe_decoder_init(&d, NULL);
    is(spe_perf_feed(NULL, &e, &r), SPE_E_ARG, "no decoder");
    is(spe_perf_feed(&d, NULL, &r), SPE_E_ARG, "no event");
    is(spe_perf_feed(&d, &e, NULL), SPE_E_ARG, "no record");
    is(spe_perf_feed(&raw, &e, &r), SPE_PERF_FEED_NOTHING, "other events do not concern the decoder");
    for (e.type = SPE_PERF_BUFFER; e.type <= SPE_PERF_GAP; e.type++)
        is(spe_perf_feed(&raw, &e, &r), SPE_E_STATE, "a decoder that is not initialised");
    e.type = SPE_PERF_REPEATED;
    is(spe_perf_feed(&raw, &e, &r), SPE_E_STATE, "... or bytes that are repeated");
    is(spe_perf_feed(&d, &e, &r), SPE_PERF_FEED_NOTHING, "repeated bytes are not decoded");
    e.type = SPE_PERF_BYTES, e.size = 8;
    is(spe_perf_feed(&d, &e, &r), SPE_E_ARG, "bytes that are NULL");
    e.bytes = stream;
    is(spe_perf_feed(&d, &e, &r), SPE_PERF_FEED_RECORDS, "bytes");
    for (e.type = SPE_PERF_BUFFER; e.type <= SPE_PERF_GAP; e.type++)
        is(spe_perf_feed(&d, &e, &r), SPE_E_STATE, "records that were not read yet");
    ok(memcmp(&r, &before, sizeof r) == 0, "the record is unchanged");
    while (spe_decoder_next(&d, &r) == 1)
        ;
    e.type = SPE_PERF_BUFFER;
    is(spe_perf_feed(&d, &e, &r), SPE_PERF_FEED_NOTHING, "a buffer that continues inside a record");
    e.type = SPE_PERF_GAP;
    is(spe_perf_feed(&d, &e, &r), SPE_PERF_FEED_CUT, "a gap inside a record");
    is(spe_perf_feed(&d, &e, &r), SPE_PERF_FEED_NOTHING, "a gap between records");
    spe_decoder_finish(&d, &r);
    for (e.type = SPE_PERF_BUFFER; e.type <= SPE_PERF_GAP; e.type++)
        is(spe_perf_feed(&d, &e, &r), SPE_E_STATE, "a decoder that is finished");
}

int main(void)
{
    int bad = 0;
    const size_t size = make_stream();
    for (unsigned run = 0; run < 200; run++) {
        make_file(size);
        for (enum way way = 0; way < WAYS; way++)
            bad += compare(way);
    }
    is(bad, 0, "the same as the plain implementation");
    diag("%u records, %u gaps, %u inside, %u cut", seen.records, seen.gaps, seen.inside, seen.cut);
    ok(seen.records > 1000 && seen.cut > 100 && seen.inside > 100 && seen.inside < seen.gaps, "enough of everything");
    test_refusals();
    return tap_done();
}
