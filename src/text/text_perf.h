/* SPDX-License-Identifier: MIT */
/* The style of perf: the text of a packet, by its header's row and the row of spe_kinds[] that it fills, and of parts
 * of a packet. */
#ifndef SPE_TEXT_PERF_H
#define SPE_TEXT_PERF_H

#include <libspe/text.h>

#include "../base/internal.h"
#include "../base/text_writer.h"
#include "../table/find.h"

SPE_INTERNAL void spe_perf_put_packet(struct spe_writer *w, const struct spe_text_config *config,
                                      const struct spe_packet *packet, const struct spe_header *row,
                                      const struct spe_kind *kind);
SPE_INTERNAL void spe_perf_put_operation(struct spe_writer *w, unsigned op_class, unsigned payload);
SPE_INTERNAL void spe_perf_put_events(struct spe_writer *w, const struct spe_text_config *config, uint64_t events);
SPE_INTERNAL void spe_perf_put_event(struct spe_writer *w, const struct spe_text_config *config, unsigned bit);

#endif
