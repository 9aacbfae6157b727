/* SPDX-License-Identifier: MIT */
/* See tally.h. Entries are in an array; a hash table with open addressing finds them. */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "../system/hash.h"

int tally_begin(struct tally *t, size_t limit, size_t extra_size)
{
    *t = (struct tally){.limit = limit, .size = 4, .seed = hash_seed(), .extra_size = extra_size};
    while (t->size < 2 * limit)
        t->size *= 2;
    t->entries = calloc(limit + 1, sizeof *t->entries);
    t->extras = extra_size ? calloc(limit + 1, extra_size) : NULL;
    t->slots = calloc(t->size, sizeof *t->slots);
    if (t->entries && t->slots && (t->extras || !extra_size))
        return 0;
    tally_free(t);
    return -1;
}

/* Returns the slot of an address, or the free slot for it. */
static uint32_t *find(const struct tally *t, uint32_t space, uint64_t address)
{
    size_t at = (size_t)hash_word(t->seed ^ (uint64_t)space << 40, address) & (t->size - 1);
    for (; t->slots[at]; at = (at + 1) & (t->size - 1)) {
        const struct tally_entry *e = &t->entries[t->slots[at] - 1];
        if (e->address == address && e->space == space)
            break;
    }
    return &t->slots[at];
}

const struct tally_entry *tally_find(const struct tally *t, uint32_t space, uint64_t address)
{
    const uint32_t number = *find(t, space, address);
    return number ? &t->entries[number - 1] : NULL;
}

static void *extra(const struct tally *t, size_t entry)
{
    return t->extras + entry * t->extra_size;
}

/* Subtracts one from every count, and inserts the remaining entries again. */
static void sweep(struct tally *t)
{
    size_t n = 0;
    memset(t->slots, 0, t->size * sizeof *t->slots);
    for (size_t i = 0; i < t->used; i++) {
        if (!--t->entries[i].left) {
            t->lost += t->entries[i].counts.samples;
            if (t->drop)
                t->drop(t->context, &t->entries[i]);
            continue;
        }
        t->entries[n] = t->entries[i];
        if (t->extras) {
            t->entries[n].extra = extra(t, n);
            memmove(t->entries[n].extra, extra(t, i), t->extra_size);
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
        t->lost++;
        return NULL; /* the new address also loses one: it is not counted */
    }
    if (!*slot) {
        struct tally_entry *e = &t->entries[t->used];
        *e = (struct tally_entry){.address = address, .time = UINT64_MAX, .space = space};
        if (t->extras)
            e->extra = memset(extra(t, t->used), 0, t->extra_size);
        *slot = (uint32_t)++t->used;
    }
    struct tally_entry *e = &t->entries[*slot - 1];
    e->left++;
    return e;
}

void tally_clear(struct tally *t)
{
    memset(t->slots, 0, t->size * sizeof *t->slots);
    t->used = 0;
    t->error = 0;
    t->lost = 0;
}

void tally_touch(struct tally_touches *t, uint32_t who, uint32_t cpu, unsigned part, uint64_t code, uint64_t time,
                 const struct counted *one)
{
    uint32_t i = 0;
    t->cycles_in[one->part] += one->cycles;
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
    struct tally_toucher *by = &t->by[i];
    if (code && (!by->code || (one->writes && !by->stores))) {
        by->code = code;
        by->time = time;
    }
    by->loads += one->reads;
    by->stores += one->writes;
    by->atomics += one->atomic;
    by->read |= (uint64_t) !(one->writes && !one->reads) << part % 64;
    by->written |= (uint64_t)one->writes << part % 64;
}

uint64_t tally_parts(const struct tally_touches *t)
{
    uint64_t parts = 0;
    for (uint32_t i = 0; i < t->n; i++)
        parts |= t->by[i].read | t->by[i].written;
    return parts;
}

static unsigned count_bits(const uint64_t *bits, size_t most)
{
    unsigned n = 0;
    for (size_t i = 0; i < most; i++)
        n += (unsigned)(bits[i / 64] >> i % 64 & 1);
    return n;
}

unsigned tally_cores(const struct tally_touches *t)
{
    return count_bits(t->cores, TALLY_CORES);
}

unsigned tally_small(const struct tally_touches *t)
{
    return count_bits(t->small, TALLY_SMALL);
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
    free(t->extras);
    free(t->slots);
    *t = (struct tally){0};
}
