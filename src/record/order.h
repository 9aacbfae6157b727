/* SPDX-License-Identifier: MIT */
/*
 * A record's fields as bytes, in the order of each encoder layout. Each field is one store and one addition, without a
 * branch, whether the record has the field or not. The bytes after a packet belong to the next packet, so every payload
 * can be stored as eight bytes.
 */
#ifndef SPE_ORDER_H
#define SPE_ORDER_H

#include "../base/context.h"
#include "../table/table.h"
#include "../base/wire.h"

#define SPE_SLOTS_SIZE 64
#define SPE_ORDER_ROOM 128 /* the bytes that a writer may change: more than the longest record */

/* What must be chosen for the packets of a record's fields. */
struct spe_choice {
    uint32_t fields;           /* SPE_HAS_* */
    unsigned extended;         /* 1 if Address and Counter packets have extended headers, jj = 0b00 */
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

/* The same for packets that may have an extended header: Address and Counter packets. */
static inline uint8_t *spe_put_extensible(uint8_t *p, const struct spe_choice *choice, unsigned kind,
                                          unsigned payload_size, uint64_t payload)
{
    p[0] = 0x20; /* overwritten if the header is short */
    return spe_put_packet(p + (choice->extended & choice->fields >> kind), choice, kind, 0, payload_size, payload);
}

/* Writes SPE_LAYOUT_CANONICAL. Returns the size. */
static SPE_INLINED unsigned spe_put_canonical(uint8_t *bytes, const struct spe_record *in, const struct spe_choice *c)
{
    uint8_t *p = bytes;
#define PUT(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                                 \
    p = spe_put_packet(p, c, SPE_KIND_##NAME, 0, (bits) / 8, in->member);
#define PUT_EXTENSIBLE(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                      \
    p = spe_put_extensible(p, c, SPE_KIND_##NAME, (bits) / 8, in->member);
#define PUT_SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                           \
    p = spe_put_packet(p, c, SPE_KIND_##NAME, spe_size_bits(c->member##_size), c->member##_size, in->member);
#define PUT_CLASSED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                         \
    p = spe_put_packet(p, c, SPE_KIND_##NAME, in->op_class, (bits) / 8, in->member);
#define PUT_BARE(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                            \
    p = spe_put_packet(p, c, SPE_KIND_##NAME, 0, 0, 0);
    SPE_EACH_CONTEXT(PUT)
    SPE_EACH_COUNTER(PUT_EXTENSIBLE)
    SPE_EACH_ADDRESS(PUT_EXTENSIBLE)
    SPE_EACH_OTHER(PUT, PUT_SIZED, PUT_CLASSED, PUT_BARE)
#undef PUT
#undef PUT_EXTENSIBLE
#undef PUT_SIZED
#undef PUT_CLASSED
#undef PUT_BARE
    return (unsigned)(p - bytes);
}

/* The bytes of a packet for every field, each with an extended header and eight bytes. */
#define SPE_LONGEST(NAME, bit, member, bits, HEADER, index, FORM, zero, words) uint8_t NAME[2 + (bits) / 8];
struct spe_longest_record {
    SPE_EACH_FIELD(SPE_LONGEST, SPE_LONGEST, SPE_LONGEST, SPE_LONGEST)
    uint8_t after[8];
};
_Static_assert(sizeof(struct spe_longest_record) <= SPE_ORDER_ROOM,
               "a record of all fields is longer: make SPE_ORDER_ROOM 192");

/* Writes a packet to its slot, or zeros if the record lacks the field. */
static inline void spe_put_slot(uint8_t *slot, const struct spe_choice *choice, unsigned kind, unsigned class_or_size,
                                uint64_t payload)
{
    const unsigned has = choice->fields >> kind & 1;
    slot[0] = (uint8_t)((spe_kind_header[kind] | class_or_size) & (0u - has));
    spe_store64(slot + 1, payload & (0u - (uint64_t)has));
}

/* Writes SPE_LAYOUT_SLOTS_64: each field's packet has a fixed place, as captured on Neoverse cores. All 64 bytes are
 * written. */
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
    if (c->fields & SPE_HAS_END) /* in the last byte of the Timestamp's slot */
        bytes[63] = spe_kind_header[SPE_KIND_END];
    return SPE_SLOTS_SIZE;
}

/* Fields with a slot in SPE_LAYOUT_SLOTS_64, fields without a slot, and the two fields that share a slot. */
#define SPE_IN_SLOTS                                                                                                   \
    (SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TOTAL_LATENCY |                  \
     SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 |                 \
     SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE | SPE_HAS_TIMESTAMP | SPE_HAS_END)
#define SPE_NO_SLOT (~SPE_IN_SLOTS)
#define SPE_ONE_SLOT (SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA)

#endif
