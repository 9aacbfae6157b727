/* SPDX-License-Identifier: MIT */
/*
 * The loop of every kernel over a run of records. It is made for each kernel from two functions of the kernel's own,
 * which compilers inline. In slots of fixed size, a record's place does not wait for the size of the record before it.
 */
#ifndef SPE_KERNEL_LOOP_H
#define SPE_KERNEL_LOOP_H

#include "../base/context.h"
#include "kernel.h"

#if SPE_LEARNING

/* The layout of the record at `bytes`, or NULL if none that is known fits. */
typedef struct spe_layout_learned *spe_match_function(struct spe_learned *learned, const uint8_t *bytes);

/* Gathers a record that fits the layout, as number i of *to. */
typedef void spe_gather_function(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                 uint64_t offset);

/* spe_kernel.take_one */
static SPE_INLINED struct spe_layout_learned *spe_take_record(struct spe_learned *learned, const uint8_t *bytes,
                                                              uint64_t offset, struct spe_record *out,
                                                              spe_match_function *match, spe_gather_function *gather)
{
    struct spe_layout_learned *const layout = match(learned, bytes);
    spe_prefetch(bytes);
    if (layout) {
        gather(out, 0, layout, bytes, offset);
        layout->hits++;
    }
    return layout;
}

/* Gathers records number `i` to n - 1. Looking at a record reads up to `room` bytes. Returns the number after the last
 * one. */
static SPE_INLINED size_t spe_take_run(struct spe_run *run, void *to, size_t i, size_t n, size_t room,
                                       spe_match_function *match, spe_gather_function *gather)
{
    struct spe_learned *const learned = run->learned;
    const uint8_t *const bytes = run->bytes;
    const uint64_t base = run->base;
    const size_t limit = run->size >= room ? run->size - room + 1 : 0;
    const struct spe_layout_learned *last = NULL;
    size_t at = run->next, start = at;
    while (i < n) {
        if (at < limit && !bytes[at])
            at = spe_skip_zeros(bytes, at, limit);
        if (at >= limit)
            break;
        struct spe_layout_learned *layout = match(learned, bytes + at);
        if (!layout) {
            run->missed = 1;
            break;
        }
        for (; layout && layout->is_slot; layout = i < n && at < limit ? match(learned, bytes + at) : NULL) {
            spe_prefetch(bytes + at);
            gather(to, i++, layout, bytes + at, base + at);
            layout->hits++;
            last = layout;
            start = at;
            at += SPE_SLOT;
        }
        if (!layout)
            continue;
        spe_prefetch(bytes + at);
        gather(to, i++, layout, bytes + at, base + at);
        layout->hits++;
        last = layout;
        start = at;
        at += layout->size;
    }
    run->next = at;
    if (last)
        run->at = start + last->size;
    return i;
}

#endif
#endif
