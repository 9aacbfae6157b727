/* SPDX-License-Identifier: MIT */
/*
 * The decoder's state, how a record leaves it, and its three ways, from the fastest to the one that takes anything:
 *
 *     way_learned.h   a record of a layout that was learned: compared in a few words, gathered from known places
 *     way_whole.h     a whole record in this chunk with nothing odd about it: folded in one loop
 *     way_packets.c   a packet: what is odd, what lies across chunks, what needs resynchronisation
 *
 * decoder.c says which is tried when. All give the same record, offset, flags and counts for the same bytes.
 */
#ifndef SPE_DECODER_H
#define SPE_DECODER_H

#include <libspe/decoder.h>

#include "../base/context.h"
#include "../base/internal.h"
#include "../fast/many.h"
#include "fold.h"

#define SPE_DECODER_MAGIC 0x53504544u /* "SPED" */

/* Without learned layouts the decoder is smaller, slower, and gives the same results. */
#ifdef SPE_NO_LEARNING
#define SPE_LEARNING 0
#else
#define SPE_LEARNING 1
#endif

struct SPE_MAY_ALIAS decoder {
    uint32_t magic;
    uint8_t in_record; /* the draft holds at least one packet */
    uint8_t tail_size;
    uint8_t in_gap; /* bytes are missing, or were skipped, since the last record */
    uint8_t finished;
    uint8_t tail[SPE_PACKET_MAX_SIZE]; /* the head of a packet that the next chunk ends */
    uint8_t is_searching;              /* resynchronisation: records must be plausible */
    const uint8_t *chunk;              /* the caller's bytes: [at, size) of them are not used up */
    size_t size;
    size_t at;
    uint64_t position; /* stream offset of the first byte not in a whole packet: of tail[0], or of chunk[at] */
    uint64_t skip;     /* resynchronisation: so many of the next bytes are not looked at */
    uint64_t behind;   /* resynchronisation: where the last packet ended ... */
    uint64_t room;     /* ... and how much padding is from there to the record in progress */
    struct spe_decoder_config config;
    struct spe_decoder_stats stats;
    struct spe_draft draft; /* the record in progress */
    uint64_t held;          /* packets of the last records, by spe_held_types[], a byte each ... */
    uint32_t held_from;     /* ... of so many records; none of them is in the statistics yet */
    int32_t status;         /* of the last call for many records */
#if SPE_LEARNING
    struct spe_learned learned;
#endif
};

static inline struct decoder *spe_decoder_open(spe_decoder *d)
{
    struct decoder *decoder = (struct decoder *)(void *)d;
    return decoder->magic == SPE_DECODER_MAGIC ? decoder : NULL;
}

/* spe_decoder_init(), for storage of any size. */
SPE_INTERNAL int spe_decoder_begin(struct decoder *d, const struct spe_decoder_config *cfg);

/* Borrows a chunk; the last one must be used up. */
static inline void spe_borrow(struct decoder *d, const void *bytes, size_t len)
{
    d->chunk = (const uint8_t *)bytes;
    d->size = len;
    d->at = 0;
    d->stats.bytes += len;
#if SPE_LEARNING
    d->learned.end = d->learned.next = 0;
    if (d->learned.is_many)
        spe_many_drop(d->learned.many);
#endif
}

/* Takes the next record by the second or third way. Returns 1: *out is the record. 0: the chunk is used up. */
SPE_INTERNAL int spe_decoder_take(struct decoder *d, struct spe_record *out);

struct spe_columns;

/* Takes up to n records, by whichever way, into rows 0 to n - 1 of columns that are valid. Returns how many. */
SPE_INTERNAL size_t spe_take_rows(struct decoder *d, const struct spe_columns *columns, size_t n);

/* The third way: one packet. Returns 1: it ended the record, which is *out. 0: it did not, or the chunk is used up. */
SPE_INTERNAL int spe_take_packet(struct decoder *d, struct spe_record *out);

/* Ends what the stream breaks off in the middle of. Returns 1: *out is what there is of a record, flagged. 0: there is
 * none, or resynchronisation has dropped it. */
SPE_INTERNAL int spe_cut_off(struct decoder *d, struct spe_record *out);

/* Passes over bytes that resynchronisation need not look at. */
SPE_INTERNAL void spe_skip_bytes(struct decoder *d);

/* Ends the record in progress and hands it out. Returns 1. */
SPE_INTERNAL int spe_deliver(struct decoder *d, struct spe_record *out);

/* Adds the packet counts in `held`, by spe_held_types[], each `times` over. */
static inline void spe_count_held(struct spe_decoder_stats *stats, uint64_t held, uint64_t times)
{
    for (unsigned i = 0; i < sizeof spe_held_types; i++)
        stats->packets[spe_held_types[i]] += times * (uint8_t)(held >> 8 * i);
}

#endif
