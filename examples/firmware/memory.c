/* SPDX-License-Identifier: MIT */
/*
 * The four functions that the library and the compiler call. They work by words if aligned, otherwise by bytes. Compile
 * this with -fno-tree-loop-distribute-patterns; otherwise the compiler turns these loops into calls of memcpy.
 */
#include <stdint.h>
#include <string.h>

typedef uintptr_t __attribute__((__may_alias__)) word;

/* Whether n bytes of a and b can be read by words. */
static int is_words(const void *a, const void *b, size_t n)
{
    return n >= sizeof(word) && ((uintptr_t)a | (uintptr_t)b) % sizeof(word) == 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (; is_words(out, in, n); n -= sizeof(word), out += sizeof(word), in += sizeof(word))
        *(word *)(void *)out = *(const word *)(const void *)in;
    while (n--)
        *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if ((uintptr_t)to - (uintptr_t)from >= n) /* writing forwards does not overwrite bytes that are still to be read */
        return memcpy(to, from, n);
    while (n--)
        out[n] = in[n];
    return to;
}

void *memset(void *at, int byte, size_t n)
{
    unsigned char *out = at;
    const word all = (word)-1 / 255 * (unsigned char)byte;
    for (; is_words(out, out, n); n -= sizeof(word), out += sizeof(word))
        *(word *)(void *)out = all;
    while (n--)
        *out++ = (unsigned char)byte;
    return at;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (; is_words(x, y, n); n -= sizeof(word), x += sizeof(word), y += sizeof(word))
        if (*(const word *)(const void *)x != *(const word *)(const void *)y)
            break;
    for (; n; n--, x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}
