/* SPDX-License-Identifier: MIT */
/* AUX events, and the gaps in a buffer that follow from them. */
#ifndef SPE_PERF_AUX_H
#define SPE_PERF_AUX_H

#include "perf_state.h"

/* Interprets an AUX event that was read at its file offset. Sets lost_gap. */
SPE_INTERNAL void spe_perf_take_aux(struct perf_reader *r, struct spe_perf_event *aux);

/* Begins a buffer, whose bytes are at that file offset: finds how many of them are repeated, reads ahead, and finds the
 * ranges that belong to the others. Returns SPE_OK or a status. */
SPE_INTERNAL int spe_perf_begin_gaps(struct perf_reader *r, uint64_t bytes_at);

/* Passes n of the repeated bytes, which have been returned. */
SPE_INTERNAL void spe_perf_pass_repeats(struct perf_reader *r, uint64_t n);

/* Finds the first gap from the stream offset r->offset to the buffer's end. Stores its place in *where. Returns its
 * flags, or 0 if no gap exists. */
SPE_INTERNAL uint32_t spe_perf_next_gap(const struct perf_reader *r, uint64_t *where);

/* Leaves a gap to the next buffer if its bytes would begin at r->offset, where perf's padding begins. Returns whether
 * there was one. */
SPE_INTERNAL int spe_perf_leave_padding(struct perf_reader *r);

/* Drops the gaps at r->offset, which have been returned. */
SPE_INTERNAL void spe_perf_drop_gaps(struct perf_reader *r);

/* Ends the buffer. */
SPE_INTERNAL void spe_perf_end_gaps(struct perf_reader *r);

#endif
