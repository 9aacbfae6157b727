/* SPDX-License-Identifier: MIT */
/* The third way: packet by packet. It accepts any bytes. */
#ifndef SPE_WAY_PACKETS_H
#define SPE_WAY_PACKETS_H

#include "decoder_state.h"

/* Takes one packet. Returns 1 if it ended the record, which is *out; 0 if it did not, or if the chunk is used up. */
SPE_INTERNAL int spe_take_packet(struct decoder *d, struct spe_record *out);

/* Ends a record at which the stream is interrupted. Returns 1 if *out holds the part that was there, flagged; 0 if no
 * record was in progress, or resynchronisation dropped it. */
SPE_INTERNAL int spe_cut_off(struct decoder *d, struct spe_record *out);

/* Skips bytes that resynchronisation need not look at. */
SPE_INTERNAL void spe_skip_bytes(struct decoder *d);

#endif
