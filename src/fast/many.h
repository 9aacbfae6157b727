/* SPDX-License-Identifier: MIT */
/*
 * Many layouts, in memory that the caller lends, and records in two passes. The first walks over headers alone, at
 * four places of the chunk at once, as each header waits for the one before it: it gives where records begin and which
 * layout each may have, in a queue. The second compares and gathers them in order, by the kernel: what the first pass
 * guessed decides nothing.
 */
#ifndef SPE_MANY_H
#define SPE_MANY_H

#include "run.h"

#define SPE_NO_LAYOUT 0xff /* no layout's number */
#define SPE_MANY_KEYS 4096
#define SPE_MANY_LAYOUTS 0xfe /* at most */
#define SPE_ALIASES 4         /* layouts with one key, at most */

#define SPE_CURSORS 8
#define SPE_QUEUE 128        /* records of a cursor, at most */
#define SPE_BLOCK 16384      /* bytes that are walked over at once */
#define SPE_CURSOR_LEAST 512 /* ... by a cursor, if there is to be more than one */
/* The bytes that a walk from a place may read, and eight: the least size of the lent memory's use. */
#define SPE_MANY_ROOM (SPE_WIDE_SIZE + 24)

struct spe_queue {
    size_t base;                            /* the block's place in the chunk */
    uint16_t count[SPE_CURSORS];            /* of records, by cursor */
    uint16_t list;                          /* the next record's cursor, SPE_CURSORS: there is none ... */
    uint16_t number;                        /* ... and its number there */
    uint16_t place[SPE_CURSORS][SPE_QUEUE]; /* from `base` */
    uint8_t layout[SPE_CURSORS][SPE_QUEUE];
};

struct spe_many {
    uint32_t steps[256]; /* by header: the bytes of its packet, and a number for the key above; 0: no packet follows */
    uint8_t ends[256];   /* the bytes of a packet that ends a record, 0 of others */
    uint8_t keys[SPE_MANY_KEYS]; /* the first layout of each key */
    struct spe_queue queue;
    uint32_t room; /* layouts for which there is memory */
    struct spe_layout_wide layouts[];
};

/* The least memory that is of use: enough for some layouts, and to be moved to where a vector begins. */
#define SPE_MANY_LEAST 16384
_Static_assert(sizeof(struct spe_many) + 64 + 16 * sizeof(struct spe_layout_wide) <= SPE_MANY_LEAST, "too little");

#ifndef SPE_NO_LEARNING

/* Makes lent memory ready. Returns NULL: it is too small. */
SPE_INTERNAL struct spe_many *spe_many_begin(void *memory, size_t size);

/* Forgets all layouts, and the queue. */
SPE_INTERNAL void spe_many_forget(struct spe_many *many);

/* Learns the layout of a record that is not odd and that no layout fits. */
SPE_INTERNAL void spe_many_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size,
                                 const struct spe_record *record);

/* Fills the queue from `at` on, behind zeros, or finds that place in it. Returns whether the queue has a record there;
 * if not, the run may have missed. */
SPE_INTERNAL int spe_many_queue(struct spe_many *many, struct spe_run *run, size_t at);

/* What a walk over a record's headers gives: its size, 0: it does not end; and a key for what headers it has. */
struct spe_walked {
    uint32_t size;
    uint32_t key;
};

/* Walks on from where a walk is, header by header. */
SPE_INTERNAL uint32_t spe_walk_on(const struct spe_many *many, const uint8_t *bytes, uint32_t walk);

/* spe_kernel.walk and spe_kernel.fill, without vectors. */
SPE_INTERNAL struct spe_walked spe_many_walk(const struct spe_many *many, const uint8_t *bytes);
SPE_INTERNAL void spe_many_fill(struct spe_many *many, const struct spe_run *run, size_t at, size_t limit);

