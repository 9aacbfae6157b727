/* SPDX-License-Identifier: MIT */
/* See stacks.h. Stacks are in an array; a hash table with open addressing, which doubles when it is half full, finds
 * them. */
#define _POSIX_C_SOURCE 200809L
#include "stacks.h"
#include "../system/memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libspe-lab/stats.h>

#define LEAST_ROOM 1024

const struct stacks_value stacks_values[STACKS_VALUES] = {
    [STACKS_SAMPLES] = {"samples", "count"},
    [STACKS_TIME] = {"time", "nanoseconds"},
    [STACKS_LATENCY] = {"latency", "cycles"},
    [STACKS_MISSES + COUNTS_L1D_REFILL] = {"l1d_refills", "count"},
    [STACKS_MISSES + COUNTS_TLB_WALK] = {"tlb_walks", "count"},
    [STACKS_MISSES + COUNTS_LL_MISS] = {"ll_misses", "count"},
    [STACKS_MISSES + COUNTS_MISPREDICTED] = {"mispredicted", "count"},
};

static int is_same(const struct stack_key *a, const struct stack_key *b)
{
    return a->address == b->address && a->page == b->page && a->who == b->who && a->leader == b->leader &&
           a->cpu == b->cpu && a->space == b->space && a->class == b->class && a->source == b->source;
}

/* Returns the slot of a key, or the free slot for it. */
static uint32_t *find(const struct stacks *s, const struct stack_key *key)
{
    const uint64_t words[] = {key->address, key->page, (uint64_t)key->who << 32 | key->cpu,
                              (uint64_t)key->class << 32 | key->source, (uint64_t)key->space << 32 | key->leader};
    uint64_t hash = s->seed;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    size_t at = (size_t)hash & (s->size - 1);
    while (s->slots[at] && !is_same(&s->list[s->slots[at] - 1].key, key))
        at = (at + 1) & (s->size - 1);
    return &s->slots[at];
}

/* Doubles list and table. */
static void grow(struct stacks *s)
{
    struct timespec now;
    const size_t room = s->room ? 2 * s->room : LEAST_ROOM;
    clock_gettime(CLOCK_REALTIME, &now);
    s->seed = s->room ? s->seed : (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec;
    free(s->slots);
    s->slots = tool_calloc(2 * room, sizeof *s->slots);
    s->size = 2 * room;
    s->list = tool_realloc(s->list, room, sizeof *s->list);
    s->room = room;
    for (size_t i = 0; i < s->count; i++)
        *find(s, &s->list[i].key) = (uint32_t)i + 1;
}

/* Returns the key's stack, which is new if there is room for `most`, or NULL. */
static struct stack *get(struct stacks *s, const struct stack_key *key, size_t most)
{
    uint32_t *slot = s->size ? find(s, key) : NULL;
    if (slot && *slot)
        return &s->list[*slot - 1];
    if (s->count >= most)
        return NULL;
    if (s->count == s->room)
        grow(s);
    s->list[s->count] = (struct stack){.key = *key, .time = UINT64_MAX};
    *find(s, key) = (uint32_t)++s->count;
    return &s->list[s->count - 1];
}

static struct stack_key key_of(const struct places *p, const struct sample *sample)
{
    const int has_data = (sample->present & SPE_HAS_DATA_VA) != 0;
    return (struct stack_key){.address = sample->present & SPE_HAS_PC ? sample->pc : STACKS_NONE,
                              .page = has_data ? sample->data_va & ~(p->page - 1) : STACKS_NONE,
                              .space = sample->code,
                              .who = sample->who,
                              .leader = processes_leader(&p->processes, sample->who, sample->time),
                              .cpu = sample->cpu,
                              .class = sample->shape->counted.class,
                              .source = sample->shape->source};
}

static const struct stack_key nowhere = {.address = STACKS_NONE,
                                         .page = STACKS_NONE,
                                         .who = PROCESSES_NOBODY,
                                         .leader = PROCESSES_NOBODY,
                                         .cpu = UINT32_MAX,
                                         .class = COUNTS_UNKNOWN,
                                         .source = SPE_STATS_NO_SOURCE};

static void add(struct stacks *s, const struct sample *sample)
{
    struct stack_key key = key_of(s->places, sample);
    struct stack *stack = get(s, &key, STACKS_FINE);
    if (!stack) {
        s->pageless += key.page != STACKS_NONE;
        key.page = STACKS_NONE;
        stack = get(s, &key, STACKS_MOST - 1);
    }
    if (!stack) {
        s->placeless++;
        stack = get(s, &nowhere, STACKS_MOST);
    }
    stack->time = sample->time < stack->time ? sample->time : stack->time;
    stack->values[STACKS_SAMPLES]++;
    stack->values[STACKS_TIME] += sample->elapsed;
    stack->values[STACKS_LATENCY] += sample->total_latency;
    for (unsigned i = 0; i < COUNTS_RATIOS; i++)
        stack->values[STACKS_MISSES + i] += counts_has(&sample->shape->counted, i);
}

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_key(const void *a, const void *b)
{
    const struct stack_key *x = &((const struct stack *)a)->key, *y = &((const struct stack *)b)->key;
    const uint64_t pairs[][2] = {{x->address, y->address}, {x->space, y->space}, {x->who, y->who},
                                 {x->leader, y->leader},   {x->cpu, y->cpu},     {x->class, y->class},
                                 {x->source, y->source},   {x->page, y->page}};
    int result = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !result; i++)
        result = order(pairs[i][0], pairs[i][1]);
    return result;
}

void stacks_add(void *stacks, const struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(stacks, &samples[i]);
}

void stacks_sort(struct stacks *s)
{
    if (s->count)
        qsort(s->list, s->count, sizeof *s->list, by_key);
}
