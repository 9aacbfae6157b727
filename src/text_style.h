/* SPDX-License-Identifier: MIT */
/* The two styles of packet text. Each prints all of one packet; text.c chooses. */
#ifndef SPE_TEXT_STYLE_H
#define SPE_TEXT_STYLE_H

#include "table.h"
#include "text_writer.h"

void spe_text_perf(struct spe_writer *w, const struct spe_packet *packet);
void spe_text_arch(struct spe_writer *w, const struct spe_packet *packet, unsigned counter_bits);

/* The row of a packet's header. */
static inline const struct spe_header *spe_text_row(const struct spe_packet *packet)
{
    return spe_header_find(packet->header[0], packet->header[1]);
}

/* The kind that an architected packet fills, or NULL (padding, unknown, reserved header, IMPLEMENTATION DEFINED). */
static inline const struct spe_kind *spe_text_kind(const struct spe_packet *packet)
{
    const unsigned kind = spe_kind_of(spe_text_row(packet), packet->index & 31);
    const unsigned other = SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF;
    return kind == SPE_KIND_NONE || (packet->flags & other) ? NULL : &spe_kinds[kind];
}

#endif
