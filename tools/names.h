/* SPDX-License-Identifier: MIT */
/* Each name once: a number for it, and the name for the number. */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>

struct names {
    char **list;
    size_t count, room;
    uint32_t *slots;
    size_t size; /* of the slots: a power of two, or 0 */
};

/* The number of a name, from 0 on, which is new or not; UINT32_MAX: there is no memory. */
uint32_t names_number(struct names *n, const char *name);

static inline const char *names_name(const struct names *n, uint32_t number)
{
    return n->list[number];
}

void names_free(struct names *n);

#endif
