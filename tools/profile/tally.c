/* SPDX-License-Identifier: MIT */
/* See tally.h. Entries are in an array; a hash table with open addressing finds them. */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "../system/hash.h"
#include "../system/memory.h"

#define LINE 64 /* bytes of a cache line */

_Static_assert(sizeof(struct tally_entry) % LINE == 0, "an entry has whole cache lines");

/* The first cache line of memory that has one more than `size`. */
static void *aligned(void *memory)
{
    return (char *)memory + (LINE - (uintptr_t)memory % LINE) % LINE;
}

void tally_begin(struct tally *t, size_t limit, size_t extra, int has_parts)
{
    *t = (struct tally){.limit = limit, .size = 4, .shift = 62, .seed = hash_word(hash_seed(), limit) | 1};
    t->parts_at = has_parts ? sizeof(struct counts) + extra : 0;
    t->fresh = t->row_size = sizeof(struct counts) + extra + (has_parts ? sizeof(struct counts_parts) : 0);
    for (unsigned i = 0; i < 4; i++)
        t->fetched[i] = i * LINE;
    for (; t->size < 2 * limit; t->size *= 2)
        t->shift--;
    t->memory[0] = tool_calloc(1, (limit + 1) * sizeof *t->entries + LINE);
    t->memory[1] = tool_calloc(1, (limit + 1) * t->row_size + LINE);
    t->slots = tool_calloc(t->size, sizeof *t->slots);
    t->entries = (struct tally_entry *)aligned(t->memory[0]) + 1;
    t->rows = aligned(t->memory[1]);
}

#if defined __GNUC__
#define FETCH(address) __builtin_prefetch(address, 1)
#else
#define FETCH(address) (void)(address)
#endif

/* The entry of a slot; an empty one if the slot is free. */
static const struct tally_entry *entry_in(const struct tally *t, size_t slot)
{
    return t->entries + t->slots[slot] - 1;
}

#define SMALL 256 /* entries: they stay in the first caches */

void tally_look(const struct tally *t, struct tally_key *keys, size_t n)
{
    const int is_small = t->used < SMALL;
    for (size_t i = 0; i < n; i++) {
        keys[i].at = tally_place(t, keys[i].space, keys[i].address);
        if (!is_small)
            FETCH(&t->slots[keys[i].at]);
    }
    for (size_t i = 0; !is_small && i < n; i++)
        FETCH(entry_in(t, keys[i].at));
    for (size_t i = 0; !is_small && i < n; i++) {
        const char *const row = (const char *)entry_in(t, keys[i].at)->counts;
        if (!row)
            continue;
        for (unsigned line = 0; line < 4; line++)
            FETCH(row + t->fetched[line]);
    }
}

const struct tally_entry *tally_find(const struct tally *t, uint32_t space, uint64_t address)
{
    const uint32_t number = *tally_slot(t, &(struct tally_key){address, space, tally_place(t, space, address)});
    return number ? &t->entries[number - 1] : NULL;
}

void tally_make_row(struct tally *t, struct tally_entry *e)
{
    char *row = t->unused;
    if (row)
        memcpy(&t->unused, row, sizeof t->unused);
    else
        row = t->rows + t->made++ * t->row_size;
    e->row = memset(row, 0, t->fresh);
}

/* Adds short counts, without those before. */
static void merge_short(struct counts *into, const struct counts_short *from)
{
    into->cycles += from->added[COUNTS_CYCLES];
    into->time += from->time;
    for (unsigned i = 0; i < COUNTS_CYCLES; i++)
        into->added[i] += from->added[i];
    for (unsigned i = 0; i < COUNTS_LEVELS; i++)
        into->levels[i] += from->levels[i];
}

/* All counts of a row. */
static struct counts row_counts(const struct counts_short *row)
{
    struct counts all = {.cycles = 0};
    if (row->before)
        all = *row->before;
    merge_short(&all, row);
    return all;
}

