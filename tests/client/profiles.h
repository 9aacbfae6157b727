/* SPDX-License-Identifier: MIT */
/* Profiles: streams of records that keep the rules of the format. Each function makes record i. */
#ifndef PROFILES_H
#define PROFILES_H

#include <libspe/spe.h>

#include "random.h"

/* Loads and stores sometimes miss and walk, and branches are mispredicted: perf has groups for these. */
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

/* Loads with events of all kinds: every bit of every size of Events packet, seldom, often and nearly always. */
static struct spe_record random_events(unsigned i)
{
    struct spe_record r = {
        .pc = UINT64_C(0x8000000000400000) | (random_u64() & 0xfffc),
        .timestamp = 1000 + (uint64_t)i * 16,
        .events = random_u64(),
        .events_size = (uint8_t)(1u << random_below(4)),
        .op_class = SPE_CLASS_LOAD_STORE,
        .present = SPE_HAS_PC | SPE_HAS_TIMESTAMP | SPE_HAS_EVENTS | SPE_HAS_OPERATION,
    };
    const unsigned density = random_below(4);
    if (density < 2)
        r.events &= density ? random_u64() : random_u64() & random_u64() & random_u64();
    if (density == 3)
        r.events |= random_u64() | random_u64();
    r.events &= UINT64_MAX >> (64 - 8 * r.events_size);
    return r;
}

/* Any payload of any class of operation, with any packets, at any time and address. */
static struct spe_record random_mixture(unsigned i)
{
    const uint32_t all = 0x0713171f; /* every SPE_HAS_* except SPE_HAS_END */
    struct spe_record r = {
        .pc = random_u64(),
        .branch_target = random_u64(),
        .data_va = random_u64(),
        .data_pa = random_u64(),
        .prev_branch_target = random_u64(),
        .timestamp = random_u64() >> i % 64,
        .events = random_u64() & 0x03ff0fff,
        .context_el1 = 100 + random_below(3),
        .context_el2 = 200 + random_below(3),
        .total_latency = (uint16_t)random_below(65536),
        .issue_latency = (uint16_t)random_below(65536),
        .translation_latency = (uint16_t)random_below(65536),
        .alt_issue_latency = (uint16_t)random_below(65536),
        .data_source = (uint16_t)random_below(65536),
        .op_class = (uint8_t)random_below(3),
        .op_payload = (uint8_t)random_below(256),
        .present = (uint32_t)(random_u64() | random_u64()) & all,
    };
    return r;
}

#endif
