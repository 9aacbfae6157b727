/* SPDX-License-Identifier: MIT */
/*
 * Many record layouts, in memory that the caller provides. Their records are decoded in two passes. The first pass
 * (header_walk.h) walks over headers alone, at several places of the chunk at once, as each header waits for the one
 * before it. It fills a queue with the places where records begin and the layout that each may have. The second pass
 * (kernel_queue.h) compares and gathers the records in order: a wrong guess of the first pass changes no result.
 */
#ifndef SPE_MANY_LAYOUTS_H
#define SPE_MANY_LAYOUTS_H

#include "kernel.h"

#define SPE_NO_LAYOUT 0xff /* not the number of a layout */
#define SPE_MANY_KEYS 4096
#define SPE_MANY_LAYOUTS 0xfe /* at most */
#define SPE_ALIASES 4         /* layouts with one key, at most */

#define SPE_CURSORS 8
#define SPE_QUEUE 128   /* records of a cursor, at most */
#define SPE_BLOCK 16384 /* bytes that one first pass covers */
#define SPE_TAIL 1024   /* bytes at the end of a chunk that are copied, at most */
/* The bytes that a walk from a place may read, and eight more: the least size with which the caller's memory is used */
#define SPE_MANY_ROOM (SPE_WIDE_SIZE + 24)

struct spe_queue {
    const uint8_t *bytes[SPE_CURSORS];      /* places count from here, by cursor: in the chunk, or in `tail` ... */
    size_t base[SPE_CURSORS];               /* ... which is this place in the chunk */
    size_t stop;                            /* the place in the chunk after which no whole record was found */
    uint16_t count[SPE_CURSORS];            /* number of records */
    uint16_t list;                          /* the next record's cursor, SPE_CURSORS at the end ... */
    uint16_t number;                        /* ... and its number in the cursor's list */
    uint16_t place[SPE_CURSORS][SPE_QUEUE]; /* where records begin */
    uint8_t layout[SPE_CURSORS][SPE_QUEUE];
};

struct spe_many {
    uint32_t steps[256]; /* by header: the bytes of its packet, with a number for the key in the higher bits; 0 if no
                          * packet follows */
    uint8_t ends[256];   /* the bytes of a packet that ends a record, 0 for other packets */
    uint8_t starts[256]; /* by header: 1 if a layout begins with it, otherwise 0 */
    uint8_t keys[SPE_MANY_KEYS]; /* the first layout of each key */
    struct spe_queue queue;
    uint8_t tail[SPE_TAIL + SPE_MANY_ROOM]; /* a copy of the chunk's end, with room to walk over its records */
    uint32_t room;                          /* number of layouts for which there is memory */
    struct spe_layout_wide layouts[];
};

/* The least memory that is useful: enough for some layouts after the memory is aligned for vectors. */
#define SPE_MANY_LEAST 16384
_Static_assert(sizeof(struct spe_many) + 64 + 16 * sizeof(struct spe_layout_wide) <= SPE_MANY_LEAST, "too little");

#if SPE_LEARNING

/* Prepares memory of the caller, of at least SPE_MANY_LEAST bytes. */
SPE_INTERNAL struct spe_many *spe_many_begin(void *memory, size_t size);

/* Forgets all layouts, and the queue. */
SPE_INTERNAL void spe_many_forget(struct spe_many *many);

/* Learns the layout of a record that has no flags and fits no known layout. */
SPE_INTERNAL void spe_many_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size,
                                 const struct spe_record *record);

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
    many->queue.stop = SIZE_MAX;
}

/* The place in the chunk of the next record in the queue; SIZE_MAX if the queue is empty. */
static inline size_t spe_queue_next(const struct spe_queue *queue)
{
    const unsigned list = queue->list;
    return list < SPE_CURSORS ? queue->base[list] + queue->place[list][queue->number] : SIZE_MAX;
}

static inline void spe_queue_pass(struct spe_queue *queue, unsigned records)
{
    queue->number = (uint16_t)(queue->number + records);
    while (queue->list < SPE_CURSORS && queue->number == queue->count[queue->list]) {
        queue->number = 0;
        queue->list++;
    }
}

#endif
