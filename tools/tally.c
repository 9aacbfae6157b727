/* SPDX-License-Identifier: MIT */
/* See tally.h. Entries stand in a row; a hash table of open addressing says which is where. */
#define _POSIX_C_SOURCE 200809L
#include "tally.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int tally_begin(struct tally *t, size_t limit, int has_touches)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *t = (struct tally){.limit = limit, .size = 4};
    t->seed = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
    while (t->size < 2 * limit)
        t->size *= 2;
    t->entries = calloc(limit + 1, sizeof *t->entries);
    t->touches = has_touches ? calloc(limit + 1, sizeof *t->touches) : NULL;
    t->slots = calloc(t->size, sizeof *t->slots);
    if (t->entries && t->slots && (t->touches || !has_touches))
        return 0;
    tally_free(t);
    return -1;
}

/* The slot of an address, which may be free. */
static uint32_t *find(const struct tally *t, uint32_t space, uint64_t address)
{
    uint64_t hash = (address ^ t->seed ^ (uint64_t)space << 40) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    size_t at = (size_t)(hash >> 32) & (t->size - 1);
    for (; t->slots[at]; at = (at + 1) & (t->size - 1)) {
        const struct tally_entry *e = &t->entries[t->slots[at] - 1];
        if (e->address == address && e->space == space)
            break;
    }
    return &t->slots[at];
}

/* Every count loses one. What is left is put in anew. */
static void sweep(struct tally *t)
{
    size_t n = 0;
    memset(t->slots, 0, t->size * sizeof *t->slots);
    for (size_t i = 0; i < t->used; i++) {
        if (!--t->entries[i].left)
            continue;
        t->entries[n] = t->entries[i];
        if (t->touches) {
            t->touches[n] = t->touches[i];
            t->entries[n].touches = &t->touches[n];
        }
        uint32_t *slot = find(t, t->entries[n].space, t->entries[n].address);
        *slot = (uint32_t)++n;
    }
    t->used = n;
    t->error++;
}

struct tally_entry *tally_count(struct tally *t, uint32_t space, uint64_t address)
{
    uint32_t *slot = find(t, space, address);
    if (!*slot && t->used == t->limit) {
        sweep(t);
        return NULL; /* this one is counted as the others are: less one */
    }
    if (!*slot) {
        struct tally_entry *e = &t->entries[t->used];
        *e = (struct tally_entry){.address = address, .time = UINT64_MAX, .space = space};
        if (t->touches) {
            e->touches = &t->touches[t->used];
            memset(e->touches, 0, sizeof *e->touches);
        }
        *slot = (uint32_t)++t->used;
    }
    struct tally_entry *e = &t->entries[*slot - 1];
    e->left++;
    return e;
}

void tally_touch(struct tally_touches *t, uint32_t who, uint32_t cpu, unsigned part, uint64_t code,
                 const struct counted *one)
{
    uint32_t i = 0;
    if (cpu != UINT32_MAX)
        t->cores[cpu % TALLY_CORES / 64] |= UINT64_C(1) << cpu % 64;
    while (i < t->n && t->by[i].who != who)
        i++;
    if (i == TALLY_TOUCHERS) {
        t->others++;
        return;
    }
    t->n += i == t->n;
    t->by[i].who = who;
    if (!t->by[i].code || (one->store && !t->by[i].stores))
        t->by[i].code = code;
    t->by[i].loads += one->load;
    t->by[i].stores += one->store;
    *(one->store ? &t->by[i].written : &t->by[i].read) |= UINT64_C(1) << part % 64;
}

unsigned tally_cores(const struct tally_touches *t)
{
    unsigned n = 0;
    for (size_t i = 0; i < TALLY_CORES; i++)
        n += (unsigned)(t->cores[i / 64] >> i % 64 & 1);
    return n;
}

static int by_place(const struct tally_entry *x, const struct tally_entry *y)
{
    return x->address != y->address ? (x->address > y->address) - (x->address < y->address)
                                    : (x->space > y->space) - (x->space < y->space);
}

static int by_samples_of(const void *a, const void *b)
{
    const struct tally_entry *x = *(const struct tally_entry *const *)a, *y = *(const struct tally_entry *const *)b;
    const uint64_t n = x->counts.samples, m = y->counts.samples;
    return n != m ? (n < m) - (n > m) : by_place(x, y);
}

static int by_cycles_of(const void *a, const void *b)
{
    const struct tally_entry *x = *(const struct tally_entry *const *)a, *y = *(const struct tally_entry *const *)b;
    const uint64_t n = x->counts.cycles, m = y->counts.cycles;
    return n != m ? (n < m) - (n > m) : by_samples_of(a, b);
}

const struct tally_entry **tally_order(const struct tally *t, int by_samples)
{
    enum { SIZE = sizeof(void *) };
    const struct tally_entry **list = t->used ? malloc(t->used * SIZE) : NULL;
    for (size_t i = 0; list && i < t->used; i++)
        list[i] = &t->entries[i];
    if (list)
        qsort(list, t->used, SIZE, by_samples ? by_samples_of : by_cycles_of);
    return list;
}

void tally_free(struct tally *t)
{
    free(t->entries);
    free(t->touches);
    free(t->slots);
    *t = (struct tally){0};
}
