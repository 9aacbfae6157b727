/* SPDX-License-Identifier: MIT */
/*
 * Bytes become a record and an encoder's configuration. An encoded record must decode to the same record, in both
 * layouts. Only invalid records are rejected, and every buffer that is too small. Also, for any bytes, decoding,
 * encoding and decoding again must give the same records.
 */
#include <libspe/spe.h>
#include <string.h>

#include "fuzz.h"

static struct spe_encoder_config take_config(struct spe_gen_source *t)
{
    const uint8_t a = (uint8_t)spe_gen_take(t, 1), b = (uint8_t)spe_gen_take(t, 1);
    struct spe_encoder_config cfg = {.size = sizeof cfg};
    cfg.layout = a & 1;
    cfg.alignment = a & 2 ? 1u << (b % 12) : 0;
    cfg.offset = a & 8 ? UINT64_MAX - b : 0;
    cfg.terminator = (uint8_t)((a >> 2) % 3);
    cfg.counter_bits = a & 0x10 ? 12 : 0;
    if (cfg.layout == SPE_LAYOUT_CANONICAL) {
        cfg.flags = a >> 5 & 1;
        cfg.events_size = a & 0x40 ? (uint8_t)(1u << (b & 3)) : 0;
        cfg.data_source_size = a & 0x80 ? (uint8_t)(1u << (b & 1)) : 0;
    }
    cfg.flags |= b & 0x80 ? SPE_ENCODE_SATURATE : 0;
    return cfg;
}

static int decode_one(const uint8_t *bytes, size_t len, struct spe_record *out)
{
    static spe_decoder d;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    return spe_decoder_next(&d, out);
}

/* Keeps only members that `present` names and that belong to the record's meaning. */
static struct spe_record meaning(struct spe_record r)
{
    spe_encoder e;
    uint8_t bytes[256];
    struct spe_record back;
    memset(&back, 0, sizeof back);
    r.events_size = r.data_source_size = 0; /* the configuration may have given them more */
    r.present &= ~(uint32_t)(r.present & SPE_HAS_TIMESTAMP ? SPE_HAS_END : 0);
    spe_encoder_init(&e, bytes, sizeof bytes, NULL);
    if (spe_encoder_record(&e, &r) > 0)
        decode_one(bytes, spe_encoder_size(&e), &back);
    back.offset = back.size = 0;
    back.flags = 0;
    return back;
}

static void check_equal(const struct spe_record *in, const struct spe_record *out, const struct spe_encoder_config *cfg)
{
    struct spe_record wanted = *in;
    uint16_t *const counters[] = {&wanted.total_latency, &wanted.issue_latency, &wanted.translation_latency,
                                  &wanted.alt_issue_latency};
    for (size_t i = 0; cfg->counter_bits == 12 && i < 4; i++) /* larger ones were rejected, unless they saturate */
        *counters[i] = *counters[i] > 0xfff ? 0xfff : *counters[i];
    struct spe_record a = meaning(wanted), b = *out;
    b.offset = b.size = 0;
    b.flags = 0;
    if (cfg->terminator == SPE_TERMINATOR_END && (a.present & SPE_HAS_TIMESTAMP)) {
        a.present ^= SPE_HAS_TIMESTAMP | SPE_HAS_END;
        a.timestamp = 0;
    }
    if (a.present & SPE_HAS_EVENTS)
        a.events_size = b.events_size;
    if (a.present & SPE_HAS_DATA_SOURCE)
        a.data_source_size = b.data_source_size;
    CHECK(!memcmp(&a, &b, sizeof a));
}

static void check_encode(const struct spe_record *r, const struct spe_encoder_config *cfg)
{
    spe_encoder e;
    struct spe_record back;
    uint8_t *room = guarded_end(1, 4096);
    CHECK(spe_encoder_init(&e, room, 4096, cfg) == SPE_OK);
    const int size = spe_encoder_record(&e, r);
    CHECK(spe_encoder_size(&e) == (size_t)(size < 0 ? 0 : size));
    CHECK(spe_encoder_status(&e) == (size < 0 && !SPE_IS_NOT_ENCODABLE(size) ? size : SPE_OK));
    CHECK(spe_encoder_refused(&e) == SPE_IS_NOT_ENCODABLE(size));
    if (size < 0) {
        const struct spe_record end = {.present = cfg->terminator == SPE_TERMINATOR_TIMESTAMP ? SPE_HAS_TIMESTAMP : 0};
        CHECK((spe_encoder_record(&e, &end) > 0) == SPE_IS_NOT_ENCODABLE(size));
        return;
    }
    CHECK(decode_one(room, (size_t)size, &back) == 1);
    check_equal(r, &back, cfg);
    CHECK(!cfg->alignment || (cfg->offset + (unsigned)size) % cfg->alignment == 0);
    for (int cap = 0; cap < size; cap += 1 + cap / 16) {
        uint8_t *small = guarded_end(2, (size_t)cap);
        CHECK(spe_encoder_init(&e, small, (size_t)cap, cfg) == SPE_OK);
        CHECK(spe_encoder_record(&e, r) == SPE_E_SPACE && spe_encoder_record(&e, r) == SPE_E_SPACE);
        CHECK(spe_encoder_size(&e) == 0);
        CHECK(spe_encoder_restart(&e, room, 4096) == SPE_OK && spe_encoder_record(&e, r) == size);
        CHECK(!spe_encoder_refused(&e));
    }
}

static void check_fixed_point(const uint8_t *bytes, size_t len)
{
    static spe_decoder d;
    static char text[SPE_RECORD_TEXT_MAX];
    struct spe_record r, back;
    uint8_t again[256];
    spe_encoder e;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, len);
    while (spe_decoder_next(&d, &r) == 1) {
        spe_encoder_init(&e, again, sizeof again, NULL);
        CHECK(spe_encoder_record(&e, &r) > 0 && decode_one(again, spe_encoder_size(&e), &back) == 1);
        const int n = spe_record_text(&r, NULL, text, sizeof text);
        CHECK(n >= 0 && n < SPE_RECORD_TEXT_MAX);
        r.offset = r.size = back.offset = back.size = 0;
        r.flags = back.flags = 0;
        CHECK(!memcmp(&r, &back, sizeof r));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct spe_gen_source t = {data, size, 0};
    const struct spe_encoder_config cfg = take_config(&t);
    const struct spe_record r = spe_gen_any_record(&t);
    check_encode(&r, &cfg);
    const uint8_t *bytes = guarded_input(data, &size);
    check_fixed_point(bytes, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return fuzz_mutate(data, size, max, seed, 0);
}
