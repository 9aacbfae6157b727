/* SPDX-License-Identifier: MIT */
/*
 * The second way: a whole record at the front of the chunk, folded in one loop over its packets, if all of it is there
 * and nothing about it is odd: short headers, nothing reserved, nothing repeated, nothing unknown. Whether that is so
 * is known at its end; if it is not, nothing has happened, and the third way takes the record.
 */
#ifndef SPE_WAY_WHOLE_H
#define SPE_WAY_WHOLE_H

#include "decoder.h"

/* Packets of ordinary records: eight counts in one word, as long as a byte is enough for each. */
#define SPE_HELD_MOST 51 /* records: 255 / 5, see spe_held() */

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
 * The payload at bytes[*at], and past it. Branches by SZ, and not arithmetic: the next header then waits for a guess
 * only, which is mostly right, where it would wait for the size in this header.
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

/* Returns 1: *out is the record. 0: none stands at the front of the chunk, and nothing has happened. */
static inline int spe_take_whole(struct decoder *d, struct spe_record *out)
{
    struct spe_draft *draft = &d->draft;
    const uint8_t *const bytes = d->chunk;
    uint64_t sum = 0; /* of the packets' bits: more than `present` where one is there twice */
    uint32_t present = 0;
    size_t padding = 0, at = d->at;
    unsigned kind = SPE_KIND_PC;
    if (d->size < 9) /* eight bytes after a header are read */
        return 0;
    const size_t last = d->size - 9;
    spe_draft_clear(draft);
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
        draft->header[kind] = header;
        draft->value[kind] = spe_take_payload(bytes, &at, header);
    } while (kind < SPE_KIND_TIMESTAMP);
    at -= present / SPE_HAS_END; /* which has no payload */
    if (kind == SPE_KIND_NONE || sum != present || spe_draft_has_reserved_bits(draft) ||
        ((present & SPE_HAS_OPERATION) &&
         spe_op_is_reserved(draft->header[SPE_KIND_OPERATION] & 3, (unsigned)draft->value[SPE_KIND_OPERATION])))
        return 0;
    draft->present = present;
    draft->offset = d->position;
    d->position += at - d->at;
    d->at = at;
    draft->end = d->position;
    d->stats.packets[SPE_PACKET_PADDING] += padding;
    spe_hold(d, present);
    return spe_deliver(d, out);
}

#endif
