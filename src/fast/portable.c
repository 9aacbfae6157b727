/* SPDX-License-Identifier: MIT */
/* Records by the portable kernel. */
#include "many.h"
#include "portable.h"

#ifndef SPE_NO_LEARNING

static int make_form(struct spe_layout_learned *layout, const struct spe_places *places)
{
    struct spe_form_portable *const form = &layout->form.portable;
    form->events_mask = places->events_size < 8 ? (UINT64_C(1) << (8 * places->events_size)) - 1 : UINT64_MAX;
    form->data_source_mask = places->data_source_size == 1 ? 0xff : 0xffff;
    form->events_size = places->events_size;
    form->data_source_size = places->data_source_size;
    form->op_class = places->op_class;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++) {
        form->at[i] = places->at[i];
        form->has[i] = (int8_t)(places->at[i] ? -1 : 0);
    }
    return 1;
}

static SPE_INLINED void gather_record(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                      uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    memset(out->reserved, 0, sizeof out->reserved);
    out->offset = offset;
    out->size = layout->size;
    out->pc = spe_learned_load(layout, bytes, SPE_AT_PC);
    out->branch_target = spe_learned_load(layout, bytes, SPE_AT_BRANCH_TARGET);
    out->data_va = spe_learned_load(layout, bytes, SPE_AT_DATA_VA);
    out->data_pa = spe_learned_load(layout, bytes, SPE_AT_DATA_PA);
    out->prev_branch_target = spe_learned_load(layout, bytes, SPE_AT_PREV_BRANCH_TARGET);
    out->timestamp = spe_learned_load(layout, bytes, SPE_AT_TIMESTAMP);
    out->events = spe_learned_events(layout, bytes);
    out->present = layout->present;
    out->flags = 0;
    out->context_el1 = (uint32_t)spe_learned_load(layout, bytes, SPE_AT_CONTEXT_EL1);
    out->context_el2 = (uint32_t)spe_learned_load(layout, bytes, SPE_AT_CONTEXT_EL2);
    out->total_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_TOTAL_LATENCY);
    out->issue_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_ISSUE_LATENCY);
    out->translation_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_TRANSLATION_LATENCY);
    out->alt_issue_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_ALT_ISSUE_LATENCY);
    out->data_source = spe_learned_data_source(layout, bytes);
    out->op_class = layout->form.portable.op_class;
    out->op_payload = (uint8_t)spe_learned_load(layout, bytes, SPE_AT_OPERATION);
    out->events_size = layout->form.portable.events_size;
    out->data_source_size = layout->form.portable.data_source_size;
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

const struct spe_kernel spe_kernel_portable = {make_form,     take,          take_one, take_queue,      take_queued,
                                               spe_many_walk, spe_many_fill, NULL,     SPE_LEARNED_ROOM};

#endif
