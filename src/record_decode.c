/* SPDX-License-Identifier: MIT */
/* A record in progress to struct spe_record. */
#include "record.h"

/* The payload of a kind, or 0 where the record does not have it. */
static inline uint64_t pick(const struct spe_draft *draft, unsigned kind)
{
    return draft->value[kind] & -(uint64_t)(draft->present >> kind & 1);
}

/* The header byte of a kind, or 0. */
static inline uint8_t pick_header(const struct spe_draft *draft, unsigned kind)
{
    return (uint8_t)(draft->header[kind] & -(draft->present >> kind & 1));
}

/* spe_kinds[] has the same fields by offset, for the way back; here they are spelled out, as it is all that a decoder
 * does with most records and a loop over rows takes three times as long. */
void spe_draft_finish(const struct spe_draft *draft, struct spe_record *out)
{
    memset(out->reserved, 0, sizeof out->reserved);
    out->offset = draft->offset;
    out->size = 0;
    out->pc = pick(draft, SPE_KIND_PC);
    out->branch_target = pick(draft, SPE_KIND_BRANCH_TARGET);
    out->data_va = pick(draft, SPE_KIND_DATA_VA);
    out->data_pa = pick(draft, SPE_KIND_DATA_PA);
    out->prev_branch_target = pick(draft, SPE_KIND_PREV_BRANCH_TARGET);
    out->timestamp = pick(draft, SPE_KIND_TIMESTAMP);
    out->events = pick(draft, SPE_KIND_EVENTS);
    out->present = draft->present;
    out->flags = draft->flags;
    out->context_el1 = (uint32_t)pick(draft, SPE_KIND_CONTEXT_EL1);
    out->context_el2 = (uint32_t)pick(draft, SPE_KIND_CONTEXT_EL2);
    out->total_latency = (uint16_t)pick(draft, SPE_KIND_TOTAL_LATENCY);
    out->issue_latency = (uint16_t)pick(draft, SPE_KIND_ISSUE_LATENCY);
    out->translation_latency = (uint16_t)pick(draft, SPE_KIND_TRANSLATION_LATENCY);
    out->alt_issue_latency = (uint16_t)pick(draft, SPE_KIND_ALT_ISSUE_LATENCY);
    out->data_source = (uint16_t)pick(draft, SPE_KIND_DATA_SOURCE);
    out->op_class = pick_header(draft, SPE_KIND_OPERATION) & 3;
    out->op_payload = (uint8_t)pick(draft, SPE_KIND_OPERATION);
    out->events_size = spe_payload_sizes[pick_header(draft, SPE_KIND_EVENTS) >> 4];
    out->data_source_size = spe_payload_sizes[pick_header(draft, SPE_KIND_DATA_SOURCE) >> 4];
}
