/* SPDX-License-Identifier: MIT */
/* Records to bytes: encoder layouts, configuration, rejected records, law 3 (fixed point). */
#include <libspe/spe.h>
#include <stddef.h>
#include <string.h>

#include "random.h"
#include "slot_record.h"
#include "tap.h"

static uint8_t buffer[1 << 16];

static int encode(const struct spe_record *record, const struct spe_encoder_config *cfg, size_t cap)
{
    spe_encoder e;
    if (spe_encoder_init(&e, buffer, cap, cfg) != SPE_OK)
        return -1000;
    const int written = spe_encoder_record(&e, record);
    return written == (int)spe_encoder_size(&e) || written < 0 ? written : -2000;
}

static int decode(struct spe_record *out, const uint8_t *bytes, size_t len)
{
    spe_decoder d;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    return spe_decoder_next(&d, out);
}

/* The record of the slot, whose sizes the encoder chooses. */
static struct spe_record load(void)
{
    struct spe_record r = slot_meaning;
    r.size = 0;
    r.events_size = r.data_source_size = 0;
    return r;
}

static void test_canonical(void)
{
    static const uint8_t want[] = {
        0x65, 0x80, 0x5f, 0,    0,    0x98, 12,   0,    0x99, 4,    0,    0x9a, 1,    0,    0xb0, 0xd0,
        0xc2, 0xa1, 0xed, 0x66, 0xba, 0xff, 0xc0, 0xb2, 0x28, 0x6b, 9,    3,    0x37, 0x0e, 0xff, 0,
        0x43, 8,    0x49, 0,    0x42, 0x16, 0x71, 0x2e, 0x65, 0x2f, 0x6a, 0x0a, 0,    0,    0,
    };
    const struct spe_record record = load();
    is(encode(&record, NULL, sizeof buffer), sizeof want, "canonical layout: size");
    ok(!memcmp(buffer, want, sizeof want), "canonical layout: the manual's order, byte for byte");
}

static void test_slots(void)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .layout = SPE_LAYOUT_SLOTS_64};
    struct spe_record record = load();
    is(encode(&record, &cfg, sizeof buffer), 64, "slots: 64 bytes");
    ok(!memcmp(buffer, slot_record, 64), "slots: as captured on a real core, byte for byte");
    record.present = SPE_HAS_EVENTS;
    is(encode(&record, &cfg, sizeof buffer), 64, "slots: End");
    ok(buffer[63] == 0x01 && buffer[21] == 0x52 && !buffer[55], "slots: End is in the last byte");
    record.present = SPE_HAS_CONTEXT_EL1 | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_PA;
    record.branch_target = record.data_pa = 1;
    encode(&record, &cfg, sizeof buffer);
    ok(buffer[9] == 0x64 && buffer[30] == 0xb1 && buffer[42] == 0xb3, "slots: the others' places");
}

static void test_slots_refusals(void)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .layout = SPE_LAYOUT_SLOTS_64};
    struct spe_record record = load();
    spe_encoder e;
    struct spe_packet p;
    record.present |= SPE_HAS_BRANCH_TARGET;
    is(encode(&record, &cfg, sizeof buffer), SPE_E_LAYOUT, "slots: a branch target and a data VA");
    record.present = SPE_HAS_PREV_BRANCH_TARGET;
    is(encode(&record, &cfg, sizeof buffer), SPE_E_LAYOUT, "slots: a previous branch target");
    record.present = SPE_HAS_ALT_ISSUE_LATENCY;
    is(encode(&record, &cfg, sizeof buffer), SPE_E_LAYOUT, "slots: an alternate clock issue latency");
    record = load();
    record.events = 0x10000;
    is(encode(&record, &cfg, sizeof buffer), SPE_E_RANGE, "slots: events of 17 bits");
    record = load();
    record.data_source = 256;
    is(encode(&record, &cfg, sizeof buffer), SPE_E_RANGE, "slots: a data source of 9 bits");
    record = load();
    spe_packet_build(SPE_PACKET_COUNTER, 6, 0, 1, 0, &p);
    spe_encoder_init(&e, buffer, sizeof buffer, &cfg);
    spe_encoder_packet(&e, &p);
    is(spe_encoder_record(&e, &record), SPE_E_STATE, "slots: packets before a record");
    const struct spe_encoder_config said = {.size = sizeof said,
                                            .layout = SPE_LAYOUT_SLOTS_64,
                                            .max_record_size = 64,
                                            .events_size = 2,
                                            .data_source_size = 1};
    is(encode(&record, &said, sizeof buffer), 64, "slots: their sizes may be configured");
}

