/* SPDX-License-Identifier: MIT */
/*
 * The first pass over a block of a chunk: it walks over headers alone, at several places at once, and fills the queue
 * of many_layouts.h. It is made for each kernel from the kernel's own walk, as the loop of kernel_loop.h is.
 */
#ifndef SPE_HEADER_WALK_H
#define SPE_HEADER_WALK_H

#include "many_layouts.h"

#if SPE_LEARNING

/* Continues a walk header by header. Returns where it ends. */
SPE_INTERNAL uint32_t spe_walk_on(const struct spe_many *many, const uint8_t *bytes, uint32_t walk);

/* spe_kernel.walk and spe_kernel.fill, without vectors. */
SPE_INTERNAL struct spe_walked spe_many_walk(const struct spe_many *many, const uint8_t *bytes);
SPE_INTERNAL void spe_many_fill(struct spe_many *many, const struct spe_run *run, size_t at);

/* Finds the place `at`, after zeros, in the queue, or fills the queue from there on. Returns whether the queue has a
 * record there; if not, run->missed is 1 if a record fitted no layout. */
SPE_INTERNAL int spe_many_queue(struct spe_many *many, struct spe_run *run, size_t at);

/* Walks over `n` records at once. */
typedef void spe_walk_function(const struct spe_many *many, const uint8_t *const *records, unsigned n,
                               struct spe_walked *walked);

/* One of the places in a block from which records are walked over. Places count from spe_queue.bytes of the list. */
struct spe_cursor {
    const uint8_t *bytes;
    size_t at;
    size_t end;  /* where the next cursor began */
    size_t most; /* the end of the block */
    size_t room; /* the end of the bytes */
};

/* Begins the queue's next block at the place `at` of the chunk, and sets the cursors' places in it. Returns the number
 * of cursors: 1, or `most`. */
SPE_INTERNAL unsigned spe_begin_block(struct spe_many *many, const struct spe_run *run, size_t at, unsigned most,
                                      struct spe_cursor *c);

/* Ends a block: a cursor's list is used only if the cursor before it ended where this one began. */
SPE_INTERNAL void spe_end_block(struct spe_many *many, const struct spe_cursor *c, unsigned cursors);

/* Puts the record at the cursor into the queue. Returns 0 if the list ends here. */
static SPE_INLINED int spe_put_record(struct spe_many *many, struct spe_cursor *cursor, unsigned list,
                                      struct spe_walked walked)
{
    struct spe_queue *const queue = &many->queue;
    const unsigned number = queue->count[list];
    if (!walked.size || number == SPE_QUEUE || walked.size > cursor->room - cursor->at)
        return 0;
    queue->place[list][number] = (uint16_t)cursor->at;
    queue->layout[list][number] = many->keys[walked.key];
    queue->count[list] = (uint16_t)(number + 1);
    cursor->at += walked.size;
    const uint64_t after = spe_load64(cursor->bytes + cursor->at);
    if (SPE_GUESS(after))
        cursor->at += spe_lowest_bit(after) / 8;
    else
        cursor->at = spe_skip_zeros(cursor->bytes, cursor->at, cursor->most);
    return cursor->at < cursor->end;
}

/* Moves each cursor to its end, or to the first place where no record may be. */
static SPE_INLINED void spe_walk_together(struct spe_many *many, struct spe_cursor *c, unsigned cursors,
                                          spe_walk_function *walk)
{
    unsigned moving = 0;
    for (unsigned i = 0; i < cursors; i++)
        moving |= (unsigned)(c[i].at < c[i].end) << i;
    while (moving) {
        const uint8_t *records[SPE_CURSORS];
        struct spe_walked walked[SPE_CURSORS];
        SPE_UNROLL
        for (unsigned i = 0; i < cursors; i++) /* a cursor at its end walks for nothing */
            records[i] = c[i].bytes + (moving >> i & 1 ? c[i].at : 0);
        walk(many, records, cursors, walked);
        SPE_UNROLL
        for (unsigned i = 0; i < cursors; i++)
            if (SPE_GUESS(moving >> i & 1) && !SPE_GUESS(spe_put_record(many, &c[i], i, walked[i])))
                moving &= ~(1u << i);
    }
}

/* spe_kernel.fill */
static SPE_INLINED void spe_fill_queue(struct spe_many *many, const struct spe_run *run, size_t at, unsigned most,
                                       spe_walk_function *walk)
{
    struct spe_cursor c[SPE_CURSORS];
    const unsigned cursors = spe_begin_block(many, run, at, most, c);
    if (cursors == most)
        spe_walk_together(many, c, most, walk);
    else
        spe_walk_together(many, c, 1, walk);
    spe_end_block(many, c, cursors);
}

#endif

#endif
