/* SPDX-License-Identifier: MIT */
/* See names.h. */
#define _POSIX_C_SOURCE 200809L
#include "names.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *find(const struct names *n, const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    size_t at = (size_t)(hash ^ hash >> 29) & (n->size - 1);
    while (n->slots[at] && strcmp(n->list[n->slots[at] - 1], name) != 0)
        at = (at + 1) & (n->size - 1);
    return &n->slots[at];
}

/* Twice the room. Returns 0: there is no memory. */
static int grow(struct names *n)
{
    const size_t room = n->room ? 2 * n->room : 64;
    char **list = realloc(n->list, room * sizeof *list);
    n->list = list ? list : n->list;
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (!list || !slots) {
        free(slots);
        return 0;
    }
    free(n->slots);
    n->slots = slots;
    n->size = 2 * room;
    n->room = room;
    for (size_t i = 0; i < n->count; i++)
        *find(n, list[i]) = (uint32_t)i + 1;
    return 1;
}

uint32_t names_number(struct names *n, const char *name)
{
    if (n->count == n->room && !grow(n))
        return UINT32_MAX;
    uint32_t *slot = find(n, name);
    if (*slot)
        return *slot - 1;
    n->list[n->count] = strdup(name);
    if (!n->list[n->count])
        return UINT32_MAX;
    *slot = (uint32_t)++n->count;
    return *slot - 1;
}

void names_free(struct names *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->list[i]);
    free(n->list);
    free(n->slots);
    *n = (struct names){0};
}
