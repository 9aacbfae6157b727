/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: packets. For any bytes and any length up to 12 (a packet has 10 at most), and for any struct at all, no
 * undefined behaviour in spe_packet_decode, _size, _encode, _build.
 */
#include <libspe/spe.h>

#include "any.h"

#define LENGTH 12
#ifdef BROKEN /* prove/run: is a fault seen? */
#define ROOM (LENGTH - 3)
#else
#define ROOM LENGTH
#endif

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
    spe_packet_build(&packet, any_u32(), any_u32(), any_u32(), any_u64(), any_u32());
    return 0;
}
