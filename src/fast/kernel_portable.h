/* SPDX-License-Identifier: MIT */
/*
 * The kernel in C alone. The layout that may fit is guessed from a few bits, every byte that it fixes is compared, and
 * the fields are gathered from their places in the layout.
 */
#ifndef SPE_KERNEL_PORTABLE_H
#define SPE_KERNEL_PORTABLE_H

#include "kernel_loop.h"

#if SPE_LEARNING

/* The bits in which 32 bytes differ from a layout's. */
static SPE_INLINED uint64_t spe_learned_difference(const uint64_t *value, const uint64_t *mask, const uint8_t *bytes)
{
    return ((spe_load64(bytes) ^ value[0]) & mask[0]) | ((spe_load64(bytes + 8) ^ value[1]) & mask[1]) |
           ((spe_load64(bytes + 16) ^ value[2]) & mask[2]) | ((spe_load64(bytes + 24) ^ value[3]) & mask[3]);
}

static SPE_INLINED struct spe_layout_learned *spe_portable_match(struct spe_learned *learned, const uint8_t *bytes)
{
    struct spe_layout_learned *const layout = &learned->layouts[learned->answers[spe_learned_ask(learned, bytes)]];
    const uint64_t differs = spe_learned_difference(layout->value, layout->mask, bytes) |
                             spe_learned_difference(layout->value + 4, layout->mask + 4, bytes + 32);
    return differs | spe_learned_is_reserved(layout, bytes) ? NULL : layout;
}

/* The payload at a position of spe_kind_order[], or 0 if it is absent. If it has fewer than eight bytes, the bytes
 * after it are included. */
static inline uint64_t spe_learned_load(const struct spe_layout_learned *layout, const uint8_t *bytes,
                                        unsigned position)
{
    const struct spe_plan_portable *const plan = &layout->plan.portable;
    return spe_load64(bytes + plan->at[position]) & (uint64_t)(int64_t)plan->has[position];
}

static inline uint64_t spe_learned_events(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    return spe_learned_load(layout, bytes, SPE_AT_EVENTS) & layout->plan.portable.events_mask;
}

static inline uint16_t spe_learned_data_source(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    return (uint16_t)(spe_learned_load(layout, bytes, SPE_AT_DATA_SOURCE) & layout->plan.portable.data_source_mask);
}

#endif
#endif
