/* SPDX-License-Identifier: MIT */
/* The decoder's state: the caller's bytes, the record in progress, the counts, and the learned layouts. */
#ifndef SPE_DECODER_STATE_H
#define SPE_DECODER_STATE_H

#include <libspe/decoder.h>

#include "../base/context.h"
#include "../fast/many_layouts.h"
#include "fold.h"

#define SPE_DECODER_MAGIC 0x53504544u /* "SPED" */

struct SPE_MAY_ALIAS decoder {
    uint32_t magic;
    uint8_t in_record; /* `partial` holds at least one packet */
    uint8_t tail_size;
    uint8_t in_gap; /* bytes are missing, or were skipped, since the last record */
    uint8_t finished;
    uint8_t tail[SPE_PACKET_MAX_SIZE]; /* the first bytes of a packet that continues in the next chunk */
    uint8_t is_searching;              /* resynchronisation: records must be plausible */
    const uint8_t *chunk;              /* the caller's bytes: [at, size) of them are not used up */
    size_t size;
    size_t at;
    uint64_t position;   /* stream offset of the first byte not in a whole packet: of tail[0], or of chunk[at] */
    uint64_t skip;       /* resynchronisation: the number of bytes to skip next */
    uint64_t packet_end; /* resynchronisation: the end of the last packet ... */
    uint64_t room;       /* ... and the padding from there to the record in progress */
    struct spe_decoder_config config;
    struct spe_decoder_stats stats;
    struct spe_partial_record partial; /* the record in progress */
    uint64_t held;                     /* packets of the last records, by spe_held_types[], a byte each ... */
    uint32_t held_from;                /* ... and the number of these records, which are not in the statistics yet */
    int32_t status;                    /* of the last call that decodes many records */
#if SPE_LEARNING
    struct spe_learned learned;
#endif
};

static inline struct decoder *spe_decoder_open(spe_decoder *d)
{
    struct decoder *decoder = (struct decoder *)(void *)d;
    return decoder->magic == SPE_DECODER_MAGIC ? decoder : NULL;
}

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

/* Adds the packet counts in `held`, by spe_held_types[], `times` times. */
static inline void spe_count_held(struct spe_decoder_stats *stats, uint64_t held, uint64_t times)
{
    for (unsigned i = 0; i < sizeof spe_held_types; i++)
        stats->packets[spe_held_types[i]] += times * (uint8_t)(held >> 8 * i);
}

#endif
