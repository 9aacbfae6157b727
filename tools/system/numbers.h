/* SPDX-License-Identifier: MIT */
/* Adds structs that begin with numbers. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>
#include <stdint.h>

/* Both begin with n members or elements of type uint64_t. */
static inline void numbers_add(void *into, const void *from, size_t n)
{
    uint64_t *to = into;
    for (size_t i = 0; i < n; i++)
        to[i] += ((const uint64_t *)from)[i];
}

#endif
