/* SPDX-License-Identifier: MIT */
/* See branches.h. A hash table of open addressing that doubles when it is half full. */
#include "branches.h"

#include <stdlib.h>

#include "../system/hash.h"
#include "../system/memory.h"

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

/* Doubles the table. */
static void grow(struct branches *b)
{
    struct branches larger = *b;
    larger.size = b->size ? 2 * b->size : LEAST_SLOTS;
    larger.slots = tool_calloc(larger.size, sizeof *larger.slots);
    larger.seed = b->size ? b->seed : hash_seed();
    for (size_t i = 0; i < b->size; i++)
        if (b->slots[i].count)
            *find(&larger, &b->slots[i]) = b->slots[i];
    free(b->slots);
    *b = larger;
}

void branches_count(struct branches *b, const struct branch *what, uint64_t n, uint64_t missed)
{
    if (2 * b->used >= b->size)
        grow(b);
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

/* The space of the branch's address, or that of its process if it is the kernel's. */
static uint64_t place_of(const struct processes *s, const struct sample *sample, uint64_t from)
{
    const struct identity *who = &s->identities[sample->who];
    uint32_t space = who->space;
    if (who->pid == SPE_PERF_NONE)
        space = PROCESSES_NOBODY;
    else if (!(from >> 63))
        space = sample->code;
    return (uint64_t)s->file << 32 | space;
}

static void add(struct branches *b, const struct sample *sample)
{
    static const uint32_t needed = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS;
    const struct spe_record *r = sample->record;
    const uint64_t period = b->period ? b->period : 1, from = spe_address_canonical(r->pc);
    if ((r->present & needed) != needed || r->op_class != SPE_CLASS_BRANCH)
        return;
    const struct branch what = {
        .place = place_of(b->processes, sample, from),
        .from = from,
        .to = spe_event(r->events, SPE_EVENT_NOT_TAKEN) ? 0 : branch_target(r),
        .before = r->present & SPE_HAS_PREV_BRANCH_TARGET ? spe_address_canonical(r->prev_branch_target) : 0};
    if (!spe_event(r->events, SPE_EVENT_RETIRED))
        b->unretired++;
    else if (!what.to && !spe_event(r->events, SPE_EVENT_NOT_TAKEN))
        b->aimless++;
    else
        branches_count(b, &what, period, spe_event(r->events, SPE_EVENT_MISPREDICTED) ? period : 0);
}

void branches_add(void *branches, const struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(branches, &samples[i]);
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