static void test_sizes(void)
{
    struct spe_encoder_config cfg = {.size = sizeof cfg};
    struct spe_record record = {.present = SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE, .events = 2, .data_source = 8};
    is(encode(&record, NULL, 99), 2 + 2 + 1, "the smallest sizes, unless others are given");
    record.events_size = 4;
    record.data_source_size = 2;
    is(encode(&record, NULL, 99), 5 + 3 + 1, "the record's sizes");
    cfg.events_size = 8;
    cfg.data_source_size = 1;
    is(encode(&record, &cfg, 99), 9 + 2 + 1, "the configured sizes");
    ok(buffer[0] == 0x43 && buffer[2] == 0x72, "... and their headers");
    cfg.events_size = 1;
    record.events = 256;
    is(encode(&record, &cfg, 99), SPE_E_RANGE, "events that do not fit the configured size");
    record.events = 2;
    record.data_source = 256;
    is(encode(&record, &cfg, 99), SPE_E_RANGE, "a data source that does not fit the configured size");
    record.data_source_size = 4;
    is(encode(&record, NULL, 99), SPE_E_KIND, "a data source size that is reserved");
    record.data_source_size = 0;
    record.events_size = 3;
    is(encode(&record, NULL, 99), SPE_E_KIND, "an events size that does not exist");
    record.events_size = 16;
    is(encode(&record, NULL, 99), SPE_E_KIND, "an events size that is too large");
}

/* If no size is given, the smallest that holds the value is used. */
static void test_smallest_sizes(void)
{
    static const struct {
        uint64_t events;
        unsigned size;
    } cases[] = {{0, 1}, {0xff, 1}, {0x100, 2}, {0xffff, 2}, {0x10000, 4}, {0xffffffff, 4}, {UINT64_C(1) << 48, 8}};
    int bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spe_record record = load(), back;
        record.events = cases[i].events;
        record.data_source = (uint16_t)(cases[i].events & 0xffff);
        const int n = encode(&record, NULL, sizeof buffer);
        bad += n <= 0 || decode(&back, buffer, (size_t)n) != 1 || back.events_size != cases[i].size ||
               back.data_source_size != (record.data_source > 0xff ? 2 : 1) || back.events != record.events;
    }
    is(bad, 0, "events and data source take the smallest size");
}

static void test_counters(void)
{
    struct spe_encoder_config cfg = {.size = sizeof cfg, .counter_bits = 12};
    struct spe_record record = {.present = SPE_HAS_ISSUE_LATENCY, .issue_latency = 0xfff};
    is(encode(&record, &cfg, 99), 4, "12-bit counters hold 0xfff");
    record.issue_latency = 0x1000;
    is(encode(&record, &cfg, 99), SPE_E_RANGE, "and reject 0x1000");
    record.present = SPE_HAS_TOTAL_LATENCY;
    is(encode(&record, &cfg, 99), 4, "a counter that the record does not have is not checked");
    record.total_latency = 0x1000;
    is(encode(&record, &cfg, 99), SPE_E_RANGE, "total latency, too");
    record.present = SPE_HAS_TRANSLATION_LATENCY;
    record.translation_latency = 0x1000;
    is(encode(&record, &cfg, 99), SPE_E_RANGE, "translation latency, too");
    record.present = SPE_HAS_ALT_ISSUE_LATENCY;
    record.alt_issue_latency = 0x1000;
    is(encode(&record, &cfg, 99), SPE_E_RANGE, "alternate clock issue latency, too");
    record.present = SPE_HAS_ISSUE_LATENCY;
    cfg.counter_bits = 16;
    record.issue_latency = 0xffff;
    is(encode(&record, &cfg, 99), 4, "16-bit counters hold 0xffff");
}

static void test_terminator(void)
{
    struct spe_encoder_config cfg = {.size = sizeof cfg};
    struct spe_record record = {.present = SPE_HAS_EVENTS, .events = 2, .timestamp = 7};
    is(encode(&record, &cfg, 99), 3, "no timestamp: End");
    is(buffer[2], 0x01, "... 01");
    record.present |= SPE_HAS_END;
    is(encode(&record, &cfg, 99), 3, "End, said");
    record.present = SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP;
    is(encode(&record, &cfg, 99), 11, "a timestamp");
    is(buffer[2], 0x71, "... 71");
    record.present |= SPE_HAS_END;
    is(encode(&record, &cfg, 99), SPE_E_ARG, "both are rejected");
    cfg.terminator = SPE_TERMINATOR_END;
    record.present = SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP;
    is(encode(&record, &cfg, 99), 3, "always End leaves the timestamp out");
    cfg.terminator = SPE_TERMINATOR_TIMESTAMP;
    is(encode(&record, &cfg, 99), 11, "always Timestamp");
    record.present = SPE_HAS_EVENTS | SPE_HAS_END;
    is(encode(&record, &cfg, 99), SPE_E_LAYOUT, "... rejects a record without one");
}

