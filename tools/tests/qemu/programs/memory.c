/* SPDX-License-Identifier: MIT */
/* Loads of the heap, twice as many of the stack, and three times as many of memory that malloc() mapped. */
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 60000, SMALL = 64, LARGE = 1 << 16 };

__attribute__((noinline)) static long load(volatile const long *heap, volatile const long *stack,
                                           volatile const long *mapped)
{
    long sum = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        sum += heap[i % SMALL];
        sum += stack[i % SMALL] + stack[(i + 1) % SMALL];
        sum += mapped[i % LARGE] + mapped[i * 5 % LARGE] + mapped[i * 7 % LARGE];
    }
    return sum;
}

int main(void)
{
    long *heap = calloc(SMALL, sizeof *heap), *mapped = calloc(LARGE, sizeof *mapped), stack[SMALL] = {0};
    if (!heap || !mapped)
        return 1;
    printf("%ld\n", load(heap, stack, mapped));
    free(heap);
    free(mapped);
    return 0;
}
