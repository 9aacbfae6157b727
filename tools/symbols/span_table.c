/* SPDX-License-Identifier: MIT */
/* See span_table.h. */
#include "span_table.h"

#include <stdlib.h>

#include "../system/list.h"
#include "../system/memory.h"

void span_table_add(struct span_table *t, const struct span *span)
{
    if (span->from >= span->to)
        return;
    t->spans = list_with_room(t->spans, t->count, &t->room, sizeof *t->spans);
    t->spans[t->count++] = *span;
}

/* Outer ranges before inner ones; of equal ranges, the one that is found last. */
static int outer_first(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->value < y->value) - (x->value > y->value);
}

/* Writes the piece of a range from *at to `end`, and moves *at there. */
static void put_piece(struct span_table *out, const struct span *range, uint64_t *at, uint64_t end)
{
    struct span piece = *range;
    piece.from = *at;
    piece.to = end;
    if (*at >= end)
        return;
    span_table_add(out, &piece);
    *at = end;
}

/* Ends the ranges on the stack that end by `end`, the innermost first. Returns how many are left. */
static size_t end_ranges(struct span_table *out, const struct span **stack, size_t depth, uint64_t *at, uint64_t end)
{
    for (; depth && stack[depth - 1]->to <= end; depth--)
        put_piece(out, stack[depth - 1], at, stack[depth - 1]->to);
    return depth;
}

void span_table_settle(struct span_table *t)
{
    struct span_table out = {0};
    const struct span **stack = tool_malloc(t->count * sizeof(void *));
    size_t depth = 0;
    uint64_t at = 0;
    if (t->count)
        qsort(t->spans, t->count, sizeof *t->spans, outer_first);
    for (size_t i = 0; i < t->count; i++) {
        depth = end_ranges(&out, stack, depth, &at, t->spans[i].from);
        if (depth)
            put_piece(&out, stack[depth - 1], &at, t->spans[i].from);
        at = t->spans[i].from;
        stack[depth++] = &t->spans[i];
    }
    end_ranges(&out, stack, depth, &at, UINT64_MAX);
    free(stack);
    free(t->spans);
    *t = out;
}

const struct span *span_table_find(const struct span_table *t, uint64_t address)
{
    size_t from = 0, to = t->count;
    while (from < to) { /* the first that starts after the address */
        const size_t middle = from + (to - from) / 2;
        if (t->spans[middle].from <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from && address < t->spans[from - 1].to ? &t->spans[from - 1] : NULL;
}

void span_table_free(struct span_table *t)
{
    free(t->spans);
    *t = (struct span_table){0};
}
