/* SPDX-License-Identifier: MIT */
/* The one rule that folds a packet into a record. */
#include "record.h"

int spe_record_fold(struct spe_record *record, const struct spe_packet *packet)
{
    const struct spe_header *row = spe_header_find(packet->header[0], packet->header[1]);
    if (row->type == SPE_PACKET_UNKNOWN) {
        record->flags |= SPE_RECORD_UNKNOWN;
        return 0;
    }
    /* SPE_PACKET_* flags and SPE_RECORD_* flags of the same meaning are one bit apart. */
    record->flags |= (uint32_t)packet->flags << 1;
    if (packet->flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF))
        return 0;
    const unsigned number = spe_kind_of(row, packet->index);
    if (number == SPE_KIND_NONE)
        return 0;
    const struct spe_kind *kind = &spe_kinds[number];
    const uint32_t bit = UINT32_C(1) << number;
    const int repeated = !!(record->present & bit);
    if (repeated)
        record->flags |= SPE_RECORD_REPEATED;
    record->present |= bit;
    uint8_t *base = (uint8_t *)record;
    spe_number_put(base + kind->offset, kind->width, packet->payload);
    if (kind->index_at)
        base[kind->index_at] = packet->index;
    if (kind->size_at)
        base[kind->size_at] = packet->payload_size;
    return repeated;
}
