/* SPDX-License-Identifier: MIT */
/* The portable kernel: records in C alone. */
#include "kernel_queue.h"
#include "kernel_portable.h"

#if SPE_LEARNING

static int make_plan(struct spe_layout_learned *layout, const struct spe_places *places)
{
    struct spe_plan_portable *const plan = &layout->plan.portable;
    plan->events_mask = places->events_size < 8 ? (UINT64_C(1) << (8 * places->events_size)) - 1 : UINT64_MAX;
    plan->data_source_mask = places->data_source_size == 1 ? 0xff : 0xffff;
    plan->events_size = places->events_size;
    plan->data_source_size = places->data_source_size;
    plan->op_class = places->op_class;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
        plan->at[i] = places->at[i];
        plan->has[i] = (int8_t)(places->at[i] ? -1 : 0);
    }
    return 1;
}

static SPE_INLINED void gather_record(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                      uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    const struct spe_plan_portable *const plan = &layout->plan.portable;
#define GATHER(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                              \
    out->member = (uint##bits##_t)spe_learned_load(layout, bytes, SPE_AT_##NAME);
#define GATHER_SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                        \
    out->member = (uint##bits##_t)(spe_learned_load(layout, bytes, SPE_AT_##NAME) & plan->member##_mask);              \
    out->member##_size = plan->member##_size;
    memset(out->reserved, 0, sizeof out->reserved);
    out->offset = offset;
    out->size = layout->size;
    out->present = layout->present;
    out->flags = 0;
    out->op_class = plan->op_class;
    SPE_EACH_FIELD(GATHER, GATHER_SIZED, GATHER, SPE_SKIP_FIELD)
#undef GATHER
#undef GATHER_SIZED
}

static size_t take(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_run(run, out, 0, n, SPE_LEARNED_ROOM, spe_portable_match, gather_record);
}

static struct spe_layout_learned *take_one(struct spe_learned *learned, const uint8_t *bytes, uint64_t offset,
                                           struct spe_record *out)
{
    return spe_take_record(learned, bytes, offset, out, spe_portable_match, gather_record);
}

static int fits(const struct spe_layout_wide *layout, const uint8_t *bytes)
{
    uint64_t differs = spe_learned_difference(layout->head.value, layout->head.mask, bytes) |
                       spe_learned_difference(layout->head.value + 4, layout->head.mask + 4, bytes + 32);
    if (layout->head.size > SPE_LEARNED_SIZE)
        differs |= spe_learned_difference(layout->value, layout->mask, bytes + 64) |
                   spe_learned_difference(layout->value + 4, layout->mask + 4, bytes + 96);
    return !(differs | spe_learned_is_reserved(&layout->head, bytes));
}

static size_t take_queue(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_queue(run, out, n, fits, gather_record);
}

static struct spe_layout_learned *take_queued(struct spe_learned *learned, unsigned number, const uint8_t *bytes,
                                              uint64_t offset, struct spe_record *out)
{
    return spe_take_queued(learned, number, bytes, offset, out, fits, gather_record);
}

const struct spe_kernel spe_kernel_portable = {make_plan,     take,          take_one, take_queue, take_queued,
                                               spe_many_walk, spe_many_fill, NULL,     NULL,       SPE_LEARNED_ROOM};

#endif
