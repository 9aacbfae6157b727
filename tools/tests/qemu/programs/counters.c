/* SPDX-License-Identifier: MIT */
/* Threads that count atomically: all one counter, or each its own on the same cache line. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 3 };
static struct {
    atomic_ulong counters[8]; /* the whole cache line */
} line __attribute__((aligned(64)));
static int is_one;

/* Thread 0 counts at byte 0 of the line, thread 1 at byte 8, thread 2 at byte 16; or all at byte 24. The result is
 * used, so that the atomics must return it. */
static void *count(void *argument)
{
    const size_t mine = is_one ? 3 : (uintptr_t)argument;
    unsigned long sum = 0;
    for (int i = 0; i < 200000; i++)
        sum += atomic_fetch_add(&line.counters[mine], 1);
    return (void *)sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t threads[THREADS];
    is_one = argc > 1;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, count, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
