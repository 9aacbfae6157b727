/* SPDX-License-Identifier: MIT */
/* The two styles. Each has its words for a packet, by its header's row and the kind that it fills, and for parts of
 * one; text.c chooses. */
#ifndef SPE_TEXT_STYLE_H
#define SPE_TEXT_STYLE_H

#include <libspe/text.h>

#include "../base/internal.h"
#include "../base/text_writer.h"
#include "../table/cpu_table.h"
#include "../table/table.h"

/* A caller who gives no configuration has the defaults. */
static inline const struct spe_text_config *spe_text_config_of(const struct spe_text_config *given)
{
    static const struct spe_text_config defaults = SPE_TEXT_CONFIG_INIT;
    return given ? given : &defaults;
}

SPE_INTERNAL void spe_perf_put_packet(struct spe_writer *w, const struct spe_text_config *config,
                                      const struct spe_packet *packet, const struct spe_header *row,
                                      const struct spe_kind *kind);
SPE_INTERNAL void spe_perf_put_operation(struct spe_writer *w, unsigned op_class, unsigned payload);
SPE_INTERNAL void spe_perf_put_events(struct spe_writer *w, const struct spe_text_config *config, uint64_t events);
SPE_INTERNAL void spe_perf_put_event(struct spe_writer *w, const struct spe_text_config *config, unsigned bit);

SPE_INTERNAL void spe_arch_put_packet(struct spe_writer *w, const struct spe_text_config *config,
                                      const struct spe_packet *packet, const struct spe_header *row,
                                      const struct spe_kind *kind);
SPE_INTERNAL void spe_arch_put_operation(struct spe_writer *w, unsigned op_class, unsigned payload);
SPE_INTERNAL void spe_arch_put_events(struct spe_writer *w, const struct spe_text_config *config, uint64_t events);
SPE_INTERNAL void spe_arch_put_event(struct spe_writer *w, const struct spe_text_config *config, unsigned bit);
SPE_INTERNAL void spe_arch_put_data_source(struct spe_writer *w, const struct spe_text_config *config, unsigned value);

/* The row of a packet's header. */
static inline const struct spe_header *spe_text_row(const struct spe_packet *packet)
{
    return spe_header_find(packet->header[0], packet->header[1]);
}

/* The kind that an architected packet fills, or NULL (padding, unknown, reserved header, IMPLEMENTATION DEFINED). */
static inline const struct spe_kind *spe_text_kind(const struct spe_header *row, const struct spe_packet *packet)
{
    const unsigned kind = spe_kind_of(row, packet->index & 31);
    const unsigned other = SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF;
    return kind == SPE_KIND_NONE || (packet->flags & other) ? NULL : &spe_kinds[kind];
}

/* A packet in the style that the configuration says. */
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
