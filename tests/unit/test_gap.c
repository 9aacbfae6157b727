/* SPDX-License-Identifier: MIT */
/*
 * Streams with missing bytes: spe_decoder_gap() must give the same as a separate decoder for each part, and flag the
 * record after each gap. If a record is cut at any byte and followed by an intact one, the damaged record has a flag.
 */
#include <libspe/spe.h>
#include <string.h>

#define MANY 2048
#include "outcome.h"
#include "random.h"
#include "tap.h"

#define STREAM 6000

static void feed_in_pieces(spe_decoder *d, struct outcome *o, const uint8_t *bytes, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        n = random_below(4) ? len - at : random_below(100);
        n = n < len - at ? n : len - at;
        failed |= spe_decoder_feed(d, bytes + at, n) != SPE_OK;
        drain(d, o);
    }
}

/* Parts of a stream: bytes[from[i]..to[i]), each with its own stream offset. */
#define PARTS 8
struct parts {
    size_t from[PARTS], to[PARTS];
    uint64_t offset[PARTS];
};

static void cut_at_random(struct parts *p, size_t len)
{
    size_t at = 0;
    for (size_t i = 0; i < PARTS; i++) {
        p->from[i] = at + random_below(50);
        p->from[i] = p->from[i] < len ? p->from[i] : len;
        p->to[i] = i == PARTS - 1 ? len : p->from[i] + random_below((unsigned)(len - p->from[i]) + 1);
        p->offset[i] = random_below(2) ? p->from[i] : random_u64();
        at = p->to[i];
    }
}

/* One decoder, to which each gap is reported. */
static void run_with_gaps(struct outcome *o, const struct spe_decoder_config *cfg, const uint8_t *bytes,
                          const struct parts *p)
{
    struct spe_decoder_config config = *cfg;
    spe_decoder d;
    int last = 0;
    clear(o);
    config.offset = p->offset[0];
    failed |= spe_decoder_init(&d, &config) != SPE_OK;
    for (size_t i = 0; i < PARTS; i++) {
        feed_in_pieces(&d, o, bytes + p->from[i], p->to[i] - p->from[i]);
        last = i < PARTS - 1 ? spe_decoder_gap(&d, p->offset[i + 1], &o->records[o->count])
                             : spe_decoder_finish(&d, &o->records[o->count]);
        failed |= last < 0;
        o->count += last == 1;
    }
    failed |= spe_decoder_get_stats(&d, &o->stats) != SPE_OK;
}

static void add_stats(struct spe_decoder_stats *sum, const struct spe_decoder_stats *stats)
{
    uint64_t *to = (uint64_t *)sum;
    const uint64_t *from = (const uint64_t *)stats;
    for (size_t i = 0; i < sizeof *sum / 8; i++)
        to[i] += from[i];
}

/* One decoder for each part; the first record after each gap is flagged here. */
static void run_apart(struct outcome *o, const struct spe_decoder_config *cfg, const uint8_t *bytes,
                      const struct parts *p)
{
    size_t flagged = 0;
    clear(o);
    for (size_t i = 0; i < PARTS; i++) {
        struct spe_decoder_config config = *cfg;
        struct spe_decoder_stats stats;
        spe_decoder d;
        config.offset = p->offset[i];
        spe_decoder_init(&d, &config);
        failed |= spe_decoder_feed(&d, bytes + p->from[i], p->to[i] - p->from[i]) != SPE_OK;
        drain(&d, o);
        o->count += spe_decoder_finish(&d, &o->records[o->count]) == 1;
        spe_decoder_get_stats(&d, &stats);
        add_stats(&o->stats, &stats);
        if (i > 0 && o->count > flagged)
            o->records[flagged].flags |= SPE_RECORD_AFTER_GAP;
        flagged = o->count > flagged || i == 0 ? o->count : flagged;
    }
    o->stats.gaps += PARTS - 1;
}

static struct outcome a, b;

/* Whether both give the same. The number of gaps is not compared with resynchronisation, which counts a gap where it
 * skips bytes. */
static int same(int resync)
{
    if (resync)
        a.stats.gaps = b.stats.gaps = 0;
    for (size_t i = 0; resync && i < b.count; i++)
        a.records[i].flags &= ~SPE_RECORD_AFTER_GAP, b.records[i].flags &= ~SPE_RECORD_AFTER_GAP;
    return a.count == b.count && !memcmp(a.records, b.records, a.count * sizeof a.records[0]) &&
           !memcmp(&a.stats, &b.stats, sizeof a.stats);
}