static void test_extended(void)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .flags = SPE_ENCODE_EXTENDED};
    struct spe_record record = load(), back;
    is(encode(&record, &cfg, sizeof buffer), 47 + 5, "extended headers take a byte more each");
    ok(buffer[5] == 0x20 && buffer[6] == 0x98, "20 98");
    is(decode(&back, buffer, 52), 1, "they decode");
    ok(back.pc == record.pc && back.present == record.present && back.total_latency == 12, "to the same record");
    record.present |= SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_ALT_ISSUE_LATENCY;
    const int size = encode(&record, &cfg, sizeof buffer);
    spe_packet_iterator it;
    struct spe_packet p;
    int extended = 0, others = 0;
    spe_packet_iterator_init(&it, buffer, (size_t)size, 0);
    while (spe_packet_iterator_next(&it, &p) > 0) {
        const int may = p.type == SPE_PACKET_ADDRESS || p.type == SPE_PACKET_COUNTER;
        extended += may && p.header_size == 2 && p.header[0] == 0x20;
        others += (p.header_size == 2) != may;
    }
    ok(extended == 9 && !others, "every address and counter has one; nothing else has");
}

/* Every power of two: zeros fill up to the multiple, over several records. */
static void test_alignment(void)
{
    int bad = 0;
    for (uint32_t alignment = 1; alignment <= 2048; alignment *= 2) {
        const struct spe_encoder_config cfg = {.size = sizeof cfg, .alignment = alignment};
        const struct spe_record record = load();
        spe_encoder e;
        memset(buffer, 0xee, sizeof buffer);
        spe_encoder_init(&e, buffer, sizeof buffer, &cfg);
        const size_t step = (47 + alignment - 1) / alignment * alignment;
        for (size_t i = 1; i <= 5; i++) {
            bad += spe_encoder_record(&e, &record) != (int)step || spe_encoder_size(&e) != i * step;
            for (size_t k = 47; k < step; k++)
                bad += buffer[(i - 1) * step + k] != 0;
        }
        bad += buffer[5 * step + 128] != 0xee; /* past the room of one record: never written */
        /* the padding must fit, too */
        spe_encoder_init(&e, buffer, step - 1, &cfg);
        bad += spe_encoder_record(&e, &record) != SPE_E_SPACE;
    }
    is(bad, 0, "alignments from 1 to 2048");
}

static void test_space(void)
{
    int bad = 0;
    const struct spe_encoder_config slots = {.size = sizeof slots, .layout = SPE_LAYOUT_SLOTS_64};
    const struct spe_record record = load();
    for (int layout = 0; layout < 2; layout++) {
        const size_t need = layout ? 64 : 47;
        for (size_t cap = 0; cap <= need; cap++) {
            spe_encoder e;
            memset(buffer, 0xee, 128);
            spe_encoder_init(&e, buffer, cap, layout ? &slots : NULL);
            const int status = spe_encoder_record(&e, &record);
            bad += status != (cap < need ? SPE_E_SPACE : (int)need);
            for (size_t i = cap < need ? 0 : need; i < 128; i++)
                bad += buffer[i] != 0xee;
            bad += spe_encoder_status(&e) != (cap < need ? SPE_E_SPACE : SPE_OK);
        }
    }
    is(bad, 0, "a buffer that is too small, of any size, is rejected and unchanged");
}

static void test_sticky_and_restart(void)
{
    spe_encoder e;
    struct spe_record record = load();
    struct spe_packet end;
    spe_packet_build(SPE_PACKET_END, 0, 0, 0, 0, &end);
    spe_encoder_init(&e, buffer, 100, NULL);
    is(spe_encoder_record(&e, &record), 47, "one record");
    is(spe_encoder_record(&e, &record), 47, "two records");
    is(spe_encoder_record(&e, &record), SPE_E_SPACE, "no room for the third");
    is(spe_encoder_packet(&e, &end), SPE_E_SPACE, "the error sticks, though an End would fit");
    record.op_class = 3;
    is(spe_encoder_record(&e, &record), SPE_E_SPACE, "the first error");
    is(spe_encoder_size(&e), 94, "the buffer holds the two");
    is(spe_encoder_restart(&e, buffer, 100), SPE_OK, "restart");
    ok(spe_encoder_size(&e) == 0 && spe_encoder_status(&e) == SPE_OK, "empty, no error");
    is(spe_encoder_record(&e, &record), SPE_E_KIND, "records cannot have reserved classes");
    record = load();
    spe_encoder_restart(&e, buffer, 46);
    is(spe_encoder_record(&e, &record), SPE_E_SPACE, "restart: the new buffer is smaller");
    is(spe_encoder_restart(NULL, buffer, 1), SPE_E_ARG, "restart: NULL encoder");
    is(spe_encoder_restart(&e, NULL, 1), SPE_E_ARG, "restart: NULL buffer");
    is(spe_encoder_restart(&e, NULL, 0), SPE_OK, "restart: no buffer");
}

