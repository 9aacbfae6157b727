/* SPDX-License-Identifier: MIT */
/*
 * Packets into a record: the partial record that holds them, the one rule that folds a packet into it, and the record
 * that results. Every way through the decoder ends here. This file does not depend on where packets come from, nor on
 * when a record ends.
 */
#ifndef SPE_FOLD_H
#define SPE_FOLD_H

#include <string.h>

#include "../table/table.h"

/*
 * A record in progress: the payload and the (last) header byte of each field that it has, by row of spe_kinds[]; zero
 * for fields that it lacks. Each payload is one store of eight bytes whatever its size, so that a load soon after it is
 * not assembled from several stores.
 */
struct spe_partial_record {
    uint64_t value[SPE_KIND_ROOM];
    uint8_t header[SPE_KIND_ROOM];
    uint32_t present;
    uint32_t flags;
    uint64_t offset;
    uint64_t end; /* stream offset just past the last packet that is not padding */
};

/*
 * The one rule that folds a packet, not padding, into the record in progress. Returns the row of spe_kinds[] that it
 * filled, or SPE_KIND_NONE if no field holds this packet.
 */
static inline unsigned spe_partial_fold(struct spe_partial_record *partial, const struct spe_header *row,
                                        const struct spe_packet *packet)
{
    /* SPE_PACKET_* flags and SPE_RECORD_* flags of the same meaning are one bit apart. */
    partial->flags |= (uint32_t)packet->flags << 1;
    if (row->type == SPE_PACKET_UNKNOWN)
        partial->flags |= SPE_RECORD_UNKNOWN;
    if (packet->flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF))
        return SPE_KIND_NONE;
    const unsigned kind = spe_kind_of(row, packet->index);
    if (kind == SPE_KIND_NONE)
        return SPE_KIND_NONE;
    if (partial->present >> kind & 1)
        partial->flags |= SPE_RECORD_REPEATED;
    partial->present |= UINT32_C(1) << kind;
    partial->value[kind] = packet->payload;
    partial->header[kind] = packet->header[packet->header_size - 1];
    return kind;
}

/* Begins a record. It clears the rows one by one, and compilers join the stores: a call of memset takes as long as five
 * packets. */
static inline void spe_partial_clear(struct spe_partial_record *partial)
{
#define CLEAR(NAME, bit, member, bits, HEADER, index, FORM, zero, words) partial->value[SPE_KIND_##NAME] = 0;
    SPE_EACH_FIELD(CLEAR, CLEAR, CLEAR, CLEAR)
#undef CLEAR
    memset(partial->header, 0, sizeof partial->header);
    partial->present = 0;
    partial->flags = 0;
}

/* Whether a payload has bits set that the architecture defines as zero, or NSE. */
static inline int spe_partial_has_reserved_bits(const struct spe_partial_record *partial)
{
#define ZERO(NAME, bit, member, bits, HEADER, index, FORM, zero, words) | (partial->value[SPE_KIND_##NAME] & (zero))
    return (0 SPE_EACH_FIELD(ZERO, ZERO, SPE_SKIP_FIELD, SPE_SKIP_FIELD)) != 0;
#undef ZERO
}

/* Writes the record to *out; the caller sets `size`. Each field is a store of its own: a loop over spe_kinds[] takes
 * three times as long. */
static inline void spe_partial_finish(const struct spe_partial_record *partial, struct spe_record *out)
{
#define PUT(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                                 \
    out->member = (uint##bits##_t)partial->value[SPE_KIND_##NAME];
#define PUT_SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                           \
    PUT(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                                     \
    out->member##_size = (uint8_t)spe_payload_size(partial->header[SPE_KIND_##NAME]);
#define PUT_CLASSED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                         \
    PUT(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                                     \
    out->op_class = partial->header[SPE_KIND_##NAME] & 3;
    memset(out->reserved, 0, sizeof out->reserved);
    out->offset = partial->offset;
    out->size = 0;
    out->present = partial->present;
    out->flags = partial->flags;
    SPE_EACH_FIELD(PUT, PUT_SIZED, PUT_CLASSED, SPE_SKIP_FIELD)
#undef PUT
#undef PUT_SIZED
#undef PUT_CLASSED
}

#endif
