/* SPDX-License-Identifier: MIT */
/* A profile with records that no core should write. */
#ifndef ODD_H
#define ODD_H

#include "random.h"
#include "stream.h"

static void put_odd_events(void)
{
    put(SPE_PACKET_EVENTS, 0, 2, random_u64() & random_u64() & 0xfff, 0);
}

/* Without SVE, for which there is another profile. */
static void put_odd_operation(unsigned op_class)
{
    put(SPE_PACKET_OPERATION, op_class, 0, random_below(2), 0);
}

/* An unknown header. Its payload is zero, which perf reads as padding. */
static void put_unknown(void)
{
    const struct spe_packet packet = {.header = {0x50}, .header_size = 1, .payload_size = 2};
    put_raw(&packet);
}

/* A second Events packet or operation, an operation of a class without a meaning, or an unknown header. */
static void put_oddity(void)
{
    switch (random_below(4)) {
    case 0:
        put_odd_events();
        break;
    case 1:
        put_odd_operation(random_below(3));
        break;
    case 2:
        put_odd_operation(3);
        break;
    default:
        put_unknown();
    }
}

/*
 * Record i of n: every second one has an oddity, before, between or after its Events and its Operation Type packet. The
 * first one has none, because perf would lose packets before an unknown header there. The last one is cut off.
 */
static void put_odd(unsigned i, unsigned n)
{
    const int last = i == n - 1, odd = i % 2 && !last;
    const unsigned place = random_below(3);
    put(SPE_PACKET_ADDRESS, SPE_ADDRESS_PC, 0, random_u64(), 0);
    for (unsigned at = 0; at < 3; at++) {
        if (odd && at == place)
            put_oddity();
        if (at == 0)
            put_odd_events();
        if (at == 1)
            put_odd_operation(random_below(3));
    }
    if (!last)
        put(i % 3 ? SPE_PACKET_TIMESTAMP : SPE_PACKET_END, 0, 0, i % 3 ? i : 0, 0);
}

#endif
