/* SPDX-License-Identifier: MIT */
/* What the first way does seldom: learning, counting, giving up. */
#include "way_learned.h"

#if SPE_LEARNING

/* When to give up: after so many records, if a fourth of them fits nothing, for 2^(PAUSE + 1) records, twice as many
 * each time, up to 2^(PAUSE + PATIENCE): learning must cost next to nothing where it is of no use. */
#define SPE_LEARN_TRIES 128
#define SPE_LEARN_WINDOW 1024 /* records after which what was good is forgotten */
#define SPE_LEARN_PAUSE 11
#define SPE_LEARN_PATIENCE 5
#define SPE_ASK_BYTES (UINT64_C(1) << 18) /* decoded, before the processor is asked what it has */
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

/* Adds what was counted to the statistics. */
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

/* Goes on in memory that was lent: the decoder's own is full. */
static void learn_many(struct spe_learned *learned)
{
    spe_many_forget(learned->many);
    learned->is_many = 1;
}

/* Who decodes so much is worth asking the processor; and no count of hits may overflow. */
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

/* Where learned layouts do not fit what comes, the plain loop has the next records to itself; then learning starts
 * anew. */
void spe_decoder_miss(struct decoder *d)
{
    struct spe_learned *learned = &d->learned;
    learned->misses++;
    if (learned->tries < SPE_LEARN_TRIES)
        return;
    const int is_good = learned->misses < learned->tries / 4;
    if (is_good && learned->tries < SPE_LEARN_WINDOW)
        return;
    learned->tries = learned->misses = 0;
    learned->patience = is_good ? 0 : (uint8_t)(learned->patience + (learned->patience < SPE_LEARN_PATIENCE));
    if (is_good)
        return;
    forget(d);
    learned->wait = UINT32_C(1) << (SPE_LEARN_PAUSE + learned->patience);
}

/* Mostly it is the queue's first record and has the first layout of its key; else it is a run of one. */
SPE_NOINLINE int spe_gather_queued(struct decoder *d, struct spe_record *out)
{
    struct spe_learned *const learned = &d->learned;
    struct spe_queue *const queue = &learned->many->queue;
    const size_t from = d->at, at = learned->end == from ? learned->next : from;
    if (!spe_may_run(d) || spe_queue_next(queue) != at)
        return (int)spe_gather_records(d, out, 1);
    const unsigned number = queue->layout[queue->list][queue->number];
    const struct spe_layout_learned *const layout =
        learned->kernel->take_queued(learned, number, d->chunk + at, d->position + (at - from), out);
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

SPE_NOINLINE void spe_learn_record(struct decoder *d, const uint8_t *bytes, size_t len, const struct spe_record *record)
{
    struct spe_learned *const learned = &d->learned;
    if (record->flags || len < (learned->is_many ? SPE_MANY_ROOM : SPE_LEARNED_ROOM))
        return;
    if (learned->many && !learned->is_many && (learned->full || record->size > SPE_LEARNED_SIZE)) {
        forget(d);
        learn_many(learned);
    }
    (learned->is_many ? spe_many_learn : spe_learn)(learned, bytes, record->size, record);
}

int spe_lend(struct decoder *d, void *memory, size_t size)
{
    if (d->learned.is_many) /* what is in it goes, be it the same memory */
        forget(d);
    d->learned.many = spe_many_begin(memory, size);
    return d->learned.many ? SPE_OK : SPE_E_SPACE;
}

#endif