/* Only the records that cannot be encoded are rejected: the stream then has the good ones before and after them. */
static void test_refused(void)
{
    const struct spe_encoder_config cfg = {
        .size = sizeof cfg, .counter_bits = 12, .max_record_size = 60, .data_source_size = 1};
    struct spe_record good = load(), bad[5];
    struct spe_packet odd = {.header = {0x42}, .header_size = 2};
    spe_encoder e;
    for (size_t i = 0; i < 5; i++)
        bad[i] = good;
    bad[0].total_latency = 0x1000;                                        /* SPE_E_RANGE */
    bad[1].op_class = 3;                                                  /* SPE_E_KIND */
    bad[2].present |= SPE_HAS_BRANCH_TARGET | SPE_HAS_PREV_BRANCH_TARGET; /* SPE_E_LAYOUT: 65 bytes */
    bad[3].data_source = 0x100;                                           /* SPE_E_RANGE */
    bad[4].events_size = 3;                                               /* SPE_E_KIND */
    const int want[5] = {SPE_E_RANGE, SPE_E_KIND, SPE_E_LAYOUT, SPE_E_RANGE, SPE_E_KIND};
    int wrong = 0;
    spe_encoder_init(&e, buffer, sizeof buffer, &cfg);
    for (size_t i = 0; i < 5; i++) {
        wrong += spe_encoder_record(&e, &bad[i]) != want[i] || spe_encoder_status(&e) != SPE_OK;
        wrong += spe_encoder_size(&e) != i * 47 || spe_encoder_refused(&e) != i + 1;
        wrong += spe_encoder_record(&e, &good) != 47;
    }
    is(wrong, 0, "each invalid record is rejected by itself");
    is(spe_encoder_packet(&e, &odd), SPE_E_HEADER, "a packet that contradicts itself is rejected");
    ok(spe_encoder_refused(&e) == 6 && spe_encoder_record(&e, &good) == 47, "... alone");
    for (size_t i = 0; i < 6; i++)
        wrong += memcmp(buffer + 47 * i, buffer, 47) != 0;
    ok(wrong == 0 && spe_encoder_size(&e) == 6 * 47, "six good records are there");
    is(spe_encoder_restart(&e, buffer, 10), SPE_OK, "restart");
    is(spe_encoder_refused(&e), 6, "... goes on counting");
    ok(spe_encoder_refused(NULL) == 0, "NULL rejects nothing");
    is(spe_encoder_record(&e, NULL), SPE_E_ARG, "misuse sticks");
    ok(spe_encoder_record(&e, &good) == SPE_E_ARG && spe_encoder_status(&e) == SPE_E_ARG, "... until");
    spe_encoder_restart(&e, buffer, sizeof buffer);
    is(spe_encoder_record(&e, &good), 47, "... restart");
}

static void test_saturation(void)
{
    struct spe_encoder_config cfg = {.size = sizeof cfg, .counter_bits = 12, .flags = SPE_ENCODE_SATURATE};
    struct spe_record record = load(), back;
    record.present |= SPE_HAS_ALT_ISSUE_LATENCY;
    record.total_latency = 0x1000, record.issue_latency = 0xffff, record.translation_latency = 0xfff;
    record.alt_issue_latency = 0x1001;
    is(encode(&record, &cfg, sizeof buffer), 50, "large counters, saturating");
    is(decode(&back, buffer, 50), 1, "... decode");
    ok(back.total_latency == 0xfff && back.issue_latency == 0xfff && back.translation_latency == 0xfff &&
           back.alt_issue_latency == 0xfff,
       "... to the largest that 12 bits hold");
    record.issue_latency = 12, record.translation_latency = 34, record.alt_issue_latency = 56;
    encode(&record, &cfg, sizeof buffer);
    decode(&back, buffer, 50);
    ok(back.total_latency == 0xfff && back.issue_latency == 12 && back.translation_latency == 34 &&
           back.alt_issue_latency == 56,
       "... each counter by itself");
    record.issue_latency = 0xffff;
    cfg.counter_bits = 16;
    encode(&record, &cfg, sizeof buffer);
    decode(&back, buffer, 50);
    ok(back.total_latency == 0x1000 && back.issue_latency == 0xffff, "16 bits hold them all");
    int bad = 0;
    for (unsigned count = 0; count < 0x10000; count++) {
        record.total_latency = (uint16_t)count;
        cfg.counter_bits = 12;
        encode(&record, &cfg, sizeof buffer);
        decode(&back, buffer, 50);
        bad += back.total_latency != (count < 0xfff ? count : 0xfff);
    }
    is(bad, 0, "any count is written as a counter of 12 bits shows it");
}

/* Alignment is relative to the address of the buffer's first byte. */
static void test_offset(void)
{
    int bad = 0;
    for (uint64_t offset = 0; offset < 200; offset++) {
        const struct spe_encoder_config cfg = {
            .size = sizeof cfg, .alignment = 64, .offset = UINT64_C(0xffff000000000000) + offset};
        const struct spe_record record = load();
        spe_encoder e;
        spe_encoder_init(&e, buffer, sizeof buffer, &cfg);
        const int first = spe_encoder_record(&e, &record);
        bad += first < 47 || (offset + (unsigned)first) % 64 != 0 || first >= 47 + 64;
        bad += spe_encoder_record(&e, &record) != 64;
        spe_encoder_restart(&e, buffer, sizeof buffer);
        bad += spe_encoder_record(&e, &record) != 64;
    }
    is(bad, 0, "alignment counts from the first byte's address");
}

