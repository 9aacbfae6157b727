/* SPDX-License-Identifier: MIT */
/*
 * A record's fields as bytes, in each layout. The fields stand spelled out in the layout's order, as they do in
 * spe_draft_finish() and for the same reason: each is a store and an addition, without a branch, whether the record has
 * it or not. What is behind a packet belongs to the next one, so that every payload can be stored as eight bytes.
 */
#ifndef SPE_LAYOUT_H
#define SPE_LAYOUT_H

#include "../base/context.h"
#include "../table/table.h"
#include "../base/wire.h"

#define SPE_SLOTS_SIZE 64
/* The bytes that a writer may touch: more than one packet of every kind with an extended header, and eight. */
#define SPE_LAYOUT_ROOM 128

/* What the configuration leaves to choose of the fields' packets. */
struct spe_choice {
    uint32_t fields;           /* SPE_HAS_* */
    unsigned extended;         /* 1: Address and Counter packets have extended headers, jj = 0b00 */
    unsigned events_size;      /* payload bytes */
    unsigned data_source_size; /* payload bytes */
};

static inline uint8_t *spe_put_packet(uint8_t *p, const struct spe_choice *choice, unsigned kind,
                                      unsigned class_or_size, unsigned payload_size, uint64_t payload)
{
    const unsigned has = choice->fields >> kind & 1;
    p[0] = (uint8_t)(spe_kind_header[kind] | class_or_size);
    spe_store64(p + 1, payload);
    return p + ((1 + payload_size) & (0u - has));
}

static inline uint8_t *spe_put_extensible(uint8_t *p, const struct spe_choice *choice, unsigned kind,
                                          unsigned payload_size, uint64_t payload)
{
    p[0] = 0x20; /* overwritten where the header is short */
    return spe_put_packet(p + (choice->extended & choice->fields >> kind), choice, kind, 0, payload_size, payload);
}

/* SPE_LAYOUT_CANONICAL. Returns the size. */
static SPE_INLINED unsigned spe_put_canonical(uint8_t *bytes, const struct spe_record *in, const struct spe_choice *c)
{
    const unsigned events = spe_size_bits(c->events_size), source = spe_size_bits(c->data_source_size);
    uint8_t *p = bytes;
    p = spe_put_packet(p, c, SPE_KIND_CONTEXT_EL1, 0, 4, in->context_el1);
    p = spe_put_packet(p, c, SPE_KIND_CONTEXT_EL2, 0, 4, in->context_el2);
    p = spe_put_extensible(p, c, SPE_KIND_TOTAL_LATENCY, 2, in->total_latency);
    p = spe_put_extensible(p, c, SPE_KIND_ISSUE_LATENCY, 2, in->issue_latency);
    p = spe_put_extensible(p, c, SPE_KIND_TRANSLATION_LATENCY, 2, in->translation_latency);
    p = spe_put_extensible(p, c, SPE_KIND_ALT_ISSUE_LATENCY, 2, in->alt_issue_latency);
    p = spe_put_extensible(p, c, SPE_KIND_PC, 8, in->pc);
    p = spe_put_extensible(p, c, SPE_KIND_BRANCH_TARGET, 8, in->branch_target);
    p = spe_put_extensible(p, c, SPE_KIND_DATA_VA, 8, in->data_va);
    p = spe_put_extensible(p, c, SPE_KIND_DATA_PA, 8, in->data_pa);
    p = spe_put_extensible(p, c, SPE_KIND_PREV_BRANCH_TARGET, 8, in->prev_branch_target);
    p = spe_put_packet(p, c, SPE_KIND_DATA_SOURCE, source, c->data_source_size, in->data_source);
    p = spe_put_packet(p, c, SPE_KIND_OPERATION, in->op_class, 1, in->op_payload);
    p = spe_put_packet(p, c, SPE_KIND_EVENTS, events, c->events_size, in->events);
    p = spe_put_packet(p, c, SPE_KIND_TIMESTAMP, 0, 8, in->timestamp);
    p = spe_put_packet(p, c, SPE_KIND_END, 0, 0, 0);
    return (unsigned)(p - bytes);
}

/* A packet in its slot, zeros where the record has none. */
static inline void spe_put_slot(uint8_t *slot, const struct spe_choice *choice, unsigned kind, unsigned class_or_size,
                                uint64_t payload)
{
    const unsigned has = choice->fields >> kind & 1;
    slot[0] = (uint8_t)((spe_kind_header[kind] | class_or_size) & (0u - has));
    spe_store64(slot + 1, payload & (0u - (uint64_t)has));
}

/* SPE_LAYOUT_SLOTS_64: where each kind of packet stands, as captured on Neoverse cores. Every byte of 64 is written. */
static SPE_INLINED unsigned spe_put_slots(uint8_t *bytes, const struct spe_record *in, const struct spe_choice *c)
{
    spe_put_slot(bytes + 0, c, SPE_KIND_PC, 0, in->pc);
    spe_put_slot(bytes + 9, c, SPE_KIND_CONTEXT_EL1, 0, in->context_el1);
    spe_put_slot(bytes + 14, c, SPE_KIND_CONTEXT_EL2, 0, in->context_el2);
    spe_put_slot(bytes + 19, c, SPE_KIND_OPERATION, in->op_class, in->op_payload);
    spe_put_slot(bytes + 21, c, SPE_KIND_EVENTS, spe_size_bits(2), in->events);
    spe_put_slot(bytes + 24, c, SPE_KIND_ISSUE_LATENCY, 0, in->issue_latency);
    spe_put_slot(bytes + 27, c, SPE_KIND_TOTAL_LATENCY, 0, in->total_latency);
    if (c->fields & SPE_HAS_DATA_VA) /* the data VA and the branch target share a slot */
        spe_put_slot(bytes + 30, c, SPE_KIND_DATA_VA, 0, in->data_va);
    else
        spe_put_slot(bytes + 30, c, SPE_KIND_BRANCH_TARGET, 0, in->branch_target);
    spe_put_slot(bytes + 39, c, SPE_KIND_TRANSLATION_LATENCY, 0, in->translation_latency);
    spe_put_slot(bytes + 42, c, SPE_KIND_DATA_PA, 0, in->data_pa);
    spe_put_slot(bytes + 51, c, SPE_KIND_DATA_SOURCE, spe_size_bits(1), in->data_source);
    spe_put_slot(bytes + 55, c, SPE_KIND_TIMESTAMP, 0, in->timestamp);
    if (c->fields & SPE_HAS_END) /* in the Timestamp's last byte */
        bytes[63] = spe_kind_header[SPE_KIND_END];
    return SPE_SLOTS_SIZE;
}

/* What SPE_LAYOUT_SLOTS_64 has no slot for, and what has only one between them. */
#define SPE_NO_SLOT (SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_ALT_ISSUE_LATENCY)
#define SPE_ONE_SLOT (SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA)

#endif