/* A record in a 64-byte slot, with its own values. */
static void put_slot(uint8_t *at)
{
    struct spe_encoder_config cfg = SPE_ENCODER_CONFIG_INIT;
    struct spe_record r = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY |
                                      SPE_HAS_ISSUE_LATENCY | SPE_HAS_DATA_VA | SPE_HAS_TIMESTAMP,
                           .op_class = SPE_CLASS_LOAD_STORE};
    spe_encoder e;
    r.pc = random_u64() & UINT64_C(0x8000ffffffffffff);
    r.data_va = random_u64();
    r.total_latency = (uint16_t)random_below(4096);
    r.timestamp = random_u64();
    r.events = 2;
    if (random_below(2)) { /* another record layout: a branch without a target */
        r.present &= ~SPE_HAS_DATA_VA;
        r.op_class = SPE_CLASS_BRANCH;
    }
    cfg.layout = SPE_LAYOUT_SLOTS_64;
    spe_encoder_init(&e, at, 64, &cfg);
    failed |= spe_encoder_record(&e, &r) != 64;
}

static void test_parts(void)
{
    static uint8_t bytes[STREAM];
    struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
    int bad = 0, bad_resync = 0;
    for (int run = 0; run < 600; run++) {
        struct parts parts;
        if (run % 2)
            random_stream(bytes, sizeof bytes);
        else
            for (size_t at = 0; at + 64 <= sizeof bytes; at += 64)
                put_slot(bytes + at);
        cut_at_random(&parts, sizeof bytes);
        cfg.flags = run % 3 ? 0 : SPE_DECODE_RESYNC;
        cfg.alignment = run % 5 ? 0 : 64;
        run_with_gaps(&a, &cfg, bytes, &parts);
        run_apart(&b, &cfg, bytes, &parts);
        if (!same(cfg.flags != 0))
            cfg.flags ? bad_resync++ : bad++;
    }
    is(bad, 0, "a decoder with reported gaps gives the same as one for each part");
    is(bad_resync, 0, "... resynchronising, too");
    is(failed, 0, "no call failed");
}

static size_t encode(uint8_t *out, const struct spe_record *r)
{
    spe_encoder e;
    spe_encoder_init(&e, out, 256, NULL);
    spe_encoder_record(&e, r);
    return spe_encoder_size(&e);
}

/* A load cut at every byte and followed by an intact branch. (Without spe_decoder_gap() this gave wrong records without
 * a flag.) */
static void test_every_cut(void)
{
    const uint32_t has = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY;
    const struct spe_record load = {.present = has | SPE_HAS_DATA_VA | SPE_HAS_TIMESTAMP,
                                    .pc = 0x8000000000401000,
                                    .data_va = 0xffff00001234,
                                    .timestamp = 99,
                                    .total_latency = 12,
                                    .events = 0x16,
                                    .op_class = SPE_CLASS_LOAD_STORE};
    const struct spe_record branch = {.present = has | SPE_HAS_BRANCH_TARGET,
                                      .pc = 0x8000000000402000,
                                      .branch_target = 0x8000000000402100,
                                      .total_latency = 3,
                                      .events = 2,
                                      .op_class = SPE_CLASS_BRANCH,
                                      .op_payload = 1};
    uint8_t cut[256], whole[256];
    const size_t cut_size = encode(cut, &load), whole_size = encode(whole, &branch);
    int wrong = 0, untold = 0;
    for (size_t n = 0; n < cut_size; n++) {
        struct spe_record r;
        spe_decoder d;
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, cut, n);
        wrong += spe_decoder_next(&d, &r) != 0;
        wrong += spe_decoder_gap(&d, 1000, &r) != (n > 0);
        untold += n > 0 && (r.flags != (n < cut_size - 9 ? SPE_RECORD_TRUNCATED | SPE_RECORD_NO_EVENTS : r.flags) ||
                            !(r.flags & SPE_RECORD_TRUNCATED) || r.offset != 0 || r.size != n);
        spe_decoder_feed(&d, whole, whole_size);
        wrong += spe_decoder_next(&d, &r) != 1;
        untold += r.flags != SPE_RECORD_AFTER_GAP || r.offset != 1000 || r.size != whole_size;
        wrong += r.present != (branch.present | SPE_HAS_END) || r.pc != branch.pc || r.total_latency != 3 ||
                 r.branch_target != branch.branch_target;
        spe_decoder_feed(&d, whole, whole_size);
        wrong += spe_decoder_next(&d, &r) != 1 || r.flags != 0 || r.offset != 1000 + whole_size;
    }
    is(untold, 0, "a record cut at any byte is flagged, and so is the one after the gap");
    is(wrong, 0, "... which is complete, like those after it");
}

