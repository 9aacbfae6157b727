/* SPDX-License-Identifier: MIT */
/*
 * See map_index.h: a segment tree. The beginnings and ends of ranges divide the addresses; each piece is a leaf. A node
 * has the ranges that fill it but not its parent, in the order of their times. The ranges of an address are those of
 * its leaf and of the leaf's ancestors.
 */
#include "map_index.h"
#include "../system/memory.h"

#include <stdlib.h>
#include <string.h>

struct map_place {
    uint32_t space;
    uint32_t number; /* twice that of its range in the index, plus 1 if it is the range's end */
    uint64_t address;
};

static int by_place(const void *a, const void *b)
{
    const struct map_place *x = a, *y = b;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

/* The number of places at or before this one. */
static size_t places_to(const struct map_index *index, uint32_t space, uint64_t address)
{
    const struct map_place wanted = {space, 0, address};
    size_t from = 0, to = index->places;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (by_place(&index->list[middle], &wanted) <= 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Which of two ranges comes first in a node: the earlier one; at equal times the one with the smaller number. */
struct timed {
    uint64_t time;
    uint32_t number;
};

static int by_time(const void *a, const void *b)
{
    const struct timed *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : (x->number > y->number) - (x->number < y->number);
}

static void visit(uint32_t *next, size_t node, uint32_t *ranges, uint32_t number)
{
    if (ranges)
        ranges[next[node]] = number;
    next[node]++;
}

/* Puts a range into the nodes that it fills; if `ranges` is NULL, only counts it there. */
static void put(const struct map_index *index, const uint32_t *leaves, uint32_t number, uint32_t *next,
                uint32_t *ranges)
{
    const uint32_t *const ends = leaves + 2 * (size_t)(number - index->from);
    for (size_t from = ends[0] + index->places, to = ends[1] + index->places; from < to; from /= 2, to /= 2) {
        if (from & 1)
            visit(next, from++, ranges, number);
        if (to & 1)
            visit(next, --to, ranges, number);
    }
}

/* Makes the list of places. leaves[2 * i] and leaves[2 * i + 1] are the leaves at the beginning and end of a range. */
static void make_places(struct map_index *index, const struct map_range *ranges, uint32_t *leaves)
{
    size_t n = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const struct map_range *r = &ranges[index->from + i];
        index->list[2 * (size_t)i] = (struct map_place){r->space, 2 * i, r->address};
        index->list[2 * (size_t)i + 1] = (struct map_place){r->space, 2 * i + 1, r->end};
    }
    qsort(index->list, 2 * (size_t)index->count, sizeof *index->list, by_place);
    for (size_t i = 0; i < 2 * (size_t)index->count; i++) {
        const struct map_place place = index->list[i];
        if (!n || by_place(&index->list[n - 1], &place) != 0)
            index->list[n++] = place;
        leaves[place.number] = (uint32_t)n - 1;
    }
    index->places = n;
}

/* Counts the ranges of each node, makes room for them, and puts them there. Returns 0 if there are too many. */
static int make_nodes(struct map_index *index, const uint32_t *leaves, const struct timed *order)
{
    const size_t nodes = 2 * index->places;
    uint32_t *next = index->first = tool_calloc(nodes + 1, sizeof *next);
    for (uint32_t i = 0; i < index->count; i++)
        put(index, leaves, order[i].number, next, NULL);
    uint64_t all = 0;
    for (size_t i = 0; i <= nodes; i++) {
        const uint32_t here = next[i];
        next[i] = (uint32_t)all;
        all += here;
    }
    index->ranges = all < UINT32_MAX ? tool_malloc((size_t)all * sizeof *index->ranges) : NULL;
    for (uint32_t i = 0; index->ranges && i < index->count; i++)
        put(index, leaves, order[i].number, next, index->ranges);
    memmove(next + 1, next, nodes * sizeof *next); /* each is now at its node's end, which is where the next begins */
    next[0] = 0;
    return index->ranges != NULL;
}

int map_index_make(struct map_index *index, const struct map_range *ranges, uint32_t from, uint32_t count)
{
    *index = (struct map_index){from, count, 0, NULL, NULL, NULL};
    if (count > UINT32_MAX / 2)
        return 0;
    struct timed *order = tool_malloc(count * sizeof *order);
    uint32_t *leaves = tool_malloc(2 * (size_t)count * sizeof *leaves);
    index->list = tool_malloc(2 * (size_t)count * sizeof *index->list);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (struct timed){ranges[from + i].time, from + i};
    qsort(order, count, sizeof *order, by_time);
    make_places(index, ranges, leaves);
    const int is_made = make_nodes(index, leaves, order);
    free(order);
    free(leaves);
    if (!is_made)
        map_index_free(index);
    return is_made;
}

uint32_t map_index_better(const struct map_range *ranges, uint32_t a, uint32_t b, uint64_t time)
{
    if (a == MAP_INDEX_NONE || b == MAP_INDEX_NONE)
        return a == MAP_INDEX_NONE ? b : a;
    const uint64_t x = ranges[a].time, y = ranges[b].time;
    if (x == y) /* both may be without a time: they came in this order */
        return a > b ? a : b;
    if ((x <= time) != (y <= time))
        return x <= time ? a : b;
    return (x <= y) == (y <= time) ? b : a;
}

/* The number of ranges in list[0..count) at or before that time. */
static size_t count_to(const struct map_range *ranges, const uint32_t *list, size_t count, uint64_t time)
{
    size_t from = 0, to = count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (ranges[list[middle]].time <= time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

uint32_t map_index_find(const struct map_index *index, const struct map_range *ranges, uint32_t space, uint64_t address,
                        uint64_t time)
{
    uint32_t found = MAP_INDEX_NONE;
    const size_t place = places_to(index, space, address);
    for (size_t node = place ? place - 1 + index->places : 0; node; node /= 2) {
        const uint32_t *list = index->ranges + index->first[node];
        const size_t count = index->first[node + 1] - index->first[node];
        const size_t by_then = count_to(ranges, list, count, time);
        if (by_then)
            found = map_index_better(ranges, found, list[by_then - 1], time);
        else if (count) /* the last one with the earliest time */
            found =
                map_index_better(ranges, found, list[count_to(ranges, list, count, ranges[list[0]].time) - 1], time);
    }
    return found;
}

int map_index_has_end(const struct map_index *index, uint32_t space, uint64_t from, uint64_t to)
{
    return places_to(index, space, from) != places_to(index, space, to);
}

void map_index_free(struct map_index *index)
{
    free(index->list);
    free(index->first);
    free(index->ranges);
    *index = (struct map_index){0};
}
