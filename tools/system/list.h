/* SPDX-License-Identifier: MIT */
/* Lists that grow: an array, the number of its items, and of those for which it has room. */
#ifndef LIST_H
#define LIST_H

#include <stdlib.h>

#include "memory.h"

/* Returns the list. If it was full, it has been moved to a place with twice the room. */
static inline void *list_with_room(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room ? 2 * *room : 64;
    return tool_realloc(items, *room, size);
}

#endif