void tally_carry(struct tally_entry *e)
{
    struct counts_short *const row = e->row;
    struct counts *const before = row->before ? row->before : tool_calloc(1, sizeof *before);
    merge_short(before, row);
    *row = (struct counts_short){.before = before};
}

static void drop(struct tally *t, struct tally_entry *e)
{
    struct counts_short *const row = e->row;
    if (!row) {
        t->lost++;
        return;
    }
    t->lost += counts_short_samples(row) + (row->before ? row->before->samples : 0);
    if (t->drop) {
        struct counts all = row_counts(row);
        struct tally_entry complete = *e;
        complete.counts = &all;
        t->drop(t->context, &complete, tally_parts_of(t, e));
    }
    free(row->before);
    memcpy(row, &t->unused, sizeof t->unused);
    t->unused = row;
}

/* Subtracts one from every count, and inserts the remaining entries again. */
static void sweep(struct tally *t)
{
    size_t n = 0;
    memset(t->slots, 0, t->size * sizeof *t->slots);
    for (size_t i = 0; i < t->used; i++) {
        struct tally_entry *e = &t->entries[i];
        if (!--e->left) {
            drop(t, e);
            continue;
        }
        t->entries[n] = *e;
        uint32_t *slot = tally_slot(t, &(struct tally_key){e->address, e->space, tally_place(t, e->space, e->address)});
        *slot = (uint32_t)++n;
    }
    t->used = n;
    t->error++;
}

struct tally_entry *tally_add(struct tally *t, const struct tally_key *key, uint32_t *slot)
{
    if (t->used == t->limit) {
        sweep(t);
        t->lost++;
        return NULL; /* the new address also loses one: it is not counted */
    }
    struct tally_entry *e = &t->entries[t->used];
    *e = (struct tally_entry){.address = key->address, .time = UINT64_MAX, .space = key->space};
    *slot = (uint32_t)++t->used;
    return e;
}

struct tally_entry *tally_count(struct tally *t, uint32_t space, uint64_t address)
{
    struct tally_entry *e = tally_count_key(t, &(struct tally_key){address, space, tally_place(t, space, address)});
    if (e && !e->row)
        tally_make_row(t, e);
    return e;
}

/* -- lines and pages -- */

/* Code that takes a lock is named rather than other code that writes, and that rather than code that reads. */
static int is_better_code(const struct tally_toucher *by, const struct counted *one)
{
    return !by->locks && (one->locks || (one->writes && !by->stores));
}

/* Counts access number n. */
static void count_at(uint8_t numbers[64], uint8_t *halved, unsigned at, uint32_t n)
{
    const int is_full = numbers[at] == UINT8_MAX;
    if (hash_word(0, n) & ((UINT64_C(1) << *halved) - 1))
        return;
    for (unsigned i = 0; is_full && i < 64; i++)
        numbers[i] /= 2;
    *halved = (uint8_t)(*halved + is_full);
    numbers[at]++;
}

static uint32_t accesses_of(const struct tally_toucher *by)
{
    return by->loads + by->stores - by->atomics;
}

/* The entry that a new toucher gets when all are used: the one of the least weight, or TALLY_TOUCHERS for none. Chance
 * decides: the sample's weight, divided by the sum of both weights. */
static uint32_t replaced(const struct tally_touches *t, uint32_t weight)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < TALLY_TOUCHERS; i++)
        least = t->weights[i] < t->weights[least] ? i : least;
    const uint64_t both = (uint64_t)t->weights[least] + weight;
    return hash_word(0, t->others) % both < weight ? least : TALLY_TOUCHERS;
}

static void touch_core(struct tally_touches *t, uint16_t core, int is_first)
{
    t->core = is_first ? core : t->core;
    t->has_cores |= core == UINT16_MAX || core != t->core;
    if (core != UINT16_MAX)
        t->cores[core % TALLY_CORES / 64] |= UINT64_C(1) << core % 64;
}