/* A long stream through a small buffer has the same bytes as one written at once, including alignment. */
static void test_small_buffer(void)
{
    static uint8_t all[4096], parts[4096];
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .alignment = 32};
    struct spe_record record = load();
    spe_encoder one, many;
    uint8_t small[70];
    size_t done = 0;
    spe_encoder_init(&one, all, sizeof all, &cfg);
    spe_encoder_init(&many, small, sizeof small, &cfg);
    for (unsigned i = 0; i < 40; i++) {
        record.present = i % 3 ? load().present : (uint32_t)SPE_HAS_EVENTS;
        spe_encoder_record(&one, &record);
        if (spe_encoder_record(&many, &record) != SPE_E_SPACE)
            continue;
        memcpy(parts + done, small, spe_encoder_size(&many));
        done += spe_encoder_size(&many);
        spe_encoder_restart(&many, small, sizeof small);
        spe_encoder_record(&many, &record);
    }
    memcpy(parts + done, small, spe_encoder_size(&many));
    done += spe_encoder_size(&many);
    ok(done == spe_encoder_size(&one) && !memcmp(all, parts, done), "a stream through a small buffer, restarted");
}

static void test_packets(void)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .alignment = 16, .max_record_size = 32};
    struct spe_packet impdef, end, padding, address;
    struct spe_record record = {.present = SPE_HAS_EVENTS, .events = 2}, back;
    spe_encoder e;
    spe_packet_build(SPE_PACKET_COUNTER, 6, 0, 5, 0, &impdef);
    spe_packet_build(SPE_PACKET_END, 0, 0, 0, 0, &end);
    spe_packet_build(SPE_PACKET_PADDING, 0, 0, 0, 0, &padding);
    spe_packet_build(SPE_PACKET_ADDRESS, 20, 0, 5, 0, &address);
    spe_encoder_init(&e, buffer, sizeof buffer, &cfg);
    is(spe_encoder_packet(&e, &impdef), 3, "a packet");
    is(spe_encoder_record(&e, &record), 13, "the record that it belongs to, padded");
    is(decode(&back, buffer, 16), 1, "they decode as one");
    ok(back.flags == SPE_RECORD_IMPDEF && back.size == 6, "record");
    is(spe_encoder_packet(&e, &padding), 1, "padding between records");
    is(spe_encoder_packet(&e, &end), 15, "a record of packets is padded after its end");
    is(spe_encoder_packet(&e, &address), 10, "10 of 32 bytes");
    is(spe_encoder_packet(&e, &address), 10, "20");
    is(spe_encoder_packet(&e, &address), 10, "30");
    is(spe_encoder_record(&e, &record), SPE_E_LAYOUT, "more than the largest record");
    spe_encoder_restart(&e, buffer, sizeof buffer);
    is(spe_encoder_packet(&e, &address), SPE_E_LAYOUT, "the record continues after a restart");
    spe_encoder_restart(&e, buffer, sizeof buffer);
    is(spe_encoder_packet(&e, &end), 1 + 1, "until its end: 31 bytes, and 1 of padding");
    for (int i = 0; i < 3; i++)
        is(spe_encoder_packet(&e, &address), 10, "and the next record starts at 0");
    spe_encoder_init(&e, buffer, 9, &cfg);
    is(spe_encoder_packet(&e, &address), SPE_E_SPACE, "a packet that does not fit");
    ok(spe_encoder_size(&e) == 0 && spe_encoder_refused(&e) == 0, "... is not written, and is not a rejected one");
    is(spe_encoder_packet(&e, NULL), SPE_E_SPACE, "... and sticks");
    spe_encoder_restart(&e, buffer, sizeof buffer);
    is(spe_encoder_packet(&e, NULL), SPE_E_ARG, "packet: NULL");
    is(spe_encoder_status(&e), SPE_E_ARG, "... sticks, too");
}

static void test_max_size(void)
{
    struct spe_encoder_config cfg = {.size = sizeof cfg, .max_record_size = 47};
    const struct spe_record record = load();
    is(encode(&record, &cfg, 99), 47, "a record of the largest size");
    cfg.max_record_size = 46;
    is(encode(&record, &cfg, 99), SPE_E_LAYOUT, "and one byte more");
    cfg.max_record_size = 2048;
    is(encode(&record, &cfg, 99), 47, "2048 may be configured");
    cfg.max_record_size = 0;
    spe_encoder e;
    struct spe_packet padding;
    int written = 1;
    spe_packet_build(SPE_PACKET_PADDING, 0, 0, 0, 0, &padding);
    spe_encoder_init(&e, buffer, sizeof buffer, NULL);
    spe_packet_build(SPE_PACKET_EVENTS, 0, 1, 0, 0, &padding);
    spe_encoder_packet(&e, &padding);
    spe_packet_build(SPE_PACKET_PADDING, 0, 0, 0, 0, &padding);
    for (int i = 2; i < 2048; i++)
        written &= spe_encoder_packet(&e, &padding) == 1;
    ok(written && spe_encoder_packet(&e, &padding) == SPE_E_LAYOUT, "padding within a record counts in its size");
}

