/* SPDX-License-Identifier: MIT */
/* The inverse of the fold: the packet that carries one field of a record, and packets that no field holds. */
#include "record_packet.h"

uint32_t spe_record_all(void)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++)
        all |= UINT32_C(1) << spe_kind_order[i];
    return all;
}

int spe_record_data_source(const struct spe_record *in)
{
    if (!in)
        return SPE_E_ARG;
    const int is_empty = (in->present & SPE_HAS_OPERATION) && spe_op_no_source_has(in->op_class, in->op_payload);
    return (in->present & SPE_HAS_DATA_SOURCE) && !is_empty ? in->data_source : SPE_E_ABSENT;
}

int spe_record_packet(const struct spe_record *in, uint32_t has, struct spe_packet *out)
{
    struct spe_packet field = {0};
    if (!in || !out || !(in->present & has))
        return SPE_E_ARG;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
        const unsigned kind = spe_kind_order[i];
        if (has != UINT32_C(1) << kind)
            continue;
        const int status = spe_record_field(in, kind, &field);
        if (status != SPE_OK)
            return status;
        return spe_packet_build(field.type, field.index, field.payload_size, field.payload, 0, out);
    }
    return SPE_E_ARG;
}

int spe_record_extra(const struct spe_record *in, const void *bytes, size_t size, size_t *at, struct spe_packet *out)
{
    struct spe_packet packet;
    int n = 0;
    if (!in || !at || !out || (!bytes && size))
        return SPE_E_ARG;
    if (!(in->flags & (SPE_RECORD_UNKNOWN | SPE_RECORD_RESERVED_HEADER | SPE_RECORD_IMPDEF)))
        return 0;
    if (size < in->size)
        return SPE_E_MORE;
    for (size_t i = *at; i < in->size; i += (size_t)n) {
        n = spe_packet_decode((const uint8_t *)bytes + i, (size_t)in->size - i, &packet);
        if (n < 0)
            return 0;
        if (packet.type != SPE_PACKET_UNKNOWN && !(packet.flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF)))
            continue;
        *at = i + (size_t)n;
        *out = packet;
        return n;
    }
    return 0;
}