static void test_calls(void)
{
    uint8_t bytes[64];
    struct spe_record r = {.pc = 7};
    struct spe_decoder_stats stats;
    spe_decoder d;
    memset(&d, 0, sizeof d);
    put_slot(bytes);
    is(spe_decoder_gap(&d, 0, &r), SPE_E_STATE, "gap before init");
    spe_decoder_init(&d, NULL);
    is(spe_decoder_gap(NULL, 0, &r), SPE_E_ARG, "gap: NULL decoder");
    is(spe_decoder_gap(&d, 0, NULL), SPE_E_ARG, "gap: NULL record");
    is(spe_decoder_gap(&d, 500, &r), 0, "a gap before the first byte");
    is(r.pc, 7, "... changes nothing");
    spe_decoder_feed(&d, bytes, 64);
    is(spe_decoder_gap(&d, 0, &r), SPE_E_STATE, "a gap before the bytes fed are used up");
    is(spe_decoder_next(&d, &r), 1, "... which changes nothing");
    ok(r.offset == 500 && r.flags == SPE_RECORD_AFTER_GAP, "the record is flagged");
    is(spe_decoder_next(&d, &r), 0, "used up");
    is(spe_decoder_gap(&d, 500, &r), 0, "a gap between records");
    is(spe_decoder_gap(&d, 20, &r), 0, "and one more, back in the stream");
    spe_decoder_get_stats(&d, &stats);
    ok(stats.gaps == 3 && stats.records == 1 && stats.bytes == 64 && stats.skipped == 0, "each is counted");
    is(spe_decoder_finish(&d, &r), 0, "finish");
    is(spe_decoder_gap(&d, 0, &r), SPE_E_STATE, "gap after finish");
}

/* Bytes that resynchronisation drops at a gap are part of that gap: only one is counted. */
static void test_dropped(void)
{
    const struct spe_decoder_config cfg = {
        .size = sizeof cfg, .flags = SPE_DECODE_RESYNC, .alignment = 64, .offset = 5};
    struct spe_decoder_stats stats;
    struct spe_record r;
    uint8_t bytes[64];
    spe_decoder d;
    put_slot(bytes);
    spe_decoder_init(&d, &cfg);
    spe_decoder_feed(&d, "\xb0\x01", 2); /* no record can begin here, because of the alignment */
    is(spe_decoder_next(&d, &r), 0, "the head of a packet");
    is(spe_decoder_gap(&d, 128, &r), 0, "... is not a record");
    spe_decoder_get_stats(&d, &stats);
    ok(stats.gaps == 1 && stats.skipped == 2 && stats.truncated == 2, "one gap");
    spe_decoder_feed(&d, bytes, 64);
    ok(spe_decoder_next(&d, &r) == 1 && r.offset == 128 && r.flags == SPE_RECORD_AFTER_GAP,
       "nothing after it is skipped");
}

/* Learned layouts are kept: a stream in small buffers with gaps between them takes the first way as soon as one without
 * gaps. */
static void test_learning_stays(void)
{
    uint8_t bytes[64 * 16];
    struct spe_decoder_stats stats;
    struct spe_record records[16];
    spe_decoder d;
    int bad = 0;
    for (size_t at = 0; at < sizeof bytes; at += 64)
        put_slot(bytes + at);
    spe_decoder_init(&d, NULL);
    for (int i = 0; i < 100; i++) {
        spe_decoder_feed(&d, bytes, sizeof bytes);
        bad += spe_decoder_next_batch(&d, records, 16) != 16 || spe_decoder_batch_status(&d) != SPE_OK;
        for (int k = 0; k < 16; k++)
            bad += records[k].flags != (i && !k ? SPE_RECORD_AFTER_GAP : 0) ||
                   records[k].offset != (uint64_t)i * 10000 + 64u * (unsigned)k;
        bad += spe_decoder_next(&d, records) != 0;
        bad += spe_decoder_gap(&d, (uint64_t)(i + 1) * 10000, records) != 0;
    }
    spe_decoder_get_stats(&d, &stats);
    is(bad, 0, "records across a hundred gaps");
    ok(stats.records == 1600 && stats.gaps == 100, "... are counted in one");
}

