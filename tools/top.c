/* SPDX-License-Identifier: MIT */
/* See top.h. A hash table of open addressing; entries whose count has fallen to zero are swept out, all at once. */
#define _POSIX_C_SOURCE 200809L
#include "top.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct top_entry *find(struct top *top, uint64_t key)
{
    uint64_t hash = (key ^ top->seed) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    size_t at = (size_t)(hash >> 48) % TOP_SLOTS;
    while (top->slots[at].count && top->slots[at].key != key)
        at = (at + 1) % TOP_SLOTS;
    return &top->slots[at];
}

/* Every count loses one. What is left is put in anew. */
static void sweep(struct top *top)
{
    static struct top_entry kept[TOP_KEYS];
    size_t n = 0;
    for (size_t i = 0; i < TOP_SLOTS; i++)
        if (top->slots[i].count > 1)
            kept[n++] = top->slots[i];
    memset(top->slots, 0, sizeof top->slots);
    for (size_t i = 0; i < n; i++) {
        kept[i].count--;
        *find(top, kept[i].key) = kept[i];
    }
    top->used = n;
    top->error++;
}

void top_init(struct top *top)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    top->seed = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
}

void top_add(struct top *top, uint64_t key, uint64_t weight)
{
    struct top_entry *entry = find(top, key);
    if (!entry->count && top->used == TOP_KEYS) {
        sweep(top);
        if (top->used == TOP_KEYS)
            return; /* this one is counted as the others are: less one */
        entry = find(top, key);
    }
    top->used += !entry->count;
    entry->key = key;
    entry->count++;
    entry->sum += weight;
}

/* The largest first; the smaller key first where they are alike, so that the order is always the same. */
static int by_count(const void *a, const void *b)
{
    const struct top_entry *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count) - (x->count > y->count) : (x->key > y->key) - (x->key < y->key);
}

static int by_sum_of(const void *a, const void *b)
{
    const struct top_entry *x = a, *y = b;
    return x->sum != y->sum ? (x->sum < y->sum) - (x->sum > y->sum) : by_count(a, b);
}

size_t top_select(const struct top *top, int by_sum, struct top_entry out[TOP_KEYS])
{
    size_t n = 0;
    for (size_t i = 0; i < TOP_SLOTS; i++)
        if (top->slots[i].count)
            out[n++] = top->slots[i];
    qsort(out, n, sizeof *out, by_sum ? by_sum_of : by_count);
    return n;
}
