/* SPDX-License-Identifier: MIT */
/* The first pass over a block, made for each kernel from its own walk, as run.h is. */
#ifndef SPE_FILL_H
#define SPE_FILL_H

#include "many.h"

#ifndef SPE_NO_LEARNING

/* Walks over `n` records at once. */
typedef void spe_walk_function(const struct spe_many *many, const uint8_t *const *records, unsigned n,
                               struct spe_walked *walked);

/* One of several places in a block from which records are walked over. */
struct spe_cursor {
    size_t at;
    size_t end; /* where the next cursor began */
};

/* Puts the record at the cursor into the queue. Returns 0: the list ends here. */
static SPE_INLINED int spe_put_record(struct spe_many *many, const struct spe_run *run, struct spe_cursor *cursor,
                                      unsigned list, struct spe_walked walked, size_t limit)
{
    struct spe_queue *const queue = &many->queue;
    const unsigned number = queue->count[list];
    if (!walked.size || number == SPE_QUEUE)
        return 0;
    queue->place[list][number] = (uint16_t)(cursor->at - queue->base);
    queue->layout[list][number] = many->keys[walked.key];
    queue->count[list] = (uint16_t)(number + 1);
    cursor->at += walked.size;
    const uint64_t behind = spe_load64(run->bytes + cursor->at);
    if (SPE_GUESS(behind))
        cursor->at += spe_lowest_bit(behind) / 8;
    else
        cursor->at = spe_skip_zeros(run->bytes, cursor->at, limit);
    return 1;
}

/* Where a record may begin, at `from` or behind: after what looks like the end of one, if its headers are those of a
 * layout. Returns `to`: none does. */
static inline size_t spe_find_start(const struct spe_run *run, size_t from, size_t to)
{
    for (; from < to; from++) {
        const uint8_t header = run->bytes[from];
        const unsigned kind = spe_header_kind[header];
        if (kind != SPE_KIND_TIMESTAMP && kind != SPE_KIND_END)
            continue;
        const size_t at = spe_skip_zeros(run->bytes, from + 1 + spe_payload_size(header), to);
        if (at < to && spe_many_find(run->learned, run->bytes + at) != SPE_NO_LAYOUT)
            return at;
    }
    return to;
}

/* All cursors, as long as none is at its end. Returns the lists that ended early, a bit each. */
static SPE_INLINED unsigned spe_walk_together(struct spe_many *many, const struct spe_run *run, struct spe_cursor *c,
                                              unsigned cursors, size_t limit, spe_walk_function *walk)
{
    unsigned stopped = 0;
    for (;;) {
        const uint8_t *records[SPE_CURSORS];
        struct spe_walked walked[SPE_CURSORS];
        unsigned ended = stopped;
        SPE_UNROLL
        for (unsigned i = 0; i < cursors; i++) {
            ended |= c[i].at >= c[i].end;
            records[i] = run->bytes + c[i].at;
        }
        if (ended)
            return stopped;
        walk(many, records, cursors, walked);
        SPE_UNROLL
        for (unsigned i = 0; i < cursors; i++)
            stopped |= (unsigned)!spe_put_record(many, run, &c[i], i, walked[i], limit) << i;
    }
}

/* spe_kernel.fill. The lists of cursors count as far as each ended where the next began. */
static SPE_INLINED void spe_fill_queue(struct spe_many *many, const struct spe_run *run, size_t at, size_t limit,
                                       unsigned most, spe_walk_function *walk)
{
    const size_t left = limit - at, span = left < SPE_BLOCK ? left : SPE_BLOCK;
    const unsigned cursors = span < SPE_CURSOR_LEAST * most ? 1 : most;
    struct spe_cursor c[SPE_CURSORS + 1];
    unsigned stopped = 0, list = 0;
    memset(many->queue.count, 0, sizeof many->queue.count);
    many->queue.base = at;
    c[0].at = at;
    for (unsigned i = 1; i < cursors; i++)
        c[i].at = spe_find_start(run, at + span / cursors * i, at + span);
    c[cursors].at = at + span;
    for (unsigned i = 0; i < cursors; i++)
        c[i].end = c[i + 1].at;
    if (cursors == most)
        stopped = spe_walk_together(many, run, c, most, limit, walk);
    for (; list < cursors; list++) {
        while (!(stopped >> list & 1) && c[list].at < c[list].end) {
            const uint8_t *const record = run->bytes + c[list].at;
            struct spe_walked walked;
            walk(many, &record, 1, &walked);
            stopped |= (unsigned)!spe_put_record(many, run, &c[list], list, walked, limit) << list;
        }
        if (c[list].at != c[list].end)
            break;
    }
    for (list++; list < SPE_CURSORS; list++)
        many->queue.count[list] = 0;
}

#endif

#endif
