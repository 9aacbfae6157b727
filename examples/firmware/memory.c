/* SPDX-License-Identifier: MIT */
/*
 * The four functions that the library, and the compiler itself, call. Short rather than fast: a firmware that decodes much has
 * better ones. To be compiled with -fno-tree-loop-distribute-patterns, or the compiler makes calls of memcpy of these loops.
 */
#include <stddef.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    while (n--)
        *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out <= in)
        while (n--)
            *out++ = *in++;
    else
        while (n--)
            out[n] = in[n];
    return to;
}

void *memset(void *at, int byte, size_t n)
{
    unsigned char *out = at;
    while (n--)
        *out++ = (unsigned char)byte;
    return at;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (; n; n--, x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}
