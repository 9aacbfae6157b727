/* SPDX-License-Identifier: MIT */
/*
 * The first way: a run of records whose layouts were learned (learn.h). The layout that may fit is guessed from a few
 * bits, every byte that it fixes is compared, and the fields are gathered from where the layout has them: for one
 * record, for many, or for columns. A record that does not fit ends the run; nothing of it has been touched.
 */
#ifndef SPE_WAY_LEARNED_H
#define SPE_WAY_LEARNED_H

#include "../base/internal.h"
#include "decoder.h"

#if SPE_LEARNING

/* A run of records that learned layouts fit: the decoder's place in the chunk, in registers. */
struct spe_run {
    struct spe_learned *learned;
    const uint8_t *bytes; /* the chunk */
    size_t at;
    size_t limit;  /* of `at`: the end of the chunk, less the room that a look at a record needs */
    uint64_t base; /* the stream offset of bytes[0] */
    uint64_t padding;
    int missed;
};

/* Whether a run may begin: layouts are known (where learning has given up there are none), no record is in progress,
 * the next one will have no flag, and there are bytes. */
static inline int spe_may_run(const struct decoder *d)
{
    return d->learned.count && !d->in_record && !d->in_gap && !d->tail_size && d->at < d->size;
}

static inline struct spe_run spe_begin_run(struct decoder *d)
{
    const size_t limit = d->size >= SPE_LEARNED_ROOM ? d->size - SPE_LEARNED_ROOM + 1 : 0;
    return (struct spe_run){&d->learned, d->chunk, d->at, limit, d->position - d->at, 0, 0};
}

/* The stream offset of the next record. */
static inline uint64_t spe_run_offset(const struct spe_run *run)
{
    return run->base + run->at;
}

/* The layout of the next record, padding before it passed over; or NULL: none that is known fits. */
static inline struct spe_layout_learned *spe_match_record(struct spe_run *run)
{
    const size_t from = run->at;
    if (from < run->limit && !run->bytes[from]) {
        run->at = spe_skip_zeros(run->bytes, from, run->limit);
        run->padding += run->at - from;
    }
    if (run->at >= run->limit)
        return NULL;
    const uint8_t *record = run->bytes + run->at;
    spe_prefetch(record);
    struct spe_layout_learned *layout = spe_learned_guess(run->learned, record);
    if (spe_learned_fits(layout, record))
        return layout;
    run->missed = 1;
    return NULL;
}

static inline void spe_pass_record(struct spe_run *run, struct spe_layout_learned *layout)
{
    layout->hits++;
    run->at += layout->size;
}

/* Some record fitted no layout. */
SPE_INTERNAL void spe_decoder_miss(struct decoder *d);

/* After `taken` records. */
static inline void spe_end_run(struct decoder *d, const struct spe_run *run, size_t taken)
{
    d->position = spe_run_offset(run);
    d->at = run->at;
    d->stats.packets[SPE_PACKET_PADDING] += run->padding;
    d->learned.tries += (uint32_t)taken + (uint32_t)run->missed;
    if (run->missed)
        spe_decoder_miss(d);
}

/* Gathers a record that the layout fits. */
static inline void spe_gather_record(const struct spe_layout_learned *layout, const uint8_t *bytes,
                                     struct spe_record *out)
{
    memset(out->reserved, 0, sizeof out->reserved);
    out->size = layout->size;
    out->pc = spe_learned_load(layout, bytes, SPE_AT_PC);
    out->branch_target = spe_learned_load(layout, bytes, SPE_AT_BRANCH_TARGET);
    out->data_va = spe_learned_load(layout, bytes, SPE_AT_DATA_VA);
    out->data_pa = spe_learned_load(layout, bytes, SPE_AT_DATA_PA);
    out->prev_branch_target = spe_learned_load(layout, bytes, SPE_AT_PREV_BRANCH_TARGET);
    out->timestamp = spe_learned_load(layout, bytes, SPE_AT_TIMESTAMP);
    out->events = spe_learned_load(layout, bytes, SPE_AT_EVENTS) & layout->events_mask;
    out->present = layout->present;
    out->flags = 0;
    out->context_el1 = (uint32_t)spe_learned_load(layout, bytes, SPE_AT_CONTEXT_EL1);
    out->context_el2 = (uint32_t)spe_learned_load(layout, bytes, SPE_AT_CONTEXT_EL2);
    out->total_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_TOTAL_LATENCY);
    out->issue_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_ISSUE_LATENCY);
    out->translation_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_TRANSLATION_LATENCY);
    out->alt_issue_latency = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_ALT_ISSUE_LATENCY);
    out->data_source = (uint16_t)spe_learned_load(layout, bytes, SPE_AT_DATA_SOURCE) & layout->data_source_mask;
    out->op_class = layout->op_class;
    out->op_payload = (uint8_t)spe_learned_load(layout, bytes, SPE_AT_OPERATION);
    out->events_size = layout->events_size;
    out->data_source_size = layout->data_source_size;
}

/* Up to n records of learned layouts. Returns how many. */
static inline size_t spe_gather_records(struct decoder *d, struct spe_record *out, size_t n)
{
    if (!spe_may_run(d))
        return 0;
    struct spe_layout_learned *layout;
    struct spe_run run = spe_begin_run(d);
    size_t i = 0;
    for (; i < n && (layout = spe_match_record(&run)) != NULL; i++) {
        spe_gather_record(layout, run.bytes + run.at, &out[i]);
        out[i].offset = spe_run_offset(&run);
        spe_pass_record(&run, layout);
    }
    spe_end_run(d, &run, i);
    return i;
}

/* Adds to the statistics what came by this way and is not in them yet. */
SPE_INTERNAL void spe_count_learned(const struct spe_learned *learned, struct spe_decoder_stats *stats);

/* Learns the layout of a record that the second way has taken at `bytes`, of which `len` can be read, if that is of
 * use. */
SPE_INTERNAL void spe_learn_from(struct decoder *d, const uint8_t *bytes, size_t len, const struct spe_record *record);

#else

static inline size_t spe_gather_records(struct decoder *d, struct spe_record *out, size_t n)
{
    (void)d, (void)out, (void)n;
    return 0;
}

static inline void spe_learn_from(struct decoder *d, const uint8_t *bytes, size_t len, const struct spe_record *record)
{
    (void)d, (void)bytes, (void)len, (void)record;
}

#endif

#endif
