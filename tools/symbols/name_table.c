/* SPDX-License-Identifier: MIT */
/* See name_table.h. */
#define _POSIX_C_SOURCE 200809L
#include "name_table.h"

#include <stdlib.h>
#include <string.h>

#include "../system/hash.h"
#include "../system/memory.h"

static uint32_t *find(const struct name_table *n, const char *name)
{
    size_t at = (size_t)hash_bytes(n->seed, name, strlen(name)) & (n->size - 1);
    while (n->slots[at] && strcmp(n->list[n->slots[at] - 1], name) != 0)
        at = (at + 1) & (n->size - 1);
    return &n->slots[at];
}

/* Doubles the room. */
static void grow(struct name_table *n)
{
    const size_t room = n->room ? 2 * n->room : 64;
    n->list = tool_realloc(n->list, room, sizeof *n->list);
    free(n->slots);
    n->seed = n->size ? n->seed : hash_seed();
    n->slots = tool_calloc(2 * room, sizeof *n->slots);
    n->size = 2 * room;
    n->room = room;
    for (size_t i = 0; i < n->count; i++)
        *find(n, n->list[i]) = (uint32_t)i + 1;
}

uint32_t name_table_number(struct name_table *n, const char *name)
{
    if (n->count == n->room)
        grow(n);
    uint32_t *slot = find(n, name);
    if (*slot)
        return *slot - 1;
    n->list[n->count] = tool_strdup(name);
    *slot = (uint32_t)++n->count;
    return *slot - 1;
}

void name_table_free(struct name_table *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->list[i]);
    free(n->list);
    free(n->slots);
    *n = (struct name_table){0};
}
