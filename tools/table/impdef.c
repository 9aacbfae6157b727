/* SPDX-License-Identifier: MIT */
/* See impdef.h. */
#include "impdef.h"

#include <libspe/packet.h>

unsigned impdef_read(const struct spe_record *record, const uint8_t *bytes, struct impdef out[IMPDEF_MOST])
{
    spe_packet_iterator walk;
    struct spe_packet packet;
    unsigned n = 0;
    if (!(record->flags & SPE_RECORD_IMPDEF) || !bytes ||
        spe_packet_iterator_init(&walk, bytes, (size_t)record->size, record->offset) != SPE_OK)
        return 0;
    while (n < IMPDEF_MOST && spe_packet_iterator_next(&walk, &packet) > 0)
        if (packet.flags & SPE_PACKET_IMPDEF)
            out[n++] = (struct impdef){packet.type == SPE_PACKET_ADDRESS ? "address" : "counter",
                                       packet.type == SPE_PACKET_ADDRESS, packet.index, packet.payload};
    return n;
}
