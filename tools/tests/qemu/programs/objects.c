/* SPDX-License-Identifier: MIT */
/*
 * Objects that are neighbours, each used a known number of times: alpha, beta and gammas on one cache line, a mutex
 * next to them, a table in memory from malloc(), a local table. Calls into the library go through stubs.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 40000, TABLE = 1 << 16 };
static volatile int alpha __attribute__((aligned(64))), beta, gammas;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char words[2][64] = {"the same words", "the same wordz"};

/* One read and one write of alpha, two of beta, three of gammas, one read of the heap, two of the stack */
__attribute__((noinline)) static long use(volatile const long *heap, volatile const long *stack)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        alpha++;
        beta++;
        beta++;
        gammas++;
        gammas++;
        gammas++;
        sum += heap[(unsigned)i * 7919u % TABLE] + stack[i & 63] + stack[i * 3 & 63];
    }
    return sum;
}

__attribute__((noinline)) static long compare(void)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        words[0][20] = (char)i;
        sum += memcmp(words[0], words[1], 14);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return sum;
}

int main(void)
{
    long *heap = calloc(TABLE, sizeof *heap), stack[64] = {0};
    if (!heap)
        return 1;
    printf("%ld\n", use(heap, stack) + compare());
    free(heap);
    return 0;
}
