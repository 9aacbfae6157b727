/* SPDX-License-Identifier: MIT */
/* Streaming: records, offsets, flags, statistics, law 4 (chunks do not matter), finish, resynchronisation, misuse. */
#include <libspe/spe.h>
#include <stddef.h>
#include <string.h>

#define MANY 4096
#include "outcome.h"
#include "random.h"
#include "slot_record.h"
#include "tap.h"

/* Feeds a stream in chunks of next_size(state) bytes. */
static void run(struct outcome *o, const struct spe_decoder_config *cfg, const uint8_t *bytes, size_t len,
                size_t (*next_size)(size_t at, size_t left))
{
    spe_decoder d;
    clear(o);
    failed |= spe_decoder_init(&d, cfg) != SPE_OK;
    for (size_t at = 0; at < len;) {
        size_t n = next_size(at, len - at);
        n = n < len - at ? n : len - at;
        /* a copy that is freed afterwards: the decoder may use only what it has copied itself */
        static uint8_t chunk[1 << 16];
        memcpy(chunk, bytes + at, n);
        failed |= spe_decoder_feed(&d, chunk, n) != SPE_OK;
        drain(&d, o);
        memset(chunk, 0xdd, n);
        at += n;
    }
    o->truncated = spe_decoder_finish(&d, &o->records[o->count]);
    o->count += o->truncated == 1;
    failed |= o->truncated < 0 || spe_decoder_finish(&d, &o->records[0]) != 0 ||
              spe_decoder_next(&d, &o->records[0]) != 0 || spe_decoder_feed(&d, bytes, len) != SPE_E_STATE;
    failed |= spe_decoder_get_stats(&d, &o->stats) != SPE_OK;
}

static size_t whole(size_t at, size_t left)
{
    (void)at;
    return left;
}

static size_t bytewise(size_t at, size_t left)
{
    (void)at, (void)left;
    return 1;
}

static size_t split_at;

static size_t two_parts(size_t at, size_t left)
{
    return at < split_at ? split_at - at : left;
}

static size_t random_sizes(size_t at, size_t left)
{
    (void)at, (void)left;
    return random_below(40); /* 0 included */
}

static int same(const struct outcome *a, const struct outcome *b)
{
    return a->count == b->count && a->truncated == b->truncated && !memcmp(&a->stats, &b->stats, sizeof a->stats) &&
           !memcmp(a->records, b->records, a->count * sizeof a->records[0]);
}

/* Every byte is in a record, in padding between records, or skipped. */
static int adds_up(const struct outcome *o, const uint8_t *bytes, size_t len, uint64_t base)
{
    uint64_t at = base, in_records = 0, between = 0;
    for (size_t i = 0; i < o->count; i++) {
        if (o->records[i].offset < at)
            return 0;
        for (uint64_t k = at; k < o->records[i].offset; k++)
            between += bytes[k - base] == 0;
        in_records += o->records[i].size;
        at = o->records[i].offset + o->records[i].size;
    }
    if (o->stats.skipped)
        return o->stats.bytes == len && in_records + o->stats.skipped <= len;
    for (uint64_t k = at; k < base + len; k++)
        between += bytes[k - base] == 0;
    return o->stats.bytes == len && in_records + between == len;
}

static struct outcome a, b;

static void test_one_record(void)
{
    run(&a, NULL, slot_record, sizeof slot_record, whole);
    ok(a.count == 1 && !a.truncated && !memcmp(&a.records[0], &slot_meaning, sizeof slot_meaning),
       "a record, field by field");
    is(a.stats.packets[SPE_PACKET_PADDING], 16, "its padding is counted");
    ok(a.stats.packets[SPE_PACKET_COUNTER] == 3 && a.stats.packets[SPE_PACKET_ADDRESS] == 2 &&
           a.stats.packets[SPE_PACKET_TIMESTAMP] == 1 && a.stats.records == 1 && a.stats.bytes == 64,
       "and its packets");
}

