/* SPDX-License-Identifier: MIT */
/*
 * The second way: a whole record at the front of the chunk, folded in one loop over its packets. It must be complete,
 * with short headers, and with nothing reserved, repeated or unknown. That is known only at its end; if one of these
 * fails, the state is unchanged, and the third way takes the record.
 */
#ifndef SPE_WAY_WHOLE_H
#define SPE_WAY_WHOLE_H

#include "deliver.h"

/* Counts of ordinary records' packets: eight counts in one word, as long as a byte is enough for each */
#define SPE_HELD_MOST (255 / SPE_HELD_LARGEST) /* records */

static inline void spe_hold(struct decoder *d, uint32_t present)
{
    d->held += spe_held(present);
    if (++d->held_from < SPE_HELD_MOST)
        return;
    spe_count_held(&d->stats, d->held, 1);
    d->held = 0;
    d->held_from = 0;
}

/*
 * Reads the payload at bytes[*at] and moves *at past it. It branches on SZ instead of computing the size: the place of
 * the next header then depends on a prediction, which is mostly right, and not on this header.
 */
static inline uint64_t spe_take_payload(const uint8_t *bytes, size_t *at, uint8_t header)
{
    const uint8_t *const payload = bytes + *at;
    switch (header >> 4 & 3) {
    case 0:
        *at += 1;
        return *payload;
    case 1:
        *at += 2;
        return spe_load16(payload);
    case 2:
        *at += 4;
        return spe_load32(payload);
    default:
        *at += 8;
        return spe_load64(payload);
    }
}

/* Returns 1 if *out is the record; 0 if the front of the chunk is not such a record. On 0 the decoder's state is
 * unchanged. */
static inline int spe_take_whole(struct decoder *d, struct spe_record *out)
{
    struct spe_partial_record *partial = &d->partial;
    const uint8_t *const bytes = d->chunk;
    uint64_t sum = 0; /* sum of the packets' bits: more than `present` if one occurs twice */
    uint32_t present = 0;
    size_t padding = 0, at = d->at;
    unsigned kind = SPE_KIND_PC;
    if (d->size < 9) /* eight bytes after a header are read */
        return 0;
    const size_t last = d->size - 9;
    spe_partial_clear(partial);
    spe_prefetch(bytes + at);
    do {
        if (at > last)
            return 0;
        const uint8_t header = bytes[at++];
        if (!header) {
            const uint64_t next = spe_load64(bytes + at);
            const size_t zeros = next ? spe_lowest_bit(next) / 8 : 8;
            padding += 1 + zeros;
            at += zeros;
            continue;
        }
        kind = spe_header_kind[header];
        const uint32_t bit = spe_kind_bits[kind];
        present |= bit;
        sum += bit;
        partial->header[kind] = header;
        partial->value[kind] = spe_take_payload(bytes, &at, header);
    } while (kind < SPE_KIND_TIMESTAMP);
    at -= present / SPE_HAS_END; /* which has no payload */
    if (kind == SPE_KIND_NONE || sum != present || spe_partial_has_reserved_bits(partial) ||
        ((present & SPE_HAS_OPERATION) &&
         spe_op_is_reserved(partial->header[SPE_KIND_OPERATION] & 3, (unsigned)partial->value[SPE_KIND_OPERATION])))
        return 0;
    partial->present = present;
    partial->offset = d->position;
    d->position += at - d->at;
    d->at = at;
    partial->end = d->position;
    d->stats.packets[SPE_PACKET_PADDING] += padding;
    spe_hold(d, present);
    return spe_deliver(d, out);
}

#endif