/* The first layout that the record at `bytes` may have by its headers, or SPE_NO_LAYOUT. */
static inline unsigned spe_many_find(const struct spe_learned *learned, const uint8_t *bytes)
{
    const struct spe_walked walked = learned->kernel->walk(learned->many, bytes);
    return walked.size ? learned->many->keys[walked.key] : SPE_NO_LAYOUT;
}

#endif

static inline void spe_many_drop(struct spe_many *many)
{
    many->queue.list = SPE_CURSORS;
}

/* The place in the chunk of the next record in the queue; SIZE_MAX: there is none. */
static inline size_t spe_queue_next(const struct spe_queue *queue)
{
    return queue->list < SPE_CURSORS ? queue->base + queue->place[queue->list][queue->number] : SIZE_MAX;
}

static inline void spe_queue_pass(struct spe_queue *queue, unsigned records)
{
    queue->number = (uint16_t)(queue->number + records);
    while (queue->list < SPE_CURSORS && queue->number == queue->count[queue->list]) {
        queue->number = 0;
        queue->list++;
    }
}

/* Whether a record at `bytes` has the layout. */
typedef int spe_fits_function(const struct spe_layout_wide *layout, const uint8_t *bytes);

#ifndef SPE_NO_LEARNING

/* The layout that the record has, which may be another one with the same key; or NULL. */
static SPE_INLINED struct spe_layout_wide *spe_many_match(struct spe_many *many, unsigned number, const uint8_t *bytes,
                                                          spe_fits_function *fits)
{
    while (number != SPE_NO_LAYOUT) {
        struct spe_layout_wide *const layout = &many->layouts[number];
        if (fits(layout, bytes))
            return layout;
        number = layout->alias;
    }
    return NULL;
}

/* spe_kernel.take_queued */
static SPE_INLINED struct spe_layout_learned *spe_take_queued(struct spe_learned *learned, unsigned number,
                                                              const uint8_t *bytes, uint64_t offset,
                                                              struct spe_record *out, spe_fits_function *fits,
                                                              spe_gather_function *gather)
{
    if (number == SPE_NO_LAYOUT)
        return NULL;
    struct spe_layout_wide *const layout = &learned->many->layouts[number];
    if (!fits(layout, bytes))
        return NULL;
    spe_prefetch(bytes + SPE_BLOCK);
    gather(out, 0, &layout->head, bytes, offset);
    layout->head.hits++;
    return &layout->head;
}

/* spe_kernel.take_many */
static SPE_INLINED size_t spe_take_queue(struct spe_run *run, struct spe_record *out, size_t n, spe_fits_function *fits,
                                         spe_gather_function *gather)
{
    struct spe_many *const many = run->learned->many;
    struct spe_queue *const queue = &many->queue;
    size_t taken = 0, at = run->at, next = run->next;
    while (taken < n && (spe_queue_next(queue) == next || spe_many_queue(many, run, next))) {
        const unsigned list = queue->list, first = queue->number, left = queue->count[list] - first;
        const unsigned most = left < n - taken ? left : (unsigned)(n - taken);
        const uint8_t *const block = run->bytes + queue->base;
        const uint64_t base = run->base + queue->base;
        unsigned i = 0;
        for (; i < most; i++) {
            const unsigned place = queue->place[list][first + i];
            struct spe_layout_wide *layout = spe_many_match(many, queue->layout[list][first + i], block + place, fits);
            if (!layout) /* unless it was learned after the first pass */
                layout = spe_many_match(many, spe_many_find(run->learned, block + place), block + place, fits);
            if (!layout)
                break;
            spe_prefetch(block + place + SPE_BLOCK);
            gather(out, taken++, &layout->head, block + place, base + place);
            layout->head.hits++;
            at = next = queue->base + place + layout->head.size;
        }
        spe_queue_pass(queue, i);
        if (i < most) {
            run->missed = 1;
            break;
        }
        if (queue->list < SPE_CURSORS)
            next = spe_queue_next(queue);
    }
    run->at = at;
    run->next = next;
    return taken;
}

#endif

#endif
