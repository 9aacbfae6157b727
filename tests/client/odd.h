/* SPDX-License-Identifier: MIT */
/* A profile with records that no core should write, of which perf 6.1 and this library make different samples. */
#ifndef ODD_H
#define ODD_H

#include "groups.h"
#include "random.h"
#include "stream.h"

#define ODDITIES (UNKNOWN_HEADER - REPEATED_EVENTS + 1)

static void put_odd_events(void)
{
    const uint64_t events = random_u64() & random_u64() & 0xfff;
    put(SPE_PACKET_EVENTS, 0, 2, events, 0);
    count_events(events);
}

/* No SVE here: that has a profile with a reason of its own. */
static void put_odd_operation(unsigned op_class)
{
    const unsigned payload = random_below(2);
    put(SPE_PACKET_OPERATION, op_class, 0, payload, 0);
    count_operation(op_class, payload);
}

/* One that nobody knows. Its payload is zero: perf reads that on as padding. */
static void put_unknown(void)
{
    const struct spe_packet packet = {.header = {0x50}, .header_size = 1, .payload_size = 2};
    put_raw(&packet);
    take_sample();
}

static void put_oddity(enum reason reason)
{
    if (reason == REPEATED_EVENTS)
        put_odd_events();
    if (reason == REPEATED_OPERATION || reason == CLASS_3)
        put_odd_operation(reason == CLASS_3 ? 3 : random_below(3));
    if (reason == UNKNOWN_HEADER)
        put_unknown();
}

/*
 * Record i of n: every other one has an oddity, before, between or behind its Events and its Operation Type packet. The
 * first one has none, as perf loses what stands before an unknown header there, and the last one is cut off.
 */
static void put_odd(unsigned i, unsigned n)
{
    const enum reason reason = i % 2 ? REPEATED_EVENTS + random_below(ODDITIES) : RECORDS;
    const unsigned place = random_below(3), last = i == n - 1;
    put(SPE_PACKET_ADDRESS, SPE_ADDRESS_PC, 0, random_u64(), 0);
    for (unsigned at = 0; at < 3; at++) {
        if (at == place && !last)
            put_oddity(reason);
        if (at == 0)
            put_odd_events();
        if (at == 1)
            put_odd_operation(random_below(3));
    }
    if (!last)
        put(i % 3 ? SPE_PACKET_TIMESTAMP : SPE_PACKET_END, 0, 0, i % 3 ? i : 0, 0);
    count_record(last ? CUT_OFF : reason);
}

#endif