/* The record that resynchronisation finds, followed by what a decoder gives that begins at its end. */
static void run_found(struct outcome *o, const struct spe_decoder_config *cfg, const uint8_t *bytes, size_t len)
{
    struct spe_decoder_config config = *cfg;
    struct spe_record *first = &o->records[0];
    spe_decoder d;
    config.flags = SPE_DECODE_RESYNC;
    spe_decoder_init(&d, &config);
    spe_decoder_feed(&d, bytes, len);
    o->count = spe_decoder_next(&d, first) == 1;
    if (!o->count) { /* the end may cut it off */
        o->count = spe_decoder_finish(&d, first) == 1;
        first->flags |= SPE_RECORD_AFTER_GAP;
        return;
    }
    const size_t at = (size_t)(first->offset + first->size - config.offset);
    first->flags |= SPE_RECORD_AFTER_GAP;
    config.flags = 0;
    config.offset += at;
    spe_decoder_init(&d, &config);
    spe_decoder_feed(&d, bytes + at, len - at);
    drain(&d, o);
    o->count += spe_decoder_finish(&d, &o->records[o->count]) == 1;
}

/* Slots of two layouts, which a decoder learns, and now and then an implausible record. */
static void put_slots(uint8_t *bytes, size_t len)
{
    for (size_t at = 0; at + 64 <= len; at += 64) {
        put_slot(bytes + at);
        if (!random_below(8))
            bytes[at] = 0x21; /* an unknown packet, where the first one was */
    }
}

/* A stream that continues inside a record, after one whose layouts are learned. */
static void test_resync(void)
{
    static uint8_t bytes[STREAM];
    struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
    int bad = 0, skips = 0;
    for (int run = 0; run < 2000; run++) {
        struct spe_decoder_stats stats;
        spe_decoder d;
        cfg.alignment = run % 3 ? 0 : 64;
        cfg.offset = cfg.alignment ? random_below(1000) * 64 : random_u64() >> 1;
        if (run % 2)
            random_stream(bytes, sizeof bytes);
        else
            put_slots(bytes, sizeof bytes);
        size_t from = random_below(sizeof bytes);
        clear(&a);
        clear(&b);
        spe_decoder_init(&d, &cfg);
        feed_in_pieces(&d, &a, bytes, sizeof bytes);
        clear(&a);
        cfg.offset += from;
        failed |= spe_decoder_gap(&d, cfg.offset, &a.records[0]) < 0 || spe_decoder_resync(&d) != SPE_OK;
        feed_in_pieces(&d, &a, bytes + from, sizeof bytes - from);
        a.count += spe_decoder_finish(&d, &a.records[a.count]) == 1;
        run_found(&b, &cfg, bytes + from, sizeof bytes - from);
        bad += a.count != b.count || memcmp(a.records, b.records, a.count * sizeof a.records[0]) != 0;
        spe_decoder_get_stats(&d, &stats);
        skips += stats.skipped > 0;
        bad += stats.gaps != 1;
    }
    is(bad, 0, "after a gap one record is searched for, and then none");
    ok(skips > 1500, "bytes were skipped");
}

