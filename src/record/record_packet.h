/* SPDX-License-Identifier: MIT */
/* The inverse of the fold: the packet that carries one field of a record, by the rows of spe_kinds[]. */
#ifndef SPE_RECORD_PACKET_H
#define SPE_RECORD_PACKET_H

#include "../base/internal.h"
#include "../table/table.h"

/* spe_record_packet() for the row `number` of spe_kinds[], with the payload size (0: as spe_packet_build) and
 * spe_packet_build() flags given. */
SPE_INTERNAL int spe_record_packet_as(const struct spe_record *in, unsigned number, unsigned size, unsigned flags,
                                      struct spe_packet *out);

/* The payload size that the record itself keeps for a kind, 0: none. */
static inline unsigned spe_record_size_of(const struct spe_record *in, unsigned number)
{
    const uint8_t at = spe_kinds[number].size_at;
    return at ? ((const uint8_t *)in)[at] : 0;
}

#endif
