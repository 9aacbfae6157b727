/* SPDX-License-Identifier: MIT */
/* See blocks.h. */
#include "blocks.h"

#include <stdlib.h>

enum { BUCKETS = 1 << 16 };

static struct block *buckets[BUCKETS];

static struct block **find_bucket(const struct block *block)
{
    uint64_t hash = block->pc;
    for (uint32_t i = 0; i < block->count; i++)
        hash = (hash ^ block->insns[i].word) * UINT64_C(0x9e3779b97f4a7c15);
    return &buckets[hash >> 48];
}

static int is_same(const struct block *a, const struct block *b)
{
    uint32_t i = 0;
    if (a->pc != b->pc || a->count != b->count)
        return 0;
    while (i < a->count && a->insns[i].word == b->insns[i].word)
        i++;
    return i == a->count;
}

struct block *blocks_keep(struct block *block)
{
    struct block **bucket = find_bucket(block);
    for (struct block *there = *bucket; there; there = there->next)
        if (is_same(there, block)) {
            free(block);
            return there;
        }
    block->next = *bucket;
    *bucket = block;
    return block;
}
