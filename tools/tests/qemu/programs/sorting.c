/* SPDX-License-Identifier: MIT */
/* Branches that go either way: numbers are sorted by the C library, with a function of ours, and searched. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 30000 };
static uint32_t numbers[N];

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (x < y)
        return -1;
    return x > y;
}

int main(int argc, char **argv)
{
    uint32_t state = 1, found = 0;
    for (int n = argc > 1 ? atoi(argv[1]) : 1; n > 0; n--) {
        for (int i = 0; i < N; i++)
            numbers[i] = (state = state * 1664525 + 1013904223) >> 8;
        qsort(numbers, N, sizeof numbers[0], compare);
    }
    for (int i = 0; i < N; i++) {
        const uint32_t key = (state = state * 1664525 + 1013904223) >> 8;
        found += bsearch(&key, numbers, N, sizeof numbers[0], compare) != NULL;
    }
    printf("%u %u\n", numbers[N / 2], found);
    return 0;
}
