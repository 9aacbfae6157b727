/* SPDX-License-Identifier: MIT */
/* Decodes bytes to a packet, inline. spe_packet_decode() checks its arguments and calls this; the decoder's inner loop
 * uses it directly. */
#ifndef SPE_PACKET_H
#define SPE_PACKET_H

#include "../table/find.h"
#include "../base/wire.h"

/* The size of the packet whose header is at `bytes`, or SPE_E_MORE if `len` bytes do not hold the header. */
static inline int spe_packet_measure(const uint8_t *bytes, size_t len)
{
    if (!len)
        return SPE_E_MORE;
    if (!spe_header_is_extended(bytes[0]))
        return (int)(1 + spe_payload_size(bytes[0]));
    return len == 1 ? SPE_E_MORE : (int)(2 + spe_payload_size(bytes[1]));
}

/* Reads a packet of which all `size` bytes are present, without its flags. Returns the row of its header. */
static inline const struct spe_header *spe_packet_parts(const uint8_t *bytes, unsigned size, struct spe_packet *out)
{
    const uint8_t header_size = spe_header_is_extended(bytes[0]) ? 2 : 1;
    const uint8_t second = header_size == 2 ? bytes[1] : 0;
    const struct spe_header *row = spe_header_find(bytes[0], second);
    out->payload_size = (uint8_t)(size - header_size);
    out->payload = spe_load(bytes + header_size, out->payload_size);
    out->type = row->type;
    out->index = spe_header_index(row, bytes[0], second);
    out->header[0] = bytes[0];
    out->header[1] = second;
    out->header_size = header_size;
    out->missing = 0;
    return row;
}

/* The same, with its flags. */
static inline const struct spe_header *spe_packet_read(const uint8_t *bytes, unsigned size, struct spe_packet *out)
{
    const struct spe_header *row = spe_packet_parts(bytes, size, out);
    out->flags = spe_packet_flags(row, out->index, out->payload_size, out->payload);
    return row;
}

#endif
