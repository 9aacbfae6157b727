/* SPDX-License-Identifier: MIT */
/*
 * Packets into a record: the draft that holds them, the one rule that folds a packet into it, and the record that comes
 * of it. Every way through the decoder ends here. Where packets come from, and when a record ends, is not known in this
 * room.
 */
#ifndef SPE_FOLD_H
#define SPE_FOLD_H

#include <string.h>

#include "../table/table.h"

/*
 * A record in progress: the payload and the (last) header byte of each kind that it has, by row of spe_kinds[]; zero
 * for those that it does not have. A packet is one store of eight bytes whatever its size, so that what is loaded soon
 * after need not be put together from several stores.
 */
struct spe_draft {
    uint64_t value[SPE_KIND_ROOM];
    uint8_t header[SPE_KIND_ROOM];
    uint32_t present;
    uint32_t flags;
    uint64_t offset;
    uint64_t end; /* stream offset behind the last packet that is not padding */
};

/*
 * The one rule that folds a packet, not padding, into the record in progress. Returns the row of spe_kinds[] that it
 * filled, or SPE_KIND_NONE: no field holds this packet.
 */
static inline unsigned spe_draft_fold(struct spe_draft *draft, const struct spe_header *row,
                                      const struct spe_packet *packet)
{
    /* SPE_PACKET_* flags and SPE_RECORD_* flags of the same meaning are one bit apart. */
    draft->flags |= (uint32_t)packet->flags << 1;
    if (row->type == SPE_PACKET_UNKNOWN)
        draft->flags |= SPE_RECORD_UNKNOWN;
    if (packet->flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF))
        return SPE_KIND_NONE;
    const unsigned kind = spe_kind_of(row, packet->index);
    if (kind == SPE_KIND_NONE)
        return SPE_KIND_NONE;
    if (draft->present >> kind & 1)
        draft->flags |= SPE_RECORD_REPEATED;
    draft->present |= UINT32_C(1) << kind;
    draft->value[kind] = packet->payload;
    draft->header[kind] = packet->header[packet->header_size - 1];
    return kind;
}

/* Begins a draft: clears the rows that are no gaps, in pieces that compilers clear in line, as a call to memset takes
 * as long as five packets. */
static inline void spe_draft_clear(struct spe_draft *draft)
{
    uint64_t *const value = draft->value;
    memset(value + SPE_KIND_PC, 0, (SPE_KIND_PREV_BRANCH_TARGET + 1 - SPE_KIND_PC) * sizeof *value);
    memset(value + SPE_KIND_TOTAL_LATENCY, 0,
           (SPE_KIND_ALT_ISSUE_LATENCY + 1 - SPE_KIND_TOTAL_LATENCY) * sizeof *value);
    memset(value + SPE_KIND_CONTEXT_EL1, 0, 2 * sizeof *value);
    value[SPE_KIND_OPERATION] = 0;
    memset(value + SPE_KIND_EVENTS, 0, (SPE_KIND_END + 1 - SPE_KIND_EVENTS) * sizeof *value);
    memset(draft->header, 0, sizeof draft->header);
    draft->present = 0;
    draft->flags = 0;
}

/* Whether a payload has bits that the architecture has as zero, or NSE. */
static inline int spe_draft_has_reserved_bits(const struct spe_draft *draft)
{
    const uint64_t *v = draft->value;
    return ((v[SPE_KIND_PC] & spe_kinds[SPE_KIND_PC].zero) |
            (v[SPE_KIND_BRANCH_TARGET] & spe_kinds[SPE_KIND_BRANCH_TARGET].zero) |
            (v[SPE_KIND_DATA_PA] & spe_kinds[SPE_KIND_DATA_PA].zero) |
            (v[SPE_KIND_PREV_BRANCH_TARGET] & spe_kinds[SPE_KIND_PREV_BRANCH_TARGET].zero) |
            (v[SPE_KIND_EVENTS] & spe_kinds[SPE_KIND_EVENTS].zero)) != 0;
}

/* Writes the draft out as a record; `size` is left to the caller. spe_kinds[] has the same fields by offset, for the
 * way back; here they are spelled out, as a loop over rows takes three times as long. */
static inline void spe_draft_finish(const struct spe_draft *draft, struct spe_record *out)
{
    memset(out->reserved, 0, sizeof out->reserved);
    out->offset = draft->offset;
    out->size = 0;
    out->pc = draft->value[SPE_KIND_PC];
    out->branch_target = draft->value[SPE_KIND_BRANCH_TARGET];
    out->data_va = draft->value[SPE_KIND_DATA_VA];
    out->data_pa = draft->value[SPE_KIND_DATA_PA];
    out->prev_branch_target = draft->value[SPE_KIND_PREV_BRANCH_TARGET];
    out->timestamp = draft->value[SPE_KIND_TIMESTAMP];
    out->events = draft->value[SPE_KIND_EVENTS];
    out->present = draft->present;
    out->flags = draft->flags;
    out->context_el1 = (uint32_t)draft->value[SPE_KIND_CONTEXT_EL1];
    out->context_el2 = (uint32_t)draft->value[SPE_KIND_CONTEXT_EL2];
    out->total_latency = (uint16_t)draft->value[SPE_KIND_TOTAL_LATENCY];
    out->issue_latency = (uint16_t)draft->value[SPE_KIND_ISSUE_LATENCY];
    out->translation_latency = (uint16_t)draft->value[SPE_KIND_TRANSLATION_LATENCY];
    out->alt_issue_latency = (uint16_t)draft->value[SPE_KIND_ALT_ISSUE_LATENCY];
    out->data_source = (uint16_t)draft->value[SPE_KIND_DATA_SOURCE];
    out->op_class = draft->header[SPE_KIND_OPERATION] & 3;
    out->op_payload = (uint8_t)draft->value[SPE_KIND_OPERATION];
    out->events_size = (uint8_t)spe_payload_size(draft->header[SPE_KIND_EVENTS]);
    out->data_source_size = (uint8_t)spe_payload_size(draft->header[SPE_KIND_DATA_SOURCE]);
}

#endif
