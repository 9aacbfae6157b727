/* SPDX-License-Identifier: MIT */
/* The rare parts of the first way: learning, counting, and giving up. */
#include "way_learned.h"

#if SPE_LEARNING

/* When to give up (see is_useless()). The pause is 2^(PAUSE + 2) records, and four times as long each time, up to
 * 2^(PAUSE + 2 * PATIENCE): useless learning must cost next to nothing. */
#define SPE_LEARN_TRIES 128
#define SPE_LEARN_WINDOW 1024 /* records after which a good rate is counted again from 0 */
#define SPE_LEARN_PAUSE 12
#define SPE_LEARN_PATIENCE 3
#define SPE_ASK_BYTES (UINT64_C(1) << 18) /* bytes decoded before the processor's features are read */
#define SPE_SETTLE_BYTES (UINT64_C(1) << 30)

void spe_count_learned(const struct spe_learned *learned, struct spe_decoder_stats *stats)
{
    uint64_t padding = learned->passed;
    for (unsigned i = 0; i < learned->count; i++) {
        const struct spe_layout_learned *const layout =
            learned->is_many ? &learned->many->layouts[i].head : &learned->layouts[i];
        const uint64_t hits = layout->hits;
        stats->records += hits;
        padding -= hits * (uint64_t)(layout->size - layout->padding);
        spe_count_held(stats, spe_held(layout->present), hits);
    }
    stats->packets[SPE_PACKET_PADDING] += padding;
}

/* Moves the counts into the statistics. */
static void settle(struct decoder *d)
{
    struct spe_learned *learned = &d->learned;
    spe_count_learned(learned, &d->stats);
    learned->passed = 0;
    for (unsigned i = 0; i < learned->count; i++)
        *(learned->is_many ? &learned->many->layouts[i].head.hits : &learned->layouts[i].hits) = 0;
}

static void forget(struct decoder *d)
{
    settle(d);
    d->learned.count = d->learned.full = d->learned.is_many = 0;
}

/* Continues in the caller's memory, as the decoder's own memory is full. */
static void learn_many(struct spe_learned *learned)
{
    spe_many_forget(learned->many);
    learned->is_many = 1;
}

/* After this many bytes it pays to read the processor's features; it also keeps the counts of hits from overflowing. */
void spe_decoder_settle(struct decoder *d)
{
    struct spe_learned *learned = &d->learned;
    const struct spe_kernel *const best = spe_kernel_find(d->config.kernel);
    learned->limit = SPE_SETTLE_BYTES;
    if (best == learned->kernel) {
        settle(d);
        return;
    }
    forget(d);
    learned->kernel = best;
}

/* Whether learning is useless here: a quarter of the records fit no layout, nearly all of the first records have
 * layouts of their own, or still three quarters of 256. */
static int is_useless(const struct spe_learned *learned)
{
    const uint32_t tries = learned->tries, unknown = learned->misses + learned->fresh;
    return (tries >= SPE_LEARN_TRIES && learned->misses >= tries / 4) ||
           (tries >= SPE_LEARN_TRIES / 2 && unknown > tries - tries / 16) ||
           (tries >= SPE_LEARN_TRIES * 2 && unknown > tries - tries / 4);
}

/* If learned layouts do not fit the records, the plain loop takes the next records alone; then learning starts
 * again. */
void spe_decoder_miss(struct decoder *d)
{
    struct spe_learned *learned = &d->learned;
    learned->misses++;
    const int give_up = is_useless(learned);
    if (!give_up && learned->tries < SPE_LEARN_WINDOW)
        return;
    learned->tries = learned->misses = learned->fresh = 0;
    learned->patience = give_up ? (uint8_t)(learned->patience + (learned->patience < SPE_LEARN_PATIENCE)) : 0;
    if (!give_up)
        return;
    forget(d);
    learned->rest = d->stats.records + (UINT64_C(1) << (SPE_LEARN_PAUSE + 2 * learned->patience));
}

/* Usually the next record is the queue's first and has the first layout of its key; otherwise it is taken as a run of
 * one. */
SPE_NOINLINE int spe_gather_queued(struct decoder *d, struct spe_record *out)
{
    struct spe_learned *const learned = &d->learned;
    struct spe_queue *const queue = &learned->many->queue;
    const size_t from = d->at, at = learned->end == from ? learned->next : from;
    if (!spe_may_run(d) || spe_queue_next(queue) != at)
        return (int)spe_gather_records(d, out, 1);
    const unsigned list = queue->list, number = queue->number;
    const struct spe_layout_learned *const layout =
        learned->kernel->take_queued(learned, queue->layout[list][number],
                                     queue->bytes[list] + queue->place[list][number], d->position + (at - from), out);
    if (!layout)
        return (int)spe_gather_records(d, out, 1);
    spe_queue_pass(queue, 1);
    struct spe_run run = {learned, d->chunk, d->size, at + layout->size, 0, d->position - from, 0};
    run.next = queue->list < SPE_CURSORS ? spe_queue_next(queue) : run.at;
    spe_end_run(d, &run, 1);
    return 1;
}

void spe_learned_begin(struct decoder *d)
{
    const uint32_t wanted = d->config.kernel;
    d->learned.kernel = spe_kernel_find(wanted == SPE_KERNEL_ANY ? SPE_KERNEL_PORTABLE : wanted);
    d->learned.limit = wanted == SPE_KERNEL_ANY ? SPE_ASK_BYTES : SPE_SETTLE_BYTES;
}

SPE_NOINLINE void spe_learn_record(struct decoder *d, const struct spe_record *record)
{
    struct spe_learned *const learned = &d->learned;
    const uint8_t *const bytes = d->chunk + d->at - record->size; /* the record is whole and ends here */
    const size_t len = d->size - d->at + (size_t)record->size;
    if (record->flags || len < (learned->is_many ? SPE_MANY_ROOM : SPE_LEARNED_ROOM))
        return;
    if (learned->many && !learned->is_many && (learned->full || record->size > SPE_LEARNED_SIZE)) {
        forget(d);
        learn_many(learned);
    }
    (learned->is_many ? spe_many_learn : spe_learn)(learned, bytes, record->size, record);
}

void spe_lend(struct decoder *d, void *memory, size_t size)
{
    if (d->learned.is_many) /* forget what the old memory holds, even if it is the same memory */
        forget(d);
    d->learned.many = spe_many_begin(memory, size);
}

#endif
