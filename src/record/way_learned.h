/* SPDX-License-Identifier: MIT */
/*
 * The first way: a run of records with learned layouts (src/fast), for one record, for many, or for columns. A record
 * that fits no layout ends the run, and is not consumed.
 */
#ifndef SPE_WAY_LEARNED_H
#define SPE_WAY_LEARNED_H

#include "../base/internal.h"
#include "../fast/many_layouts.h"
#include "decoder_state.h"

#if SPE_LEARNING

/* Whether layouts are known. None are after learning has given up. */
static inline int spe_has_learned(const struct decoder *d)
{
    return d->learned.count != 0;
}

/* Whether a run may begin: layouts are known, no record is in progress, the next record will have no flag, and there
 * are bytes. */
static inline int spe_may_run(const struct decoder *d)
{
    return spe_has_learned(d) && !d->in_record && !d->in_gap && !d->tail_size && d->at < d->size;
}

static inline struct spe_run spe_begin_run(struct decoder *d)
{
    struct spe_learned *const learned = &d->learned;
    const size_t next = learned->end == d->at ? learned->next : d->at;
    return (struct spe_run){learned, d->chunk, d->size, d->at, next, d->position - d->at, 0};
}

/* Counts a record that fitted no layout; may give up learning. */
SPE_INTERNAL void spe_decoder_miss(struct decoder *d);

/* Brings the statistics up to date after many bytes of learned layouts; may choose a better kernel. */
SPE_INTERNAL void spe_decoder_settle(struct decoder *d);

/* Ends a run of `taken` records. */
static inline void spe_end_run(struct decoder *d, const struct spe_run *run, size_t taken)
{
    struct spe_learned *const learned = &d->learned;
    learned->passed += run->at - d->at;
    learned->end = run->at;
    learned->next = run->next;
    learned->tries += (uint32_t)taken + (uint32_t)run->missed;
    d->position = run->base + run->at;
    d->at = run->at;
    if (run->missed)
        spe_decoder_miss(d);
    if (learned->passed >= learned->limit)
        spe_decoder_settle(d);
}

/* Takes up to n records of learned layouts. Returns how many. */
static inline size_t spe_gather_records(struct decoder *d, struct spe_record *out, size_t n)
{
    if (!spe_may_run(d))
        return 0;
    struct spe_run run = spe_begin_run(d);
    const struct spe_kernel *const kernel = d->learned.kernel;
    const size_t taken = (d->learned.is_many ? kernel->take_many : kernel->take)(&run, out, n);
    spe_end_run(d, &run, taken);
    return taken;
}

/* Takes the next record from the queue of many layouts. Returns whether there was one. */
SPE_INTERNAL int spe_gather_queued(struct decoder *d, struct spe_record *out);

/* Takes the next record if it has a learned layout. Returns whether it has. This is a run of one, except that state for
 * the next call goes through memory only once. */
static inline int spe_gather_record(struct decoder *d, struct spe_record *out)
{
    struct spe_learned *const learned = &d->learned;
    if (learned->is_many)
        return spe_gather_queued(d, out);
    if (!spe_may_run(d))
        return 0;
    const size_t from = d->at, room = learned->kernel->room;
    size_t at = learned->end == from ? learned->next : from;
    if (at < d->size && !d->chunk[at])
        at = spe_skip_zeros(d->chunk, at, d->size);
    if (d->size < room || at > d->size - room)
        return 0;
    const struct spe_layout_learned *const layout =
        learned->kernel->take_one(learned, d->chunk + at, d->position + (at - from), out);
    learned->tries++;
    if (!layout) {
        spe_decoder_miss(d);
        return 0;
    }
    d->at = at + layout->size;
    if (SPE_GUESS(layout->is_slot)) { /* the next record's place does not depend on the layout */
        learned->end = d->at;
        learned->next = at + SPE_SLOT;
    }
    d->position += d->at - from;
    learned->passed += d->at - from;
    if (learned->passed >= learned->limit)
        spe_decoder_settle(d);
    return 1;
}

SPE_INTERNAL void spe_learned_begin(struct decoder *d);

/* spe_decoder_lend(), for valid arguments. */
SPE_INTERNAL void spe_lend(struct decoder *d, void *memory, size_t size);

/* Whether a configuration may name the kernel. */
static inline int spe_has_kernel(uint32_t kernel)
{
    return kernel <= SPE_KERNEL_PORTABLE || spe_kernel_find(kernel);
}

/* Adds the records of this way that are not in the statistics yet. */
SPE_INTERNAL void spe_count_learned(const struct spe_learned *learned, struct spe_decoder_stats *stats);

/* Learns the layout of a record that the second way took, if that is useful. */
SPE_INTERNAL void spe_learn_record(struct decoder *d, const struct spe_record *record);

/* The same, unless the next records are left to the plain loop. */
static inline void spe_learn_from(struct decoder *d, const struct spe_record *record)
{
    if (!SPE_GUESS(d->stats.records < d->learned.rest))
        spe_learn_record(d, record);
}

#else

static inline int spe_has_learned(const struct decoder *d)
{
    (void)d;
    return 0;
}

static inline int spe_gather_record(struct decoder *d, struct spe_record *out)
{
    (void)d, (void)out;
    return 0;
}

static inline void spe_learned_begin(struct decoder *d)
{
    (void)d;
}

static inline void spe_lend(struct decoder *d, void *memory, size_t size)
{
    (void)d, (void)memory, (void)size;
}

static inline int spe_has_kernel(uint32_t kernel)
{
    return kernel <= SPE_KERNEL_PORTABLE;
}

static inline size_t spe_gather_records(struct decoder *d, struct spe_record *out, size_t n)
{
    (void)d, (void)out, (void)n;
    return 0;
}

static inline void spe_learn_from(struct decoder *d, const struct spe_record *record)
{
    (void)d, (void)record;
}

#endif

#endif
