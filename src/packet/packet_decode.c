/* SPDX-License-Identifier: MIT */
/* Decodes bytes to a packet. Sizes come from the header alone (DDI 0487, D18.2), so only missing input can make this
 * fail. */
#include "packet.h"

unsigned spe_packet_type_count(void)
{
    unsigned most = 0;
    for (unsigned i = 0; i < SPE_HEADERS; i++)
        most = spe_headers[i].type > most ? spe_headers[i].type : most;
    return most + 1;
}

int spe_packet_size(const void *bytes, size_t len)
{
    return !bytes && len ? SPE_E_ARG : spe_packet_measure(bytes, len);
}

/* The part of a packet that is known when the input ends inside it. */
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
    if (!out || (!bytes && len))
        return SPE_E_ARG;
    const int size = spe_packet_measure(bytes, len);
    if (size < 0 || (size_t)size > len) {
        describe_partial(bytes, len, out);
        return SPE_E_MORE;
    }
    spe_packet_read(bytes, (unsigned)size, out);
    return size;
}
