/* SPDX-License-Identifier: MIT */
/* Stores each name once: gives a number for a name, and the name for a number. */
#ifndef NAME_TABLE_H
#define NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct name_table {
    char **list;
    size_t count, room;
    uint32_t *slots;
    size_t size;   /* of the slots: a power of two, or 0 */
    uint64_t seed; /* of the hashes */
};

/* Returns the number of a name, from 0 on; a new name is added. */
uint32_t name_table_number(struct name_table *n, const char *name);

static inline const char *name_table_name(const struct name_table *n, uint32_t number)
{
    return n->list[number];
}

void name_table_free(struct name_table *n);

#endif