/* One record with all fields, each at its widest. */
static void test_all_fields(void)
{
    const uint8_t bytes[] = {
        0x64, 1,    2,    3,    4,    0x65, 5, 6, 7,    8,    0x98, 0x11, 0x12, 0x99, 0x21, 0x22, 0x9a, 0x31,
        0x32, 0x9c, 0x41, 0x42, 0xb0, 1,    1, 1, 1,    1,    1,    1,    0xc0, 0xb1, 2,    2,    2,    2,
        2,    2,    2,    0x80, 0xb2, 3,    3, 3, 3,    3,    3,    3,    0xff, 0xb3, 4,    4,    4,    4,
        4,    4,    4,    0x80, 0xb4, 5,    5, 5, 5,    5,    5,    5,    0xa0, 0x53, 0x51, 0x52, 0x4a, 0x1f,
        0x72, 1,    2,    3,    0x83, 0,    0, 7, 0x80, 0x71, 8,    7,    6,    5,    4,    3,    2,    1,
    };
    const struct spe_record want = {
        .size = sizeof bytes,
        .pc = UINT64_C(0xc001010101010101),
        .branch_target = UINT64_C(0x8002020202020202),
        .data_va = UINT64_C(0xff03030303030303),
        .data_pa = UINT64_C(0x8004040404040404),
        .prev_branch_target = UINT64_C(0xa005050505050505),
        .timestamp = UINT64_C(0x0102030405060708),
        .events = UINT64_C(0x8007000083030201),
        .present = SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET |
                   SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY |
                   SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION |
                   SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE | SPE_HAS_TIMESTAMP,
        .context_el1 = 0x04030201,
        .context_el2 = 0x08070605,
        .total_latency = 0x1211,
        .issue_latency = 0x2221,
        .translation_latency = 0x3231,
        .alt_issue_latency = 0x4241,
        .data_source = 0x5251,
        .op_class = SPE_CLASS_BRANCH,
        .op_payload = 0x1f,
        .events_size = 8,
        .data_source_size = 2,
    };
    run(&a, NULL, bytes, sizeof bytes, whole);
    ok(a.count == 1 && !memcmp(&a.records[0], &want, sizeof want),
       "a record with every field, each as wide as it can be");
}

