/* SPDX-License-Identifier: MIT */
/* Every packet type that perf 6.1 knows, with every INDEX, payload and bit. */
#ifndef PACKETS_H
#define PACKETS_H

#include "random.h"
#include "stream.h"

static void put_padding(unsigned n)
{
    while (n--)
        put(SPE_PACKET_PADDING, 0, 0, 0, 0);
}

static void put_addresses_and_counters(void)
{
    for (unsigned flags = 0; flags <= SPE_BUILD_EXTENDED; flags++) {
        for (unsigned index = 0; index < 32; index++) {
            for (unsigned i = 0; i < 4; i++)
                put(SPE_PACKET_ADDRESS, index, 0, random_u64(), flags);
            put(SPE_PACKET_COUNTER, index, 0, random_below(65536), flags);
            end();
        }
    }
    for (unsigned top = 0; top < 256; top++) {
        for (unsigned index = 0; index < 5; index++)
            put(SPE_PACKET_ADDRESS, index, 0, (uint64_t)top << 56 | (random_u64() & 0xffffffffffff), 0);
        end();
    }
}

static void put_events(void)
{
    for (unsigned size = 1; size <= 8; size *= 2) {
        put(SPE_PACKET_EVENTS, 0, size, 0, 0);
        for (unsigned bit = 0; bit < size * 8; bit++)
            put(SPE_PACKET_EVENTS, 0, size, UINT64_C(1) << bit, 0);
        end();
    }
    for (unsigned i = 0; i < 4096; i++) { /* any of bits 0 to 11, 17 and 18 together, with some of the others */
        put(SPE_PACKET_EVENTS, 0, 4, i | (i & 6) << 16 | (random_u64() & random_u64() & random_u64() & 0xfff9f000), 0);
        end();
    }
}

static void put_all(void)
{
    put_addresses_and_counters();
    put_events();
    for (unsigned op_class = 0; op_class < 4; op_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            put(SPE_PACKET_OPERATION, op_class, 0, payload, 0);
            end();
        }
    }
    for (unsigned index = 0; index < 4; index++)
        put(SPE_PACKET_CONTEXT, index, 0, random_u64() >> 32, 0);
    for (unsigned size = 1; size <= 8; size *= 2)
        for (unsigned i = 0; i < 16; i++)
            put(SPE_PACKET_DATA_SOURCE, 0, size, random_u64() >> (64 - 8 * size), 0);
    end();
    for (unsigned i = 0; i < 64; i++)
        put(SPE_PACKET_TIMESTAMP, 0, 0, random_u64() >> i, 0);
    for (unsigned n = 1; n < 40; n++) {
        put_padding(n);
        end();
    }
}

#endif
