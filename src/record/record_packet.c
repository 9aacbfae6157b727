/* SPDX-License-Identifier: MIT */
/* The inverse of the fold: the packet that carries one field of a record. */
#include <string.h>

#include "record_packet.h"

/* A field of struct spe_record, by offset and width: a number of 0, 1, 2, 4 or 8 bytes in the machine's order. */
static uint64_t field_value(const uint8_t *at, unsigned width)
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

int spe_record_packet_as(const struct spe_record *in, unsigned number, unsigned size, unsigned flags,
                         struct spe_packet *out)
{
    const struct spe_kind *kind = &spe_kinds[number];
    const struct spe_header *row = &spe_headers[kind->header];
    const uint8_t *base = (const uint8_t *)in;
    const unsigned index = kind->index_at ? base[kind->index_at] : kind->index;
    /* Reserved headers are no part of a record: what the fold would not take is not given back. */
    if (index > 31 || !(row->known >> index & 1) || (size & ~(unsigned)row->sizes))
        return SPE_E_KIND;
    return spe_packet_build(out, row->type, index, size, field_value(base + kind->offset, kind->width), flags);
}

int spe_record_packet(const struct spe_record *in, uint32_t has, struct spe_packet *out)
{
    if (!in || !out || !(in->present & has))
        return SPE_E_ARG;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
        const unsigned kind = spe_kind_order[i];
        if (has == UINT32_C(1) << kind)
            return spe_record_packet_as(in, kind, spe_record_size_of(in, kind), 0, out);
    }
    return SPE_E_ARG;
}