/* One odd packet in an otherwise good record: the flags and counters that follow from it. */
static void test_flags(void)
{
    static const struct {
        const char *name;
        uint8_t bytes[24];
        size_t len;
        uint32_t flags;
        unsigned unknown, reserved_headers, reserved_values, impdef, repeated;
    } cases[] = {
        {"nothing odd", {0x52, 2, 0, 0x01}, 4, 0, 0, 0, 0, 0, 0},
        {"unknown header", {0x52, 2, 0, 0x50, 1, 2, 0x01}, 7, SPE_RECORD_UNKNOWN, 1, 0, 0, 0, 0},
        {"unknown extended header", {0x52, 2, 0, 0x24, 0x98, 1, 2, 0x01}, 8, SPE_RECORD_UNKNOWN, 1, 0, 0, 0, 0},
        {"the old alignment packet", {0x52, 2, 0, 0x22, 0, 0, 0, 0, 0x01}, 9, SPE_RECORD_UNKNOWN, 1, 0, 0, 0, 0},
        {"reserved class", {0x52, 2, 0, 0x4b, 0, 0x01}, 6, SPE_RECORD_RESERVED_HEADER, 0, 1, 0, 0, 0},
        {"reserved size", {0x52, 2, 0, 0x63, 1, 2, 3, 4, 0x01}, 9, SPE_RECORD_RESERVED_HEADER, 0, 1, 0, 0, 0},
        {"reserved counter", {0x52, 2, 0, 0x21, 0x9f, 1, 2, 0x01}, 8, SPE_RECORD_RESERVED_HEADER, 0, 1, 0, 0, 0},
        {"reserved operation", {0x52, 2, 0, 0x49, 0x24, 0x01}, 6, SPE_RECORD_RESERVED_VALUE, 0, 0, 1, 0, 0},
        {"IMPDEF counter", {0x52, 2, 0, 0x9e, 1, 2, 0x01}, 7, SPE_RECORD_IMPDEF, 0, 0, 0, 1, 0},
        {"repeated counter", {0x52, 2, 0, 0x98, 1, 0, 0x98, 2, 0, 0x01}, 10, SPE_RECORD_REPEATED, 0, 0, 0, 0, 1},
        {"repeated, long and short",
         {0x52, 2, 0, 0x20, 0x98, 1, 0, 0x98, 2, 0, 0x01},
         11,
         SPE_RECORD_REPEATED,
         0,
         0,
         0,
         0,
         1},
        {"two operations", {0x52, 2, 0, 0x48, 0, 0x4a, 0, 0x4a, 1, 0x01}, 10, SPE_RECORD_REPEATED, 0, 0, 0, 0, 2},
        {"no events", {0x98, 1, 0, 0x01}, 4, SPE_RECORD_NO_EVENTS, 0, 0, 0, 0, 0},
        {"nothing but an end", {0x01}, 1, SPE_RECORD_NO_EVENTS, 0, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(&a, NULL, cases[i].bytes, cases[i].len, whole);
        const struct spe_decoder_stats *s = &a.stats;
        ok(a.count == 1 && a.records[0].flags == cases[i].flags && s->packets[SPE_PACKET_UNKNOWN] == cases[i].unknown &&
               s->reserved_headers == cases[i].reserved_headers && s->reserved_values == cases[i].reserved_values &&
               s->impdef == cases[i].impdef && s->repeated == cases[i].repeated && a.records[0].size == cases[i].len,
           cases[i].name);
    }
    run(&a, NULL, cases[9].bytes, cases[9].len, whole);
    is(a.records[0].total_latency, 2, "of repeated packets the last is kept");
}

static void test_over_long(void)
{
    static uint8_t bytes[2100];
    struct spe_decoder_config cfg = {.size = sizeof cfg};
    memset(bytes, 0, sizeof bytes);
    bytes[0] = 0x42;
    bytes[1] = 2;
    bytes[2047] = 0x01;
    run(&a, NULL, bytes, 2048, whole);
    ok(a.count == 1 && a.records[0].size == 2048 && !a.records[0].flags && !a.stats.over_long, "2 KiB is not too long");
    bytes[2047] = 0;
    bytes[2048] = 0x01;
    run(&a, NULL, bytes, 2049, whole);
    ok(a.count == 1 && a.records[0].size == 2049 && a.records[0].flags == SPE_RECORD_OVER_LONG &&
           a.stats.over_long == 1,
       "2 KiB and a byte is too long: it is flagged, and complete");
    cfg.max_record_size = 64;
    run(&a, &cfg, slot_record, 64, whole);
    ok(!a.records[0].flags, "64 bytes of at most 64");
    cfg.max_record_size = 63;
    run(&a, &cfg, slot_record, 64, whole);
    ok(a.records[0].flags == SPE_RECORD_OVER_LONG, "64 bytes of at most 63");
}

static void test_offsets(void)
{
    uint8_t bytes[64 * 3 + 5] = {0};
    struct spe_decoder_config cfg = {.size = sizeof cfg, .offset = UINT64_C(0xfffffffffffffff0)};
    for (int i = 0; i < 3; i++)
        memcpy(bytes + 5 + 64 * i, slot_record, 64);
    run(&a, NULL, bytes, sizeof bytes, whole);
    ok(a.count == 3 && a.records[0].offset == 5 && a.records[1].offset == 69 && a.records[2].offset == 133, "offsets");
    is(a.stats.packets[SPE_PACKET_PADDING], 5 + 3 * 16, "padding between records is counted");
    run(&a, &cfg, bytes, sizeof bytes, whole);
    ok(a.count == 3 && a.records[0].offset == UINT64_C(0xfffffffffffffff5) && a.records[1].offset == 53,
       "offsets from any start, around 2^64");
    ok(a.stats.bytes == sizeof bytes, "bytes are counted from the first fed byte");
}

static void test_finish(void)
{
    run(&a, NULL, slot_record, 0, whole);
    ok(a.count == 0 && a.truncated == 0, "an empty stream has no record");
    run(&a, NULL, slot_record + 9, 5, whole);
    ok(a.count == 0 && a.truncated == 0, "a stream of padding has no record");
    int bad = 0;
    for (size_t len = 1; len < 64; len++) {
        /* padding after its last packet is not part of it */
        const size_t size = len > 53 && len <= 55 ? 53 : len > 42 && len <= 51 ? 42 : len > 9 && len <= 14 ? 9 : len;
        run(&a, NULL, slot_record, len, whole);
        bad += a.truncated != 1 || a.count != 1 || a.records[0].size != size || a.records[0].offset != 0 ||
               !(a.records[0].flags & SPE_RECORD_TRUNCATED) || a.stats.bytes != len ||
               !adds_up(&a, slot_record, len, 0);
    }
    is(bad, 0, "a record cut at each byte is delivered, flagged, with all its bytes");
    run(&a, NULL, slot_record, 5, whole);
    ok(a.records[0].present == 0 && a.stats.truncated == 5, "a record cut inside its first packet");
    run(&a, NULL, slot_record, 60, whole);
    ok((a.records[0].present & SPE_HAS_DATA_VA) && !(a.records[0].present & SPE_HAS_TIMESTAMP) &&
           a.stats.truncated == 5,
       "a record cut inside its Timestamp");
}

static void test_splits(void)
{
    uint8_t bytes[150];
    int bad = 0;
    memcpy(bytes, slot_record, 64);
    memset(bytes + 64, 0, 10);
    memcpy(bytes + 74, slot_record, 64);
    memcpy(bytes + 138, slot_record, 12);
    run(&a, NULL, bytes, sizeof bytes, whole);
    for (split_at = 0; split_at <= sizeof bytes; split_at++) {
        run(&b, NULL, bytes, sizeof bytes, two_parts);
        bad += !same(&a, &b);
    }
    is(bad, 0, "cut in two at every byte: the same records, offsets, flags and statistics");
    run(&b, NULL, bytes, sizeof bytes, bytewise);
    ok(same(&a, &b), "fed byte by byte: the same");
}

static void test_random_splits(int resync)
{
    static uint8_t bytes[3000];
    int bad = 0, unbalanced = 0;
    uint64_t records = 0, gaps = 0;
    for (int round = 0; round < 3000; round++) {
        struct spe_decoder_config cfg = {.size = sizeof cfg, .offset = random_u64() >> random_below(64)};
        const size_t len = random_below(sizeof bytes);
        if (resync) {
            cfg.flags = SPE_DECODE_RESYNC;
            cfg.alignment = random_below(2) ? 1u << random_below(12) : 0;
            cfg.max_record_size = random_below(200);
        }
        random_stream(bytes, len);
        for (size_t at = random_below(200); at + 64 < len && random_below(20); at += 64 + random_below(3))
            memcpy(bytes + at, slot_record, 64);
        run(&a, &cfg, bytes, len, whole);
        run(&b, &cfg, bytes, len, random_sizes);
        bad += !same(&a, &b);
        run(&b, &cfg, bytes, len, bytewise);
        bad += !same(&a, &b);
        unbalanced += !adds_up(&a, bytes, len, cfg.offset);
        records += a.count;
        gaps += a.stats.gaps;
    }
    is(bad, 0, resync ? "random streams, resynchronising: chunk-blind" : "random streams: chunks make no difference");
    is(unbalanced, 0, "... and every byte is accounted for");
    ok(records > (resync ? 3000 : 10000) && (!resync || gaps > 1000), "... over many records (and gaps)");
    diag("%llu records, %llu gaps", (unsigned long long)records, (unsigned long long)gaps);
}

/* Damage in the middle of a stream of slots: the alignment brings the decoder back at the next slot. */
static void test_resync(void)
{
    uint8_t bytes[64 * 6];
    struct spe_decoder_config cfg = {.size = sizeof cfg, .flags = SPE_DECODE_RESYNC, .alignment = 64};
    for (int i = 0; i < 6; i++)
        memcpy(bytes + 64 * i, slot_record, 64);
    run(&a, &cfg, bytes, sizeof bytes, whole);
    ok(a.count == 6 && !a.stats.skipped && !a.stats.gaps, "an intact stream loses nothing");
    bytes[64 * 2 + 19] = 0x05; /* an unknown header for the operation type */
    run(&a, &cfg, bytes, sizeof bytes, whole);
    ok(a.count == 5 && a.stats.skipped == 64 && a.stats.gaps == 1, "one damaged slot costs one record");
    ok(a.records[1].flags == 0 && a.records[2].flags == SPE_RECORD_AFTER_GAP && a.records[2].offset == 192,
       "the record after it is flagged");
    run(&a, &cfg, bytes + 64 * 2 + 30, 64 * 4 - 30, whole);
    ok(a.count == 0 && a.stats.gaps == 1, "with a wrong alignment no record starts right");
    cfg.offset = 64 * 2 + 30;
    run(&a, &cfg, bytes + 64 * 2 + 30, 64 * 4 - 30, whole);
    ok(a.count == 3 && a.records[0].offset == 192 && a.stats.skipped == 34, "cut at the front: the next slot is found");
    cfg.alignment = 0;
    cfg.offset = 0;
    run(&a, &cfg, bytes + 64 * 3 + 2, 64 * 3 - 2, whole);
    ok(a.count >= 2 && a.records[a.count - 1].offset == 126, "without an alignment, a record is found again");
    run(&a, NULL, bytes + 64 * 3 + 2, 64 * 3 - 2, whole);
    ok(a.stats.skipped == 0, "without the option nothing is skipped");
}

/* Which complete records are implausible (D17.6): on any core, and on one that samples instructions. */
static void test_plausible(void)
{
    enum { NEVER, MICRO_OPS, ALWAYS };
    static const struct {
        const char *name;
        uint8_t bytes[32];
        size_t len;
        int kept;
    } cases[] = {
        {"retired with PC, operation and total latency",
         {0x42, 2, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x48, 0, 0x98, 1, 0, 0x01},
         17,
         ALWAYS},
        {"retired without PC", {0x42, 2, 0x48, 0, 0x98, 1, 0, 0x01}, 8, MICRO_OPS},
        {"retired without operation", {0x42, 2, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x98, 1, 0, 0x01}, 15, MICRO_OPS},
        {"retired without latency", {0x42, 2, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x48, 0, 0x01}, 14, ALWAYS},
        {"not retired", {0x42, 0, 0x01}, 3, ALWAYS},
        {"retired with an exception", {0x42, 3, 0x01}, 3, ALWAYS},
        {"no events", {0x98, 1, 0, 0x01}, 4, NEVER},
        {"reserved header", {0x42, 0, 0x4b, 0, 0x01}, 5, NEVER},
        {"unknown header", {0x42, 0, 0x02, 0x01}, 4, NEVER},
        {"reserved value", {0x42, 0, 0x49, 0x24, 0x01}, 5, ALWAYS},
        {"IMPDEF counter", {0x42, 0, 0x9e, 1, 1, 0x01}, 6, ALWAYS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int bad = 0;
        for (int arch_inst = 0; arch_inst < 2; arch_inst++) {
            const struct spe_decoder_config cfg = {.size = sizeof cfg,
                                                   .flags = SPE_DECODE_RESYNC | (arch_inst ? SPE_DECODE_ARCH_INST : 0)};
            const int kept = cases[i].kept == ALWAYS || (cases[i].kept == MICRO_OPS && !arch_inst);
            run(&a, &cfg, cases[i].bytes, cases[i].len, whole);
            bad += (int)a.count != kept || a.stats.skipped != (kept ? 0 : cases[i].len);
        }
        is(bad, 0, cases[i].name);
    }
}

/* Records that cannot be real: too long, or not aligned. */
static void test_places(void)
{
    static const uint8_t record[] = {0x42, 2, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x48, 0, 0x98, 1, 0, 0x01};
    static const uint8_t small[] = {0x42, 0, 0x01};
    struct spe_decoder_config cfg = {.size = sizeof cfg, .flags = SPE_DECODE_RESYNC};
    cfg.max_record_size = 17;
    run(&a, &cfg, record, sizeof record, whole);
    ok(a.count == 1 && !a.records[0].flags, "the largest record");
    cfg.max_record_size = 16;
    run(&a, &cfg, record, sizeof record, whole);
    ok(a.count == 0 && a.stats.gaps == 1, "longer");
    cfg.max_record_size = 0;
    cfg.alignment = 2;
    cfg.offset = 1;
    run(&a, &cfg, small, sizeof small, whole);
    is(a.count, 0, "not aligned, to two bytes");
    cfg.offset = 2;
    run(&a, &cfg, small, sizeof small, whole);
    is(a.count, 1, "aligned, to two bytes");
}

/* A record after a gap has the gap's flag in addition to its other flags. */
static void test_flags_after_gap(void)
{
    static const uint8_t odd[] = {0x42, 2, 0x9e, 1, 1, 0x01};
    spe_decoder d;
    struct spe_record r;
    spe_decoder_init(&d, NULL);
    spe_decoder_gap(&d, 100, &r);
    spe_decoder_feed(&d, odd, sizeof odd);
    is(spe_decoder_next(&d, &r), 1, "a record after a gap");
    is(r.flags, SPE_RECORD_AFTER_GAP | SPE_RECORD_IMPDEF, "... with another flag, too");
}

/* A slot that differs in one bit from three before it: the result must be that of a new decoder, which has learned
 * nothing. */
static void test_one_bit(void)
{
    static uint8_t bytes[64 * 4 + 80];
    const struct spe_decoder_config cfg = {.size = sizeof cfg, .offset = 192};
    int bad = 0;
    for (unsigned bit = 0; bit < 8 * sizeof slot_record; bit++) {
        memset(bytes, 0, sizeof bytes);
        for (int i = 0; i < 4; i++)
            memcpy(bytes + 64 * i, slot_record, 64);
        bytes[192 + bit / 8] ^= (uint8_t)(1 << bit % 8);
        run(&a, NULL, bytes, sizeof bytes, whole);
        run(&b, &cfg, bytes + 192, sizeof bytes - 192, whole);
        bad += a.count != b.count + 3 || memcmp(a.records + 3, b.records, b.count * sizeof b.records[0]) != 0;
    }
    is(bad, 0, "every bit of a learned layout is compared");
}

/* A struct of a later version: larger, and zero in members that this version does not know. */
static void test_later_config(void)
{
    union {
        struct spe_decoder_config config;
        uint8_t bytes[513];
    } later;
    spe_decoder d;
    memset(&later, 0, sizeof later);
    later.config.size = 512;
    is(spe_decoder_init(&d, &later.config), SPE_OK, "a configuration of 512 bytes");
    later.bytes[511] = 1;
    is(spe_decoder_init(&d, &later.config), SPE_E_CONFIG, "... the last byte is checked");
    is(strcmp(spe_decoder_config_problem(&later.config), "reserved"), 0, "... and reported as wrong");
    later.config.flags = 1u << 31;
    is(strcmp(spe_decoder_config_problem(&later.config), "reserved"), 0, "... before an unknown flag is");
    later.config.flags = 0;
    later.bytes[511] = 0;
    later.config.size = 513;
    is(spe_decoder_init(&d, &later.config), SPE_E_CONFIG, "one of 513 bytes");
    is(strcmp(spe_decoder_config_problem(&later.config), "size"), 0, "... is not accepted");
}

/* A packet occurs twice: the end between the two was lost, and the second begins another record. */
static void test_lost_end(void)
{
    const struct spe_decoder_config cfg = {.size = sizeof cfg, .flags = SPE_DECODE_RESYNC};
    uint8_t bytes[128];
    memcpy(bytes, slot_record, 39); /* up to its data address */
    memcpy(bytes + 39, slot_record, 64);
    run(&a, &cfg, bytes, 103, whole);
    ok(a.count == 1 && a.records[0].offset == 39 && a.records[0].flags == SPE_RECORD_AFTER_GAP &&
           a.stats.skipped == 39 && a.stats.gaps == 1 && a.stats.repeated == 1,
       "if a record is cut off before a complete one, only the first is lost");
    run(&b, &cfg, bytes, 103, bytewise);
    ok(same(&a, &b), "byte by byte, too");
}

/* Slots that begin with padding instead of their PC (D17.6.2 allows it), and places where no record begins. */
static void test_room(void)
{
    struct spe_decoder_config cfg = {.size = sizeof cfg, .flags = SPE_DECODE_RESYNC, .alignment = 64};
    uint8_t bytes[64 * 4];
    for (int i = 0; i < 4; i++)
        memcpy(bytes + 64 * i, slot_record, 64);
    memset(bytes, 0, 14);
    memset(bytes + 128, 0, 14);
    cfg.max_record_size = 64;
    run(&a, &cfg, bytes, sizeof bytes, whole);
    ok(a.count == 4 && !a.stats.gaps && !a.stats.skipped, "slots without a PC are records");
    ok(a.records[0].offset == 14 && a.records[2].offset == 142, "... from their first packet on");
    run(&b, &cfg, bytes, sizeof bytes, bytewise);
    ok(same(&a, &b), "byte by byte, too");
    cfg.offset = 5; /* its slot's first bytes were not seen */
    run(&a, &cfg, bytes + 5, sizeof bytes - 5, whole);
    ok(a.count == 3 && a.records[0].offset == 64, "the record may have begun before the stream");
    cfg.offset = 0;
    memset(bytes + 192, 0, 64);
    memcpy(bytes + 192, (uint8_t[]){0x42, 0, 1}, 3); /* two in one slot */
    memcpy(bytes + 210, (uint8_t[]){0x42, 0, 1}, 3);
    run(&a, &cfg, bytes, 256, whole);
    ok(a.count == 4 && a.records[3].offset == 192 && a.stats.skipped == 256 - 210 && a.stats.gaps == 1,
       "no aligned place, no record");
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes + 60, (uint8_t[]){0x52, 2, 0, 0, 1}, 5);
    run(&a, &cfg, bytes, 128, whole);
    ok(a.count == 0 && a.stats.skipped == 128 - 60, "padding counts in the record's length");
}

static void test_misuse(void)
{
    spe_decoder d;
    struct spe_record r;
    struct spe_decoder_stats s;
    struct spe_decoder_config cfg = {.size = sizeof cfg};
    memset(&d, 0, sizeof d);
    is(spe_decoder_feed(&d, "x", 1), SPE_E_STATE, "feed before init");
    is(spe_decoder_next(&d, &r), SPE_E_STATE, "next before init");
    is(spe_decoder_finish(&d, &r), SPE_E_STATE, "finish before init");
    is(spe_decoder_get_stats(&d, &s), SPE_E_STATE, "stats before init");
    is(spe_decoder_init(NULL, NULL), SPE_E_ARG, "init: NULL");
    is(spe_decoder_init(&d, NULL), SPE_OK, "init");
    is(spe_decoder_feed(NULL, "x", 1), SPE_E_ARG, "feed: NULL decoder");
    is(spe_decoder_feed(&d, NULL, 1), SPE_E_ARG, "feed: NULL bytes");
    is(spe_decoder_feed(&d, NULL, 0), SPE_OK, "feed: nothing");
    is(spe_decoder_next(NULL, &r), SPE_E_ARG, "next: NULL decoder");
    is(spe_decoder_next(&d, NULL), SPE_E_ARG, "next: NULL record");
    is(spe_decoder_finish(&d, NULL), SPE_E_ARG, "finish: NULL record");
    is(spe_decoder_finish(NULL, &r), SPE_E_ARG, "finish: NULL decoder");
    is(spe_decoder_get_stats(&d, NULL), SPE_E_ARG, "stats: NULL");
    is(spe_decoder_get_stats(NULL, &s), SPE_E_ARG, "stats: NULL decoder");
    is(spe_decoder_feed(&d, slot_record, 64), SPE_OK, "feed a record");
    is(spe_decoder_feed(&d, slot_record, 64), SPE_E_STATE, "feed again before it is used up");
    is(spe_decoder_finish(&d, &r), SPE_E_STATE, "finish before it is used up");
    is(spe_decoder_next(&d, &r), 1, "the record is still there");
    is(spe_decoder_next(&d, &r), 0, "and only once");
    uint8_t two[128];
    memcpy(two, slot_record, 64);
    memcpy(two + 64, slot_record, 64);
    spe_decoder_feed(&d, two, sizeof two);
    is(spe_decoder_next(&d, &r), 1, "the first of two");
    is(spe_decoder_get_stats(&d, &s), SPE_OK, "statistics between records");
    ok(s.bytes == 128 && s.records == 2 && s.packets[SPE_PACKET_TIMESTAMP] == 2, "they count the used bytes");
    is(spe_decoder_next(&d, &r), 1, "the second of two");
    cfg.size = 31;
    is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: too short");
    is(spe_decoder_next(&d, &r), SPE_E_STATE, "... and the decoder is not usable");
    cfg.size = 0;
    is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: no size");
    cfg = (struct spe_decoder_config){.size = sizeof cfg, .flags = 4};
    is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: unknown flag");
    cfg = (struct spe_decoder_config){.size = sizeof cfg, .alignment = 3};
    is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: alignment 3");
    cfg = (struct spe_decoder_config){.size = sizeof cfg, .alignment = 4096};
    is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: alignment 4096");
    cfg = (struct spe_decoder_config){.size = sizeof cfg, .reserved = {1}};
    is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: last reserved byte");
    cfg = (struct spe_decoder_config){.size = sizeof cfg};
    for (size_t i = 0; i < sizeof cfg.reserved; i++) {
        ((uint8_t *)cfg.reserved)[i] = 1;
        is(spe_decoder_init(&d, &cfg), SPE_E_CONFIG, "config: a reserved byte");
        ((uint8_t *)cfg.reserved)[i] = 0;
    }
    struct {
        struct spe_decoder_config known;
        uint64_t unknown;
    } longer = {.known = {.size = sizeof longer}};
    is(spe_decoder_init(&d, &longer.known), SPE_OK, "config: a longer one whose tail is zero");
    longer.unknown = 1;
    is(spe_decoder_init(&d, &longer.known), SPE_E_CONFIG, "config: a longer one whose tail is not");
    longer.known.size = UINT32_MAX;
    is(spe_decoder_init(&d, &longer.known), SPE_E_CONFIG, "config: an impossible size");
    ok(sizeof(spe_decoder) == SPE_DECODER_SIZE && sizeof(struct spe_record) == 128 &&
           sizeof(struct spe_decoder_stats) == 256,
       "structs have their published sizes");
}

/* At the end of a damaged stream, and around offset 2^64. */
static void test_resync_ends(void)
{
    static const uint8_t unaligned[] = {0xb0};
    static const uint8_t repeated[] = {0x42, 0x00, 0x42, 0x00};
    static const uint8_t cut[3000] = {0x52, 0x02, 0x00, 0xb0}; /* Events, PC, then padding */
    const struct spe_decoder_config padded = {.size = sizeof padded, .flags = SPE_DECODE_RESYNC};
    struct spe_decoder_config cfg = {.size = sizeof cfg, .flags = SPE_DECODE_RESYNC, .alignment = 64, .offset = 3};
    uint8_t bytes[64 * 3 + 3] = {0x02};
    run(&a, &cfg, unaligned, sizeof unaligned, whole);
    ok(a.count == 0 && a.stats.skipped == 1, "a truncated, implausible record is skipped");
    cfg.offset = 0;
    run(&a, &cfg, unaligned, sizeof unaligned, whole);
    ok(a.count == 1 && a.truncated && !a.stats.skipped, "a plausible one is delivered");
    run(&a, &cfg, repeated, sizeof repeated, whole);
    ok(a.count == 0 && a.stats.skipped == 4, "repeated packets off the alignment are implausible");
    run(&a, &padded, cut, sizeof cut, whole);
    ok(a.count == 1 && a.truncated && a.records[0].size == 12 && !a.stats.skipped,
       "... padding after it, however much, does not make it implausible");
    for (size_t i = 0; i < 3; i++)
        memcpy(bytes + 3 + 64 * i, slot_record, 64);
    cfg.offset = UINT64_MAX - 2;
    run(&a, &cfg, bytes, sizeof bytes, whole);
    ok(a.count == 3 && a.stats.skipped == 3 && a.records[0].offset == 0, "the search crosses offset 2^64");
    run(&b, &cfg, bytes, sizeof bytes, bytewise);
    ok(same(&a, &b), "byte by byte, too");
}

/* Two decoders, with interleaved calls. */
static void test_two_streams(void)
{
    static spe_decoder x, y;
    struct spe_record r, q;
    spe_decoder_init(&x, NULL);
    spe_decoder_init(&y, NULL);
    int bad = 0;
    for (size_t i = 0; i < 64; i++) {
        bad += spe_decoder_feed(&x, slot_record + i, 1) != SPE_OK || spe_decoder_next(&x, &r) != (i == 63);
        if (i < 63)
            bad += spe_decoder_feed(&y, slot_record + i, 1) != SPE_OK || spe_decoder_next(&y, &q) != 0;
    }
    is(bad, 0, "two streams do not affect each other");
    is(spe_decoder_finish(&y, &q), 1, "the one that was cut");
    ok(q.pc == r.pc && (q.flags & SPE_RECORD_TRUNCATED) && !r.flags, "both have their record");
}

/* Batches of every size, in turn with single records, give the same records. */
static void test_batches(void)
{
    static uint8_t bytes[64 * 40];
    static struct spe_record batch[16];
    static spe_decoder d;
    int bad = 0;
    for (size_t i = 0; i < 40; i++)
        memcpy(bytes + 64 * i, slot_record, 64);
    run(&a, NULL, bytes, sizeof bytes, whole);
    for (size_t size = 0; size <= 16; size++) {
        size_t done = 0;
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, bytes, sizeof bytes);
        while (done < 40) {
            memset(batch, 0x77, sizeof batch);
            const size_t n = spe_decoder_next_batch(&d, batch, size);
            bad += n > size || (size && n < size && done + n != 40) ||
                   memcmp(batch, &a.records[done], n * sizeof *batch) != 0;
            bad += n < 16 && ((uint8_t *)&batch[n])[0] != 0x77;
            done += n;
            if (done < 40 && spe_decoder_next(&d, &batch[0]) == 1)
                bad += memcmp(&batch[0], &a.records[done++], sizeof *batch) != 0;
        }
        bad += spe_decoder_next_batch(&d, batch, 16) != 0;
    }
    is(bad, 0, "batches and single records in any order");
    memset(&d, 0, sizeof d);
    ok(!spe_decoder_next_batch(&d, batch, 1) && !spe_decoder_next_batch(NULL, batch, 1) &&
           !spe_decoder_next_batch(&d, NULL, 1),
       "no batch without a decoder or room");
}

int main(void)
{
    test_batches();
    test_one_record();
    test_all_fields();
    test_flags();
    test_over_long();
    test_offsets();
    test_finish();
    test_splits();
    test_random_splits(0);
    test_random_splits(1);
    test_resync();
    test_plausible();
    test_lost_end();
    test_room();
    test_places();
    test_flags_after_gap();
    test_one_bit();
    test_later_config();
    test_resync_ends();
    test_misuse();
    test_two_streams();
    ok(!failed, "no call returned anything undocumented");
    return tap_done();
}
