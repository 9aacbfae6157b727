/* SPDX-License-Identifier: MIT */
/* Look-ups that read several rows of table.h. */
#ifndef SPE_FIND_H
#define SPE_FIND_H

#include "table.h"

/* SPE_PACKET_* flags of a packet: the only definition of reserved packets. */
SPE_INTERNAL uint8_t spe_kind_flags(const struct spe_kind *kind, unsigned index, uint64_t payload);

static inline uint8_t spe_packet_flags(const struct spe_header *row, unsigned index, unsigned payload_size,
                                       uint64_t payload)
{
    if (!(row->known >> index & 1))
        return row->impdef >> index & 1 ? SPE_PACKET_IMPDEF : SPE_PACKET_RESERVED_HEADER;
    if (payload_size & ~(unsigned)row->sizes)
        return SPE_PACKET_RESERVED_HEADER;
    const unsigned kind = spe_kind_of(row, index);
    return kind == SPE_KIND_NONE ? 0 : spe_kind_flags(&spe_kinds[kind], index, payload);
}

/* The row that owns a payload, or NULL if the payload is reserved. */
SPE_INTERNAL const struct spe_op_format *spe_op_format_find(unsigned op_class, unsigned payload);

/* A field's value in a payload, gathered from all its slices; 0 if the format does not have the field. */
SPE_INTERNAL unsigned spe_op_field_get(const struct spe_op_format *format, unsigned field, unsigned payload);

#endif
