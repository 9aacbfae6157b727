/* SPDX-License-Identifier: MIT */
/* The inverse of the fold: the packet that carries one field of a record, by the rows of spe_kinds[]. */
#ifndef SPE_RECORD_PACKET_H
#define SPE_RECORD_PACKET_H

#include "../base/wire.h"
#include "../table/table.h"

/* A field of struct spe_record, by offset and width: a number of 0, 1, 2, 4 or 8 bytes in the machine's order. */
static inline uint64_t spe_field_value(const uint8_t *at, unsigned width)
{
    uint64_t value = 0;
    uint32_t word;
    uint16_t half;
    if (width == 8) {
        memcpy(&value, at, 8);
    } else if (width == 4) {
        memcpy(&word, at, 4);
        value = word;
    } else if (width == 2) {
        memcpy(&half, at, 2);
        value = half;
    } else if (width == 1) {
        value = *at;
    }
    return value;
}

/*
 * Sets the type, INDEX, payload and payload size of the packet for the row `number` of spe_kinds[]; the rest of *out is
 * unchanged. Returns SPE_OK, or SPE_E_KIND or SPE_E_RANGE if the field cannot be a packet.
 */
static inline int spe_record_field(const struct spe_record *in, unsigned number, struct spe_packet *out)
{
    const struct spe_kind *kind = &spe_kinds[number];
    const struct spe_header *row = &spe_headers[kind->header];
    const uint8_t *base = (const uint8_t *)in;
    const uint64_t payload = spe_field_value(base + kind->offset, kind->width);
    unsigned index = kind->index, size = row->sizes;
    /* Records do not hold packets with reserved headers: what the fold would not accept is not built here either. */
    if (kind->index_at) {
        index = base[kind->index_at];
        if (index > row->index_mask || !(row->known >> index & 1))
            return SPE_E_KIND;
    }
    if (kind->size_at) {
        size = base[kind->size_at];
        if ((size & ~(unsigned)row->sizes) || (size & (size - 1)))
            return SPE_E_KIND;
        if (size && spe_is_wider(payload, size))
            return SPE_E_RANGE;
        if (!size) /* the record does not have the size: use the smallest */
            for (size = 1; spe_is_wider(payload, size);)
                size *= 2;
    }
    out->type = kind->type;
    out->payload = payload;
    out->index = (uint8_t)index;
    out->payload_size = (uint8_t)size;
    return SPE_OK;
}

#endif