void tally_touch(struct tally_touches *t, uint32_t i, uint32_t who, uint64_t time, const struct tally_access *a)
{
    const struct counted *const one = a->one;
    const uint32_t weight = one->writes ? TALLY_WRITE : 1;
    touch_core(t, a->core, !t->n);
    t->cycles_in[a->part] += a->cycles;
    t->parts |= UINT64_C(1) << a->at;
    if (a->small < TALLY_SMALL)
        t->small[a->small / 64] |= UINT64_C(1) << a->small % 64;
    const int is_new = i == t->n;
    if (i == TALLY_TOUCHERS) {
        t->others++;
        i = replaced(t, weight);
        if (i == TALLY_TOUCHERS)
            return;
        t->others += accesses_of(&t->by[i]) - 1;
    }
    struct tally_toucher *by = &t->by[i];
    t->weights[i] += t->weights[i] < UINT32_MAX - weight ? weight : 0;
    if (is_new) {
        *by = (struct tally_toucher){.who = who};
        if (a->small == TALLY_OF_LINE)
            memset(t->at[i], 0, sizeof t->at[i]);
        t->halved[i] = 0;
        t->n += t->n < TALLY_TOUCHERS;
    }
    if (a->small == TALLY_OF_LINE)
        count_at(t->at[i], &t->halved[i], a->at, accesses_of(by));
    if (a->code && (!by->code || is_better_code(by, one))) {
        by->code = a->code;
        by->time = time;
    }
    by->loads += one->reads;
    by->stores += one->writes;
    by->atomics += one->atomic;
    by->locks += one->locks;
    by->read |= (uint64_t) !(one->writes && !one->reads) << a->at;
    by->written |= (uint64_t)one->writes << a->at;
    by->locked |= (uint64_t)one->locks << a->at;
}

void tally_make_touches(struct tally *t, struct tally_entry *e)
{
    const struct tally_access *const a = &e->first;
    tally_make_row(t, e);
    counts_add_short(e->row, a->one, a->cycles, 0);
    tally_touch(tally_touches(e), 0, e->who, e->time, a);
}

void tally_settle(struct tally *t)
{
    for (size_t i = 0; i < t->used; i++)
        if (!t->entries[i].row)
            tally_make_touches(t, &t->entries[i]);
}

void tally_finish(struct tally *t)
{
    tally_settle(t);
    for (size_t i = 0; i < t->used; i++) {
        struct tally_entry *const e = &t->entries[i];
        const struct counts all = row_counts(e->row);
        free(e->row->before);
        *e->counts = all;
    }
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
    const uint64_t n = x->counts->samples, m = y->counts->samples;
    return n != m ? (n < m) - (n > m) : by_place(x, y);
}

static int by_cycles_of(const void *a, const void *b)
{
    const struct tally_entry *x = *(const struct tally_entry *const *)a, *y = *(const struct tally_entry *const *)b;
    const uint64_t n = x->counts->cycles, m = y->counts->cycles;
    return n != m ? (n < m) - (n > m) : by_samples_of(a, b);
}

const struct tally_entry **tally_top(const struct tally *t, int by_samples, size_t most, size_t *n,
                                     int (*is)(const struct tally_entry *e))
{
    enum { SIZE = sizeof(void *) };
    int (*const order)(const void *, const void *) = by_samples ? by_samples_of : by_cycles_of;
    const size_t room = most < t->used / 2 ? 2 * most + 1 : t->used; /* half of them go when it is full */
    const struct tally_entry **list = tool_malloc(room * SIZE);
    int has_last = 0; /* list[most - 1] is the last one of those so far */
    *n = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *const e = &t->entries[i];
        if ((has_last && order(&e, &list[most - 1]) > 0) || (is && !is(e)))
            continue;
        list[(*n)++] = e;
        if (*n < room || room == t->used)
            continue;
        qsort(list, room, SIZE, order);
        *n = most;
        has_last = most != 0;
    }
    if (*n)
        qsort(list, *n, SIZE, order);
    *n = *n < most ? *n : most;
    return list;
}

void tally_free(struct tally *t)
{
    free(t->memory[0]);
    free(t->memory[1]);
    free(t->slots);
    *t = (struct tally){0};
}
