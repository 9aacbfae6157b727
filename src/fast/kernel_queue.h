/* SPDX-License-Identifier: MIT */
/*
 * The second pass over records with many layouts: it compares the records in the queue with their layouts, and gathers
 * them in order. It is made for each kernel from two functions of the kernel's own, which compilers inline.
 */
#ifndef SPE_KERNEL_QUEUE_H
#define SPE_KERNEL_QUEUE_H

#include "header_walk.h"
#include "kernel_loop.h"

/* Whether a record at `bytes` has the layout. */
typedef int spe_fits_function(const struct spe_layout_wide *layout, const uint8_t *bytes);

#if SPE_LEARNING

/* The layout of the record, which may be another one with the same key, or NULL. */
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
        const uint8_t *const block = queue->bytes[list];
        const uint64_t base = run->base + queue->base[list];
        unsigned i = 0;
        for (; i < most; i++) {
            const unsigned place = queue->place[list][first + i];
            struct spe_layout_wide *layout = spe_many_match(many, queue->layout[list][first + i], block + place, fits);
            if (!layout) /* it may have been learned after the first pass */
                layout = spe_many_match(many, spe_many_find(run->learned, block + place), block + place, fits);
            if (!layout)
                break;
            spe_prefetch(block + place + SPE_BLOCK);
            gather(out, taken++, &layout->head, block + place, base + place);
            layout->head.hits++;
            at = next = queue->base[list] + place + layout->head.size;
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
