/* SPDX-License-Identifier: MIT */
/* A record like a Neoverse's in its 64-byte slot, and what it means. */
#ifndef SLOT_RECORD_H
#define SLOT_RECORD_H

#include <libspe/spe.h>

static const uint8_t slot_record[64] = {
    0xb0, 0xd0, 0xc2, 0xa1, 0xed, 0x66, 0xba, 0xff, 0xc0, 0,    0,    0,    0,    0, 0x65, 0x80,
    0x5f, 0,    0,    0x49, 0,    0x52, 0x16, 0,    0x99, 4,    0,    0x98, 12,   0, 0xb2, 0x28,
    0x6b, 9,    3,    0x37, 0x0e, 0xff, 0,    0x9a, 1,    0,    0,    0,    0,    0, 0,    0,
    0,    0,    0,    0x43, 8,    0,    0,    0x71, 0x2e, 0x65, 0x2f, 0x6a, 0x0a, 0, 0,    0,
};

static const struct spe_record slot_meaning = {
    .offset = 0,
    .size = 64,
    .pc = UINT64_C(0xc0ffba66eda1c2d0),
    .data_va = UINT64_C(0x00ff0e3703096b28),
    .timestamp = UINT64_C(44731163950),
    .events = 0x16,
    .present = SPE_HAS_PC | SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_ISSUE_LATENCY |
               SPE_HAS_TOTAL_LATENCY | SPE_HAS_DATA_VA | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_DATA_SOURCE |
               SPE_HAS_TIMESTAMP,
    .context_el2 = 0x5f80,
    .total_latency = 12,
    .issue_latency = 4,
    .translation_latency = 1,
    .data_source = 8,
    .op_class = SPE_CLASS_LOAD_STORE,
    .events_size = 2,
    .data_source_size = 1,
};

#endif
