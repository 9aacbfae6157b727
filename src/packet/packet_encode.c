/* SPDX-License-Identifier: MIT */
/* Encodes a packet to bytes, and makes packets from type and INDEX. */
#include "../table/find.h"
#include "../base/wire.h"

int spe_packet_encode(const struct spe_packet *in, void *bytes, size_t cap)
{
    uint8_t *p = bytes;
    if (!in || !p)
        return SPE_E_ARG;
    const int extended = spe_header_is_extended(in->header[0]);
    if (in->header_size != (extended ? 2 : 1) || (!extended && in->header[1]) ||
        in->payload_size != spe_payload_size(in->header[in->header_size - 1]))
        return SPE_E_HEADER;
    if (spe_is_wider(in->payload, in->payload_size))
        return SPE_E_RANGE;
    const unsigned size = in->header_size + (unsigned)in->payload_size;
    if (cap < size)
        return SPE_E_SPACE;
    for (unsigned i = 0; i < in->header_size; i++)
        p[i] = in->header[i];
    spe_store(p + in->header_size, in->payload_size, in->payload);
    return (int)size;
}

/* The row for a type in the short or the extended form, or NULL. */
static const struct spe_header *find_row(unsigned type, unsigned extended)
{
    for (unsigned i = 0; i < SPE_HEADERS; i++)
        if (i != SPE_HEADER_UNKNOWN && spe_headers[i].type == type && spe_headers[i].extended == extended)
            return &spe_headers[i];
    return NULL;
}

/* The payload size to use, or a status: `wanted` bytes, or if that is 0 the row's smallest size that holds the
 * payload. */
static int choose_size(const struct spe_header *row, unsigned wanted, uint64_t payload)
{
    if (wanted) {
        if (wanted > 8 || (wanted & (wanted - 1)))
            return SPE_E_KIND;
        /* A row whose value fixes SZ has one size, or none; the others can also build their reserved sizes. */
        if ((row->mask & 0x30) && row->sizes != wanted)
            return SPE_E_KIND;
        return spe_is_wider(payload, wanted) ? SPE_E_RANGE : (int)wanted;
    }
    for (unsigned size = 1; size <= 8; size *= 2)
        if ((row->sizes & size) && !spe_is_wider(payload, size))
            return (int)size;
    return row->sizes || payload ? SPE_E_RANGE : 0;
}

int spe_packet_build(unsigned type, unsigned index, unsigned payload_size, uint64_t payload, unsigned flags,
                     struct spe_packet *out)
{
    if (!out)
        return SPE_E_ARG;
    const unsigned extended = (flags & SPE_BUILD_EXTENDED) || index > 7;
    const struct spe_header *row = find_row(type, extended);
    if (!row || (flags & ~(unsigned)SPE_BUILD_EXTENDED) || index > (extended ? 31u : row->index_mask))
        return SPE_E_KIND;
    const int size = choose_size(row, payload_size, payload);
    if (size < 0)
        return size;
    const uint8_t variable = (uint8_t)(row->mask & 0x30 ? 0 : spe_size_bits((unsigned)size));
    const uint8_t last = (uint8_t)(row->value | variable | (index & row->index_mask));
    out->payload = payload;
    out->type = row->type;
    out->index = (uint8_t)index;
    out->header[0] = extended ? (uint8_t)(0x20 | index >> 3) : last;
    out->header[1] = extended ? last : 0;
    out->header_size = extended ? 2 : 1;
    out->payload_size = (uint8_t)size;
    out->flags = spe_packet_flags(row, index, (unsigned)size, payload);
    out->missing = 0;
    return out->header_size + size;
}
