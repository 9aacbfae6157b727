/* SPDX-License-Identifier: MIT */
/* Comparing names, without calling the C library. */
#ifndef SPE_NAMES_H
#define SPE_NAMES_H

#include <stddef.h>

static inline char spe_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether two strings are the same. */
static inline int spe_is_name(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* Whether the `len` characters at `text` are the string `name`. */
static inline int spe_is_name_of(const char *text, size_t len, const char *name)
{
    size_t i = 0;
    while (i < len && name[i] && name[i] == text[i])
        i++;
    return i == len && !name[i];
}

#endif