static void test_misuse(void)
{
    spe_encoder e;
    struct spe_record record = load();
    struct spe_packet p;
    struct spe_encoder_config cfg = {.size = sizeof cfg};
    spe_packet_build(SPE_PACKET_END, 0, 0, 0, 0, &p);
    memset(&e, 0, sizeof e);
    is(spe_encoder_record(&e, &record), SPE_E_STATE, "record before init");
    is(spe_encoder_packet(&e, &p), SPE_E_STATE, "packet before init");
    is(spe_encoder_status(&e), SPE_E_STATE, "status before init");
    is(spe_encoder_restart(&e, buffer, 1), SPE_E_STATE, "restart before init");
    is(spe_encoder_size(&e), 0, "size before init");
    is(spe_encoder_record(NULL, &record), SPE_E_ARG, "record: NULL encoder");
    is(spe_encoder_packet(NULL, &p), SPE_E_ARG, "packet: NULL encoder");
    is(spe_encoder_status(NULL), SPE_E_ARG, "status: NULL");
    is(spe_encoder_size(NULL), 0, "size: NULL");
    is(spe_encoder_init(NULL, buffer, 1, NULL), SPE_E_ARG, "init: NULL encoder");
    is(spe_encoder_init(&e, NULL, 1, NULL), SPE_E_ARG, "init: NULL buffer");
    is(spe_encoder_init(&e, NULL, 0, NULL), SPE_OK, "init: no buffer");
    is(spe_encoder_record(&e, NULL), SPE_E_ARG, "record: NULL");
    record.present = UINT32_C(1) << 5;
    is(encode(&record, NULL, 99), SPE_E_ARG, "an unknown present bit");
    cfg.size = 31;
    is(spe_encoder_init(&e, buffer, 1, &cfg), SPE_E_CONFIG, "config: too short");
    is(spe_encoder_status(&e), SPE_E_STATE, "... and the encoder is not usable");
    const struct {
        struct spe_encoder_config cfg;
        const char *member;
    } bad[] = {
        {{.size = 32, .flags = 4}, "flags"},
        {{.size = 32, .alignment = 24}, "alignment"},
        {{.size = 32, .alignment = 4096}, "alignment"},
        {{.size = 32, .max_record_size = 2049}, "max_record_size"},
        {{.size = 32, .layout = 2}, "layout"},
        {{.size = 32, .terminator = 3}, "terminator"},
        {{.size = 32, .events_size = 3}, "events_size"},
        {{.size = 32, .events_size = 16}, "events_size"},
        {{.size = 32, .data_source_size = 4}, "data_source_size"},
        {{.size = 32, .counter_bits = 13}, "counter_bits"},
        {{.size = 32, .reserved = {[1] = 1}}, "reserved"},
        {{.size = 32, .layout = 1, .flags = 1}, "flags"},
        {{.size = 32, .layout = 1, .events_size = 1}, "events_size"},
        {{.size = 32, .layout = 1, .events_size = 4}, "events_size"},
        {{.size = 32, .layout = 1, .data_source_size = 2}, "data_source_size"},
        {{.size = 32, .layout = 1, .max_record_size = 63}, "max_record_size"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ok(spe_encoder_init(&e, buffer, 1, &bad[i].cfg) == SPE_E_CONFIG &&
               !strcmp(spe_encoder_config_problem(&bad[i].cfg), bad[i].member),
           bad[i].member);
    is(strcmp(spe_encoder_config_problem(&cfg), "size"), 0, "size, too");
    const struct spe_encoder_config start = SPE_ENCODER_CONFIG_INIT;
    ok(!spe_encoder_config_problem(&start) && !spe_encoder_config_problem(NULL), "the defaults are valid");
    is(sizeof(spe_encoder), SPE_ENCODER_SIZE, "an encoder has its published size");
}

static void test_record_packet(void)
{
    struct spe_record record = load();
    struct spe_packet p;
    is(spe_record_packet(&record, SPE_HAS_PC, &p), 9, "the packet of a field");
    ok(p.type == SPE_PACKET_ADDRESS && p.index == 0 && p.payload == record.pc, "PC");
    is(spe_record_packet(&record, SPE_HAS_OPERATION, &p), 2, "the operation");
    is(p.index, SPE_CLASS_LOAD_STORE, "... has its class");
    record.events = 0x12;
    record.events_size = 4;
    is(spe_record_packet(&record, SPE_HAS_EVENTS, &p), 5, "events of the record's own size");
    record.events_size = 0;
    is(spe_record_packet(&record, SPE_HAS_EVENTS, &p), 2, "... and of the least size, if the record has none");
    record.present |= SPE_HAS_END;
    is(spe_record_packet(&record, SPE_HAS_END, &p), 1, "the end of a record");
    is(spe_record_packet(&record, SPE_HAS_DATA_PA, &p), SPE_E_ARG, "a field that is not there");
    is(spe_record_packet(&record, SPE_HAS_PC | SPE_HAS_EVENTS, &p), SPE_E_ARG, "two fields");
    is(spe_record_packet(&record, 0, &p), SPE_E_ARG, "no field");
    is(spe_record_packet(NULL, SPE_HAS_PC, &p), SPE_E_ARG, "NULL record");
    is(spe_record_packet(&record, SPE_HAS_PC, NULL), SPE_E_ARG, "NULL packet");
    record.present = UINT32_C(1) << 31 | UINT32_C(1) << 5;
    is(spe_record_packet(&record, UINT32_C(1) << 31, &p), SPE_E_ARG, "a bit without a field");
    is(spe_record_packet(&record, UINT32_C(1) << 5, &p), SPE_E_ARG, "a gap");
    record = load();
    record.op_class = 32;
    is(spe_record_packet(&record, SPE_HAS_OPERATION, &p), SPE_E_KIND, "class 32");
    record.op_class = 3;
    is(spe_record_packet(&record, SPE_HAS_OPERATION, &p), SPE_E_KIND, "a reserved class");
    record.data_source_size = 4;
    is(spe_record_packet(&record, SPE_HAS_DATA_SOURCE, &p), SPE_E_KIND, "a data source of four bytes");
}

static void test_record_extra(void)
{
    static const uint8_t bytes[] = {0x9e, 5,    0,                      /* counter 6 */
                                    0x98, 1,    0, 0x00,                /* the total latency, padding */
                                    0xb7, 1,    2, 3,    4, 5, 6, 7, 8, /* address 7 */
                                    0x66, 9,    0, 0,    0,             /* a reserved context */
                                    0x02, 0x9f, 1};                     /* unknown; cut off */
    static const struct {
        int size;
        size_t at; /* the position afterwards */
        unsigned type, index;
        uint64_t payload;
    } want[] = {{3, 3, SPE_PACKET_COUNTER, 6, 5},
                {9, 16, SPE_PACKET_ADDRESS, 7, UINT64_C(0x0807060504030201)},
                {5, 21, SPE_PACKET_CONTEXT, 2, 9},
                {1, 22, SPE_PACKET_UNKNOWN, 0, 0},
                {0, 22, SPE_PACKET_UNKNOWN, 0, 0}};
    struct spe_record record = {.size = sizeof bytes, .flags = SPE_RECORD_UNKNOWN};
    struct spe_packet p;
    size_t at = 0;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        is(spe_record_extra(&record, bytes, sizeof bytes, &at, &p), want[i].size, "a packet that no member holds");
        ok(at == want[i].at && p.type == want[i].type && p.index == want[i].index && p.payload == want[i].payload,
           "... and the position after it");
    }
    is(spe_record_extra(&record, bytes, sizeof bytes - 1, &at, &p), SPE_E_MORE, "not all bytes");
    is(spe_record_extra(&record, NULL, 0, &at, &p), SPE_E_MORE, "no bytes");
    is(spe_record_extra(&record, NULL, 1, &at, &p), SPE_E_ARG, "NULL bytes");
    is(spe_record_extra(NULL, bytes, sizeof bytes, &at, &p), SPE_E_ARG, "NULL record");
    is(spe_record_extra(&record, bytes, sizeof bytes, NULL, &p), SPE_E_ARG, "NULL position");
    is(spe_record_extra(&record, bytes, sizeof bytes, &at, NULL), SPE_E_ARG, "NULL packet");
    at = sizeof bytes;
    is(spe_record_extra(&record, bytes, sizeof bytes, &at, &p), 0, "nothing follows the record");
    record.flags = SPE_RECORD_REPEATED;
    at = 0;
    is(spe_record_extra(&record, NULL, 0, &at, &p), 0, "a record that its members hold");
}

static uint32_t random_present(void)
{
    const uint32_t all = SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA |
                         SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |
                         SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_CONTEXT_EL1 |
                         SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE;
    const uint32_t terminator = random_below(2) ? SPE_HAS_TIMESTAMP : SPE_HAS_END;
    return ((uint32_t)random_u64() & all) | terminator;
}

static struct spe_record random_record(int slots)
{
    struct spe_record r;
    random_bytes((uint8_t *)&r, sizeof r);
    r.present = random_present();
    if (slots)
        r.present &= ~(SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_ALT_ISSUE_LATENCY |
                       (random_below(2) ? SPE_HAS_DATA_VA : SPE_HAS_BRANCH_TARGET));
    r.op_class %= 3;
    r.events_size = slots ? 2 : (uint8_t)(1u << random_below(4));
    r.data_source_size = slots ? 1 : (uint8_t)(1u << random_below(2));
    r.events &= r.events_size == 8 ? UINT64_MAX : (UINT64_C(1) << r.events_size * 8) - 1;
    r.data_source &= r.data_source_size == 1 ? 0xff : 0xffff;
    return r;
}

/* What remains of a record after it is encoded and decoded: only what `present` names. */
static struct spe_record expected(const struct spe_record *r)
{
    static const struct {
        uint32_t has;
        size_t at, size;
    } fields[] = {
#define FIELD(HAS, name) {HAS, offsetof(struct spe_record, name), sizeof(((struct spe_record *)0)->name)}
        FIELD(SPE_HAS_PC, pc),
        FIELD(SPE_HAS_BRANCH_TARGET, branch_target),
        FIELD(SPE_HAS_DATA_VA, data_va),
        FIELD(SPE_HAS_DATA_PA, data_pa),
        FIELD(SPE_HAS_PREV_BRANCH_TARGET, prev_branch_target),
        FIELD(SPE_HAS_TIMESTAMP, timestamp),
        FIELD(SPE_HAS_EVENTS, events),
        FIELD(SPE_HAS_EVENTS, events_size),
        FIELD(SPE_HAS_CONTEXT_EL1, context_el1),
        FIELD(SPE_HAS_CONTEXT_EL2, context_el2),
        FIELD(SPE_HAS_TOTAL_LATENCY, total_latency),
        FIELD(SPE_HAS_ISSUE_LATENCY, issue_latency),
        FIELD(SPE_HAS_TRANSLATION_LATENCY, translation_latency),
        FIELD(SPE_HAS_ALT_ISSUE_LATENCY, alt_issue_latency),
        FIELD(SPE_HAS_DATA_SOURCE, data_source),
        FIELD(SPE_HAS_DATA_SOURCE, data_source_size),
        FIELD(SPE_HAS_OPERATION, op_class),
        FIELD(SPE_HAS_OPERATION, op_payload),
    };
    struct spe_record e = {.present = r->present};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (r->present & fields[i].has)
            memcpy((uint8_t *)&e + fields[i].at, (const uint8_t *)r + fields[i].at, fields[i].size);
    return e;
}

static int same_meaning(struct spe_record a, struct spe_record b)
{
    a.offset = b.offset = a.size = b.size = 0;
    a.flags = b.flags = 0;
    return !memcmp(&a, &b, sizeof a);
}

static void test_fixed_point(void)
{
    int bad = 0;
    for (int i = 0; i < 300000; i++) {
        const int slots = (int)random_below(2);
        struct spe_encoder_config cfg = {.size = sizeof cfg, .layout = (uint8_t)slots};
        cfg.alignment = 1u << random_below(8);
        cfg.flags = slots ? 0 : random_below(2);
        const struct spe_record record = random_record(slots);
        struct spe_record back;
        const int size = encode(&record, &cfg, sizeof buffer);
        bad += size <= 0 || decode(&back, buffer, (size_t)size) != 1 || !same_meaning(back, expected(&record));
        bad += (back.flags & ~(SPE_RECORD_RESERVED_VALUE | SPE_RECORD_NO_EVENTS)) != 0;
    }
    is(bad, 0, "decode(encode(record)) == record, for 300,000 random records in both layouts");
}

static void test_any_bytes_fixed_point(void)
{
    static uint8_t bytes[4096], again[16384];
    int bad = 0, records = 0;
    for (int round = 0; round < 1000; round++) {
        spe_decoder d;
        spe_encoder e;
        struct spe_record r, back;
        random_stream(bytes, sizeof bytes);
        spe_decoder_init(&d, NULL);
        spe_decoder_feed(&d, bytes, sizeof bytes);
        while (spe_decoder_next(&d, &r) == 1) {
            spe_encoder_init(&e, again, sizeof again, NULL);
            const int size = spe_encoder_record(&e, &r);
            bad += size <= 0 || decode(&back, again, (size_t)size) != 1 || !same_meaning(back, r);
            records++;
        }
    }
    is(bad, 0, "random bytes: decode -> encode -> decode gives the same records");
    ok(records > 10000, "and those were many");
}

int main(void)
{
    test_canonical();
    test_slots();
    test_slots_refusals();
    test_sizes();
    test_smallest_sizes();
    test_counters();
    test_terminator();
    test_extended();
    test_alignment();
    test_space();
    test_sticky_and_restart();
    test_refused();
    test_saturation();
    test_offset();
    test_small_buffer();
    test_packets();
    test_max_size();
    test_misuse();
    test_record_packet();
    test_record_extra();
    test_fixed_point();
    test_any_bytes_fixed_point();
    return tap_done();
}
