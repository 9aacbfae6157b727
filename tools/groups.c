/* SPDX-License-Identifier: MIT */
/* See groups.h. */
#define _POSIX_C_SOURCE 200809L
#include "groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[GROUPS_KINDS] = {"programs", "functions", "source_lines", "data"};

const char *groups_kind(unsigned kind)
{
    return kinds[kind];
}

/* -- rows -- */

static void add_key(struct group_list *l, const char *key, const struct counts *counts)
{
    const uint32_t row = names_number(&l->keys, key);
    if (row != UINT32_MAX && row >= l->room) {
        const size_t room = l->keys.room;
        struct counts *larger = realloc(l->counts, room * sizeof *larger);
        if (larger) {
            memset(larger + l->room, 0, (room - l->room) * sizeof *larger);
            l->counts = larger;
            l->room = room;
        }
    }
    if (row == UINT32_MAX || row >= l->room)
        l->dropped += counts->samples;
    else
        counts_merge(&l->counts[row], counts);
}

void groups_add(struct groups *g, unsigned kind, const char *name, const char *where, const struct counts *counts)
{
    char key[2 * GROUPS_NAME_MAX + 2];
    snprintf(key, sizeof key, "%.*s%c%.*s", GROUPS_NAME_MAX, name, GROUPS_MARK, GROUPS_NAME_MAX, where);
    add_key(&g->lists[kind], key, counts);
}

void groups_merge(struct groups *into, const struct groups *from)
{
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++) {
        const struct group_list *l = &from->lists[kind];
        for (size_t i = 0; i < l->keys.count && i < l->room; i++)
            add_key(&into->lists[kind], l->keys.list[i], &l->counts[i]);
        into->lists[kind].dropped += l->dropped;
    }
}

/* -- from places -- */

static void add_code(struct groups *g, struct places *p, const struct tally_entry *e)
{
    struct place place;
    char text[GROUPS_NAME_MAX + 16];
    symbols_find(&p->symbols, e->space, e->address, e->time, &place);
    if (place.module || place.symbol)
        groups_add(g, GROUPS_FUNCTIONS, place.symbol ? place.symbol : GROUPS_NO_NAME, place.module, &e->counts);
    if (!place.file)
        return;
    snprintf(text, sizeof text, "%.*s:%u", GROUPS_NAME_MAX, symbols_short(place.file), place.line);
    groups_add(g, GROUPS_LINES, text, place.file, &e->counts);
}

/* A line is taken for what is at the first of its bytes that was touched. */
static void add_data(struct groups *g, struct places *p, const struct tally_entry *e)
{
    uint64_t touched = 0, first = 0;
    struct place place;
    for (uint32_t i = 0; i < e->touches->n; i++)
        touched |= e->touches->by[i].read | e->touches->by[i].written;
    while (touched && !(touched >> first & 1))
        first++;
    symbols_find(&p->symbols, e->space, e->address + first, e->time, &place);
    if (place.symbol)
        groups_add(g, GROUPS_DATA, place.symbol, place.module, &e->counts);
    else if (place.module)
        groups_add(g, GROUPS_DATA, symbols_short(place.module), "", &e->counts);
}

void groups_add_places(struct groups *g, struct places *p)
{
    for (size_t i = 0; i < p->pcs.used; i++)
        add_code(g, p, &p->pcs.entries[i]);
    for (size_t i = 0; i < p->lines.used; i++)
        add_data(g, p, &p->lines.entries[i]);
    for (size_t i = 0; i < p->who.used; i++) {
        const struct identity *who = &p->spaces.identities[p->who.entries[i].address];
        if (who->comm != UINT32_MAX)
            groups_add(g, GROUPS_PROGRAMS, names_name(&p->spaces.names, who->comm), "", &p->who.entries[i].counts);
    }
}

/* -- in order -- */

static int by_cycles(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    if (x->counts.cycles != y->counts.cycles)
        return x->counts.cycles < y->counts.cycles ? 1 : -1;
    if (x->counts.samples != y->counts.samples)
        return x->counts.samples < y->counts.samples ? 1 : -1;
    const int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->where, y->where);
}

struct group *groups_rows(const struct groups *g, unsigned kind, size_t *n)
{
    const struct group_list *l = &g->lists[kind];
    const size_t count = l->keys.count < l->room ? l->keys.count : l->room;
    size_t size = count * sizeof(struct group);
    for (size_t i = 0; i < count; i++)
        size += strlen(l->keys.list[i]) + 1;
    struct group *rows = count ? malloc(size) : NULL;
    *n = rows ? count : 0;
    if (!rows)
        return NULL;
    char *text = (char *)&rows[count]; /* names stand behind the rows */
    for (size_t i = 0; i < count; i++) {
        const char *key = l->keys.list[i];
        const size_t length = strlen(key), name = strcspn(key, (char[]){GROUPS_MARK, 0});
        memcpy(text, key, length + 1);
        text[name] = 0;
        rows[i] = (struct group){text, text + (name < length ? name + 1 : name), l->counts[i]};
        text += length + 1;
    }
    qsort(rows, count, sizeof *rows, by_cycles);
    return rows;
}

void groups_free(struct groups *g)
{
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++) {
        names_free(&g->lists[kind].keys);
        free(g->lists[kind].counts);
    }
    *g = (struct groups){0};
}
