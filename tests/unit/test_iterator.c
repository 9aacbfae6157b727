/* SPDX-License-Identifier: MIT */
/* The walk over packets: every byte of a buffer, and of a record, is in one packet; a last packet that is cut off
 * differs from the end. */
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "tap.h"

static uint8_t bytes[4000];

/* Random bytes, compared with spe_packet_decode() alone. */
static void test_buffers(void)
{
    int bad = 0;
    for (int run = 0; run < 2000; run++) {
        const size_t len = random_below(200);
        const uint64_t base = random_below(2) ? random_u64() : 0;
        spe_packet_iterator it;
        struct spe_packet want, got;
        size_t at = 0;
        random_stream(bytes, len);
        bad += spe_packet_iterator_init(&it, bytes, len, base) != SPE_OK;
        bad += spe_packet_iterator_offset(&it) != base || spe_packet_iterator_left(&it) != len;
        for (;;) {
            const int size = at == len ? 0 : spe_packet_decode(bytes + at, len - at, &want);
            memset(&got, 0x77, sizeof got);
            if (size == 0)
                want = got;
            bad += spe_packet_iterator_next(&it, &got) != size || memcmp(&got, &want, sizeof got) != 0;
            bad += spe_packet_iterator_offset(&it) != base + at;
            at += size > 0 ? (size_t)size : 0;
            bad += spe_packet_iterator_left(&it) != len - at;
            if (size <= 0)
                break;
        }
        const int again = spe_packet_iterator_next(&it, &got);
        bad += again != (at == len ? 0 : SPE_E_MORE) || spe_packet_iterator_left(&it) != len - at;
    }
    is(bad, 0, "any buffer: the packets, their offsets, the rest, and whether the last is cut off");
}

/* The packets of a record are those from its first to its last, wherever the record is in the bytes. */
static void test_records(void)
{
    int bad = 0, records = 0;
    for (int run = 0; run < 300; run++) {
        const uint64_t base = random_below(2) ? random_u64() : 0;
        struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
        struct spe_record r;
        spe_decoder d;
        random_stream(bytes, sizeof bytes);
        cfg.offset = base;
        spe_decoder_init(&d, &cfg);
        spe_decoder_feed(&d, bytes, sizeof bytes);
        while (spe_decoder_next(&d, &r) == 1 || spe_decoder_finish(&d, &r) == 1) {
            spe_packet_iterator it;
            struct spe_packet p = {0};
            uint64_t sum = 0;
            int size, is_first = 1, last = 0;
            const size_t front = random_below((unsigned)(r.offset - base) + 1); /* the bytes begin anywhere before it */
            const size_t behind = (size_t)(r.offset - base + r.size);
            const size_t end = behind + random_below((unsigned)(sizeof bytes - behind) + 1);
            bad += spe_packet_iterator_init_record(&it, bytes + front, end - front, base + front, &r) != SPE_OK;
            while ((size = spe_packet_iterator_next(&it, &p)) > 0) {
                bad += is_first && (spe_packet_iterator_offset(&it) != r.offset || p.type == SPE_PACKET_PADDING);
                bad += p.payload_size &&
                       memcmp(p.header, bytes + (spe_packet_iterator_offset(&it) - base), p.header_size) != 0;
                sum += (uint64_t)size;
                is_first = 0;
                last = p.type;
            }
            const int is_cut = (r.flags & SPE_RECORD_TRUNCATED) != 0;
            bad += !is_cut && (size != 0 || sum != r.size || (last != SPE_PACKET_END && last != SPE_PACKET_TIMESTAMP));
            bad += is_cut && sum + spe_packet_iterator_left(&it) != r.size;
            records++;
            if (is_cut)
                break;
        }
    }
    is(bad, 0, "any record: its packets, all of them");
    ok(records > 5000, "many records");
}

static void test_misuse(void)
{
    const struct spe_record r = {.offset = 100, .size = 10};
    spe_packet_iterator it;
    struct spe_packet p = {.payload = 7};
    memset(&it, 0, sizeof it);
    is(spe_packet_iterator_next(&it, &p), SPE_E_STATE, "next before init");
    ok(spe_packet_iterator_offset(&it) == 0 && spe_packet_iterator_left(&it) == 0, "... has no offset");
    ok(spe_packet_iterator_offset(NULL) == 0 && spe_packet_iterator_left(NULL) == 0, "nor is NULL");
    is(spe_packet_iterator_init(NULL, bytes, 9, 0), SPE_E_ARG, "init: NULL");
    is(spe_packet_iterator_init(&it, bytes, 9, 0), SPE_OK, "init");
    is(spe_packet_iterator_init(&it, NULL, 9, 0), SPE_E_ARG, "init: NULL bytes");
    is(spe_packet_iterator_next(&it, &p), SPE_E_STATE, "... is not a walk");
    is(spe_packet_iterator_init(&it, NULL, 0, 0), SPE_OK, "no bytes");
    is(spe_packet_iterator_next(&it, &p), 0, "... no packet");
    is(p.payload, 7, "... nothing is written");
    is(spe_packet_iterator_next(NULL, &p), SPE_E_ARG, "next: NULL");
    is(spe_packet_iterator_next(&it, NULL), SPE_E_ARG, "next: NULL packet");
    is(spe_packet_iterator_init_record(NULL, bytes, 50, 90, &r), SPE_E_ARG, "record: NULL");
    is(spe_packet_iterator_init_record(NULL, NULL, 0, 0, NULL), SPE_E_ARG, "record: all NULL");
    is(spe_packet_iterator_init_record(&it, NULL, 50, 90, &r), SPE_E_ARG, "record: NULL bytes");
    is(spe_packet_iterator_init_record(&it, bytes, 50, 90, NULL), SPE_E_ARG, "record: NULL record");
    const struct spe_record nothing = {.offset = 90};
    is(spe_packet_iterator_init_record(&it, NULL, 0, 90, &nothing), SPE_OK, "record: of no bytes");
    is(spe_packet_iterator_init_record(&it, NULL, 50, 90, &nothing), SPE_E_ARG, "... but the buffer's bytes are NULL");
    is(spe_packet_iterator_next(&it, &p), SPE_E_STATE, "... is no walk");
    is(spe_packet_iterator_init_record(&it, NULL, 0, 90, &nothing), SPE_OK, "NULL, and no bytes in the buffer");
    is(spe_packet_iterator_next(&it, &p), 0, "... no packet");
    is(spe_packet_iterator_init_record(&it, bytes, 20, 90, &r), SPE_OK, "the last bytes of the buffer");
    is(spe_packet_iterator_left(&it), 10, "... are ten");
    is(spe_packet_iterator_init_record(&it, bytes, 19, 90, &r), SPE_E_ARG, "one byte is missing");
    is(spe_packet_iterator_next(&it, &p), SPE_E_STATE, "... is not a walk");
    is(spe_packet_iterator_init_record(&it, bytes, 9, 90, &r), SPE_E_ARG, "it begins after them");
    is(spe_packet_iterator_init_record(&it, bytes, 50, 101, &r), SPE_E_ARG, "it begins before them");
    is(sizeof it, SPE_PACKET_ITERATOR_SIZE, "its published size");
}

int main(void)
{
    test_misuse();
    test_buffers();
    test_records();
    return tap_done();
}
