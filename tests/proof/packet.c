/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: packets. For any bytes and any length up to 12 (a packet has 10 at most), and for any struct at all,
 * no undefined behaviour in spe_packet_decode, _size, _encode, _build; addresses built from any numbers; the walk over
 * packets from any place in the bytes.
 *
 * EVA folders: base packet table
 * EVA precision: 1
 */
#include <libspe/spe.h>

#include "any.h"

#define LENGTH 12
#ifdef BROKEN /* tests/proof/run: is a fault seen? */
#define ROOM (LENGTH - 3)
#else
#define ROOM LENGTH
#endif

/* The walk, by induction: from each place in the bytes a step leads to another (spe_packet_decode() gives no more than
 * is there). */
static void walk(uint8_t *bytes, size_t room)
{
    spe_packet_iterator it = {{0}};
    struct spe_packet packet;
    spe_packet_iterator_next(&it, &packet); /* never begun */
    /*@ loop unroll 14; */
    for (size_t at = 0; at <= room; at++) {
        /*@ loop unroll 256; */
        for (unsigned header = 0; header < 256; header++) {
            if (at < room)
                bytes[at] = (uint8_t)header;
            spe_packet_iterator_init(&it, bytes + at, room - at, any_u64());
            spe_packet_iterator_next(&it, &packet);
            spe_packet_iterator_offset(&it);
        }
    }
}

static void build_addresses(void)
{
    uint64_t payload;
    spe_address_build_pc(any_u64(), any_u32(), any_u32(), &payload);
    spe_address_build_va(any_u64(), any_u32(), &payload);
    spe_address_build_pa(any_u64(), any_u32(), any_u32(), any_u32(), &payload);
}

int main(void)
{
    uint8_t bytes[ROOM];
    struct spe_packet packet, any;
    any_bytes(bytes, sizeof bytes);
    any_bytes(&any, sizeof any);
    const size_t len = any_size(LENGTH);
    spe_packet_size(bytes, len);
    if (spe_packet_decode(bytes, len, &packet) > 0)
        spe_packet_encode(&packet, bytes, any_size(LENGTH));
    spe_packet_encode(&any, bytes, any_size(LENGTH));
    spe_packet_build(any_u32(), any_u32(), any_u32(), any_u64(), any_u32(), &packet);
#ifndef BROKEN
    walk(bytes, sizeof bytes);
    build_addresses();
#endif
    return 0;
}
