/* SPDX-License-Identifier: MIT */
/* Bytes to a packet. Sizes come from the header alone (DDI 0487, D18.2), so nothing here can fail but for want of
 * input. */
#include "table.h"
#include "wire.h"

int spe_packet_size(const void *bytes, size_t len)
{
    const uint8_t *p = bytes;
    if (!p && len)
        return SPE_E_ARG;
    if (!len || (len == 1 && spe_header_is_extended(p[0])))
        return SPE_E_MORE;
    if (spe_header_is_extended(p[0]))
        return (int)(2 + spe_payload_size(p[1]));
    return (int)(1 + spe_payload_size(p[0]));
}

/* What is known of a packet when the input ends inside it. */
static void describe_partial(const uint8_t *p, size_t len, struct spe_packet *out)
{
    const struct spe_packet none = {0};
    *out = none;
    if (!len) {
        out->missing = 1;
        return;
    }
    out->header[0] = p[0];
    out->header_size = spe_header_is_extended(p[0]) ? 2 : 1;
    if (len < out->header_size) {
        out->missing = 1;
        return;
    }
    out->header[1] = out->header_size == 2 ? p[1] : 0;
    const struct spe_header *row = spe_header_find(out->header[0], out->header[1]);
    out->type = row->type;
    out->index = spe_header_index(row, out->header[0], out->header[1]);
    out->payload_size = (uint8_t)spe_payload_size(p[out->header_size - 1]);
    out->missing = (uint8_t)(out->header_size + out->payload_size - len);
}

int spe_packet_decode(const void *bytes, size_t len, struct spe_packet *out)
{
    const uint8_t *p = bytes;
    if (!out)
        return SPE_E_ARG;
    const int size = spe_packet_size(bytes, len);
    if (size == SPE_E_ARG)
        return size;
    if (size < 0 || (size_t)size > len) {
        describe_partial(p, len, out);
        return SPE_E_MORE;
    }
    const uint8_t header_size = spe_header_is_extended(p[0]) ? 2 : 1;
    const uint8_t second = header_size == 2 ? p[1] : 0;
    const struct spe_header *row = spe_header_find(p[0], second);
    out->payload_size = (uint8_t)(size - header_size);
    out->payload = spe_load(p + header_size, out->payload_size);
    out->type = row->type;
    out->index = spe_header_index(row, p[0], second);
    out->header[0] = p[0];
    out->header[1] = second;
    out->header_size = header_size;
    out->flags = spe_packet_flags(row, out->index, out->payload_size, out->payload);
    out->missing = 0;
    return size;
}
