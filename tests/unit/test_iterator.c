/* SPDX-License-Identifier: MIT */
/* The walk over packets: every byte of a buffer is in one packet; a packet that is cut off differs from the end. */
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
        bad += spe_packet_iterator_offset(&it) != base;
        for (;;) {
            const int size = at == len ? 0 : spe_packet_decode(bytes + at, len - at, &want);
            memset(&got, 0x77, sizeof got);
            if (size == 0)
                want = got;
            bad += spe_packet_iterator_next(&it, &got) != size || memcmp(&got, &want, sizeof got) != 0;
            bad += spe_packet_iterator_offset(&it) != base + at;
            at += size > 0 ? (size_t)size : 0;
            if (size <= 0)
                break;
        }
        const int again = spe_packet_iterator_next(&it, &got);
        bad += again != (at == len ? 0 : SPE_E_MORE);
    }
    is(bad, 0, "any buffer: the packets, their offsets, and whether the last is cut off");
}

static void test_misuse(void)
{
    spe_packet_iterator it;
    struct spe_packet p = {.payload = 7};
    memset(&it, 0, sizeof it);
    is(spe_packet_iterator_next(&it, &p), SPE_E_STATE, "next before init");
    is(spe_packet_iterator_offset(&it), 0, "... has no offset");
    is(spe_packet_iterator_offset(NULL), 0, "nor is NULL");
    is(spe_packet_iterator_init(NULL, bytes, 9, 0), SPE_E_ARG, "init: NULL");
    is(spe_packet_iterator_init(&it, bytes, 9, 0), SPE_OK, "init");
    is(spe_packet_iterator_init(&it, NULL, 9, 0), SPE_E_ARG, "init: NULL bytes");
    is(spe_packet_iterator_next(&it, &p), SPE_E_STATE, "... is not a walk");
    is(spe_packet_iterator_init(&it, NULL, 0, 0), SPE_OK, "no bytes");
    is(spe_packet_iterator_next(&it, &p), 0, "... no packet");
    is(p.payload, 7, "... nothing is written");
    is(spe_packet_iterator_next(NULL, &p), SPE_E_ARG, "next: NULL");
    is(spe_packet_iterator_next(&it, NULL), SPE_E_ARG, "next: NULL packet");
    is(sizeof it, SPE_PACKET_ITERATOR_SIZE, "its published size");
}

int main(void)
{
    test_misuse();
    test_buffers();
    return tap_done();
}
