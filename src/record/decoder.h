/* SPDX-License-Identifier: MIT */
/*
 * What the calls for one record and for many records share. There are three ways to decode a record, from the fastest
 * to the one that accepts anything:
 *
 *     way_learned.h   a record of a learned layout: compared in a few words, gathered from known places
 *     way_whole.h     a whole record in this chunk with nothing odd about it: folded in one loop
 *     way_packets.h   a packet: for odd records, records across chunks, and resynchronisation
 *
 * decoder.c decides which way is tried. All three give the same record, offset, flags and counts for the same bytes.
 * The last two end in deliver.h.
 */
#ifndef SPE_DECODER_H
#define SPE_DECODER_H

#include "decoder_state.h"

/* Takes the next record by the second or third way. Returns 1 if *out is the record, 0 if the chunk is used up. */
SPE_INTERNAL int spe_decoder_take(struct decoder *d, struct spe_record *out);

#endif
