/* SPDX-License-Identifier: MIT */
/* Which of the two text styles is used. */
#ifndef SPE_TEXT_STYLE_H
#define SPE_TEXT_STYLE_H

#include "text_arch.h"
#include "text_perf.h"

/* Reads the configuration; NULL means the defaults. Returns NULL, or the name of the first invalid member (text.c). */
SPE_INTERNAL const char *spe_text_read_config(struct spe_text_config *out, const struct spe_text_config *in);

/* The row of spe_kinds[] that an architected packet fills, or NULL (padding, unknown, reserved header, IMPLEMENTATION
 * DEFINED). */
static inline const struct spe_kind *spe_text_kind(const struct spe_header *row, const struct spe_packet *packet)
{
    const unsigned kind = spe_kind_of(row, packet->index & 31);
    const unsigned other = SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF;
    return kind == SPE_KIND_NONE || (packet->flags & other) ? NULL : &spe_kinds[kind];
}

/* Puts a packet in the configured style. */
static inline void spe_text_put_packet(struct spe_writer *w, const struct spe_text_config *config,
                                       const struct spe_packet *packet, const struct spe_header *row,
                                       const struct spe_kind *kind)
{
    if (config->style == SPE_TEXT_PERF)
        spe_perf_put_packet(w, config, packet, row, kind);
    else
        spe_arch_put_packet(w, config, packet, row, kind);
}

#endif