/* A stream that begins inside a record is treated as if it followed a gap. */
static void test_resync_first(void)
{
    static uint8_t bytes[STREAM];
    int bad = 0;
    for (int run = 0; run < 500; run++) {
        struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
        struct spe_decoder_stats with, without;
        spe_decoder d;
        random_stream(bytes, sizeof bytes);
        const size_t from = random_below(sizeof bytes);
        cfg.offset = from;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        spe_decoder_init(&d, &cfg);
        failed |= spe_decoder_gap(&d, from, &a.records[0]) != 0 || spe_decoder_resync(&d) != SPE_OK;
        feed_in_pieces(&d, &a, bytes + from, sizeof bytes - from);
        spe_decoder_get_stats(&d, &with);
        spe_decoder_init(&d, &cfg);
        failed |= spe_decoder_resync(&d) != SPE_OK || spe_decoder_resync(&d) != SPE_OK;
        feed_in_pieces(&d, &b, bytes + from, sizeof bytes - from);
        spe_decoder_get_stats(&d, &without);
        bad += a.count != b.count || memcmp(a.records, b.records, a.count * sizeof a.records[0]) != 0 ||
               memcmp(&with, &without, sizeof with) != 0;
    }
    is(bad, 0, "before the first byte it is like after a gap");
}

static void test_resync_calls(void)
{
    struct spe_record r;
    uint8_t bytes[64];
    spe_decoder d;
    put_slot(bytes);
    memset(&d, 0, sizeof d);
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync before init");
    is(spe_decoder_resync(NULL), SPE_E_ARG, "resync: NULL");
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, 64);
    while (spe_decoder_next(&d, &r) == 1)
        ;
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync without a gap");
    spe_decoder_gap(&d, 0, &r);
    is(spe_decoder_resync(&d), SPE_OK, "resync at a gap");
    is(spe_decoder_gap(&d, 0, &r), 0, "a second gap");
    spe_decoder_feed(&d, "\x01", 1);
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync before bytes are used up");
    ok(spe_decoder_next(&d, &r) == 1 && r.size == 1, "... which ended the search for the first one");
    spe_decoder_feed(&d, bytes, 60);
    spe_decoder_next(&d, &r);
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync inside a record");
    spe_decoder_gap(&d, 0, &r);
    spe_decoder_feed(&d, bytes, 5);
    spe_decoder_next(&d, &r);
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync inside the packet after a gap");
    spe_decoder_feed(&d, bytes + 5, 10);
    spe_decoder_next(&d, &r);
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync inside the record after a gap");
    is(spe_decoder_finish(&d, &r), 1, "finish");
    is(spe_decoder_resync(&d), SPE_E_STATE, "resync after finish");
}

/* Offsets continue at another number although nothing is missing: no gap, no flag. This is not allowed inside a
 * record. */
static void test_set_offset(void)
{
    struct spe_decoder_stats stats;
    struct spe_record r;
    uint8_t bytes[72] = {0};
    spe_decoder d;
    put_slot(bytes); /* 64 bytes, and 8 of padding */
    memset(&d, 0, sizeof d);
    is(spe_decoder_set_offset(&d, 64), SPE_E_STATE, "set_offset before init");
    is(spe_decoder_set_offset(NULL, 64), SPE_E_ARG, "set_offset: NULL");
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, sizeof bytes);
    is(spe_decoder_set_offset(&d, 64), SPE_E_STATE, "set_offset before bytes are used up");
    ok(spe_decoder_next(&d, &r) == 1 && spe_decoder_next(&d, &r) == 0, "a record with padding after it");
    is(spe_decoder_set_offset(&d, 64), SPE_OK, "set_offset");
    for (size_t at = 0; at < 64; at += 4) {
        spe_decoder_feed(&d, bytes + at, 4);
        is(spe_decoder_next(&d, &r), at == 60, "... a record in pieces");
        is(spe_decoder_set_offset(&d, 1000), at == 60 ? SPE_OK : SPE_E_STATE, "... inside which it is rejected");
    }
    ok(r.offset == 64 && r.flags == 0, "... has the given offset");
    spe_decoder_feed(&d, bytes, 64);
    ok(spe_decoder_next(&d, &r) == 1 && r.offset == 1000 && r.flags == 0, "... and so has the next");
    ok(spe_decoder_get_stats(&d, &stats) == SPE_OK && stats.gaps == 0 && stats.records == 3 && stats.bytes == 200,
       "no gap is counted");
    spe_decoder_next(&d, &r);
    spe_decoder_finish(&d, &r);
    is(spe_decoder_set_offset(&d, 0), SPE_E_STATE, "set_offset after finish");
}

int main(void)
{
    test_resync();
    test_set_offset();
    test_resync_first();
    test_resync_calls();
    test_calls();
    test_every_cut();
    test_dropped();
    test_learning_stays();
    test_parts();
    return tap_done();
}
