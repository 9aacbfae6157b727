/* SPDX-License-Identifier: MIT */
/* See branches.h. A hash table of open addressing that doubles when it is half full. */
#include "branches.h"

#include <stdlib.h>

#include "../system/hash.h"

#define LEAST_SLOTS 1024

static struct branch *find(const struct branches *b, const struct branch *what)
{
    const uint64_t words[] = {what->place, what->from, what->to, what->before};
    uint64_t hash = b->seed;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = hash_word(hash, words[i]);
    size_t at = (size_t)hash & (b->size - 1);
    for (;; at = (at + 1) & (b->size - 1)) {
        struct branch *slot = &b->slots[at];
        if (!slot->count || (slot->place == what->place && slot->from == what->from && slot->to == what->to &&
                             slot->before == what->before))
            return slot;
    }
}

/* Doubles the table. Returns 0 if there is no memory. */
static int grow(struct branches *b)
{
    struct branches larger = *b;
    larger.size = b->size ? 2 * b->size : LEAST_SLOTS;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots)
        return 0;
    larger.seed = b->size ? b->seed : hash_seed();
    for (size_t i = 0; i < b->size; i++)
        if (b->slots[i].count)
            *find(&larger, &b->slots[i]) = b->slots[i];
    free(b->slots);
    *b = larger;
    return 1;
}

void branches_count(struct branches *b, const struct branch *what, uint64_t n, uint64_t missed)
{
    if (2 * b->used >= b->size && !grow(b) && b->used + 1 >= b->size) { /* one slot stays free, or no search would
                                                                         * end */
        b->is_full = 1;
        return;
    }
    struct branch *slot = find(b, what);
    if (!slot->count) {
        *slot = *what;
        slot->count = slot->missed = 0;
        b->used++;
    }
    slot->count += n;
    slot->missed += missed;
}

uint64_t branch_target(const struct spe_record *record)
{
    if (record->present & SPE_HAS_BRANCH_TARGET)
        return spe_address_canonical(record->branch_target);
    return spe_event(record->events, SPE_EVENT_NOT_TAKEN) ? BRANCH_NEXT(spe_address_canonical(record->pc)) : 0;
}

static void add(struct branches *b, uint32_t tid, const struct spe_record *r)
{
    const uint32_t context = r->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2) ? spe_record_context(r) : tid;
    const uint64_t period = b->period ? b->period : 1;
    const struct branch what = {
        .place = branches_place(b->file, context),
        .from = spe_address_canonical(r->pc),
        .to = spe_event(r->events, SPE_EVENT_NOT_TAKEN) ? 0 : branch_target(r),
        .before = r->present & SPE_HAS_PREV_BRANCH_TARGET ? spe_address_canonical(r->prev_branch_target) : 0};
    if (!spe_event(r->events, SPE_EVENT_RETIRED))
        b->unretired++;
    else if (!what.to && !spe_event(r->events, SPE_EVENT_NOT_TAKEN))
        b->aimless++;
    else
        branches_count(b, &what, period, spe_event(r->events, SPE_EVENT_MISPREDICTED) ? period : 0);
}

void branches_add(struct branches *b, uint32_t tid, const struct spe_record *records, size_t n)
{
    static const uint32_t needed = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS;
    for (size_t i = 0; i < n; i++)
        if ((records[i].present & needed) == needed && records[i].op_class == SPE_CLASS_BRANCH)
            add(b, tid, &records[i]);
}

static int by_place(const void *a, const void *b)
{
    const struct branch *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->before > y->before) - (x->before < y->before);
}

void branches_sort(struct branches *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->size; i++)
        if (b->slots[i].count)
            b->slots[n++] = b->slots[i];
    if (n)
        qsort(b->slots, n, sizeof *b->slots, by_place);
}

void branches_free(struct branches *b)
{
    free(b->slots);
    *b = (struct branches){0};
}
