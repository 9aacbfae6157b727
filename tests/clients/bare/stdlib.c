/* SPDX-License-Identifier: MIT */
/* Numbers, sorting, and a heap for one block at a time, which is what the unit tests need. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t heap[32768];
static int is_taken;

void *malloc(size_t n)
{
    if (is_taken || n > sizeof heap)
        return NULL;
    is_taken = 1;
    return heap;
}

void free(void *p)
{
    is_taken &= p == NULL;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'z' ? (c | 32) - 'a' + 10 : 99;
}

unsigned long strtoul(const char *text, char **end, int base)
{
    unsigned long value = 0;
    const char *at = text + strspn(text, " \t\n");
    const int is_hex = base != 10 && at[0] == '0' && (at[1] | 32) == 'x' && digit(at[2]) < 16;
    at += is_hex ? 2 : 0;
    base = base ? base : is_hex ? 16 : 10;
    const char *const first = at;
    for (; digit(*at) < base; at++)
        value = value * (unsigned)base + (unsigned)digit(*at);
    if (end)
        *end = (char *)(uintptr_t)(at == first ? text : at);
    return value;
}

long strtol(const char *text, char **end, int base)
{
    return (long)strtoul(text, end, base); /* what the tests read has no sign */
}

/* Shell's sort. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    unsigned char *const items = base;
    unsigned char kept[64];
    for (size_t gap = count / 2; gap; gap /= 2)
        for (size_t i = gap; i < count; i++) {
            size_t at = i;
            memcpy(kept, items + i * size, size);
            for (; at >= gap && compare(items + (at - gap) * size, kept) > 0; at -= gap)
                memcpy(items + at * size, items + (at - gap) * size, size);
            memcpy(items + at * size, kept, size);
        }
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}
