/* SPDX-License-Identifier: MIT */
/*
 * Writes SPE bytes for a comparison with perf, made by our encoder.
 *
 *     make_stream packets        every packet kind that perf 6.1 knows, with every INDEX, payload and bit
 *     make_stream records N      N records of loads, stores, branches and others as a profile has them
 */
#include <libspe/spe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

static uint8_t buffer[1 << 16];
static spe_encoder encoder;

static void flush(void)
{
    fwrite(buffer, 1, spe_encoder_size(&encoder), stdout);
    spe_encoder_restart(&encoder, buffer, sizeof buffer);
}

static void put(unsigned type, unsigned index, unsigned size, uint64_t payload, unsigned flags)
{
    struct spe_packet packet;
    if (spe_packet_build(&packet, type, index, size, payload, flags) < 0)
        abort();
    if (spe_encoder_size(&encoder) + SPE_PACKET_MAX_SIZE > sizeof buffer)
        flush();
    if (spe_encoder_packet(&encoder, &packet) < 0)
        abort();
}

/* Ends a record, so that none grows over the largest size. */
static void end(void)
{
    put(SPE_PACKET_END, 0, 0, 0, 0);
}

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

/* Loads and stores miss and walk now and then, branches are mispredicted: what perf makes groups of. */
static struct spe_record random_record(unsigned i)
{
    const unsigned kind = random_below(4); /* load, store, branch, other */
    struct spe_record r = {
        .pc = UINT64_C(0x8000000000400000) | (random_u64() & 0xfffc),
        .timestamp = 1000 + (uint64_t)i * 16,
        .events = 1u << SPE_EVENT_RETIRED,
        .total_latency = (uint16_t)(4 + random_below(200)),
        .issue_latency = (uint16_t)random_below(4),
        .context_el1 = 100 + random_below(3),
        .op_class = kind < 2    ? SPE_CLASS_LOAD_STORE
                    : kind == 2 ? SPE_CLASS_BRANCH
                                : SPE_CLASS_OTHER,
        .op_payload = kind == 1,
        .present = SPE_HAS_PC | SPE_HAS_TIMESTAMP | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |
                   SPE_HAS_CONTEXT_EL1 | SPE_HAS_OPERATION,
    };
    if (kind < 2) {
        r.present |= SPE_HAS_DATA_VA | SPE_HAS_TRANSLATION_LATENCY | (kind ? 0 : SPE_HAS_DATA_SOURCE);
        r.data_va = 0x7f0000000000 | (random_u64() & 0xffffff);
        r.events |= 1u << SPE_EVENT_L1D_ACCESS | 1u << SPE_EVENT_TLB_ACCESS;
        r.events |= random_below(8) ? 0 : 1u << SPE_EVENT_L1D_REFILL | 1u << SPE_EVENT_LL_ACCESS;
        r.events |= random_below(16) ? 0 : 1u << SPE_EVENT_TLB_WALK;
        r.events |= random_below(32) ? 0 : 1u << SPE_EVENT_LL_MISS | 1u << SPE_EVENT_REMOTE_ACCESS;
    } else if (kind == 2) {
        r.present |= SPE_HAS_BRANCH_TARGET;
        r.branch_target = r.pc + 64;
        r.op_payload = 1;
        r.events |= random_below(10) ? 0 : 1u << SPE_EVENT_MISPREDICTED;
    }
    return r;
}

int main(int argc, char **argv)
{
    const struct spe_encoder_config slots = {.size = sizeof slots, .layout = SPE_LAYOUT_SLOTS_64};
    const int records = argc > 2 && !strcmp(argv[1], "records");
    spe_encoder_init(&encoder, buffer, sizeof buffer, records ? &slots : NULL);
    if (!records)
        put_all();
    for (unsigned i = 0; records && i < strtoul(argv[2], NULL, 0); i++) {
        const struct spe_record r = random_record(i);
        if (spe_encoder_size(&encoder) + 64 > sizeof buffer)
            flush();
        if (spe_encoder_record(&encoder, &r) < 0)
            abort();
    }
    flush();
    return ferror(stdout) != 0;
}
