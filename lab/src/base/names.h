/* SPDX-License-Identifier: MIT */
/* Comparing names, without calling the C library. */
#ifndef SPE_LAB_NAMES_H
#define SPE_LAB_NAMES_H

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

#endif
