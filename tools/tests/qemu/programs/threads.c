/* SPDX-License-Identifier: MIT */
/* Threads that do different things, and one counter that all of them change. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3 };
static atomic_ulong changes;
static int rounds = 150;

static void *copy(void *argument)
{
    const size_t size = 4096u << (uintptr_t)argument;
    char *from = malloc(size), *to = malloc(size);
    if (!from || !to)
        return NULL;
    memset(from, 1, size);
    for (int i = 0; i < rounds; i++) {
        for (size_t j = 0; j < size; j += 8)
            to[j] = (char)(from[j] + i);
        atomic_fetch_add(&changes, (unsigned long)to[0]);
    }
    free(from);
    free(to);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        rounds = atoi(argv[1]);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, copy, (void *)(i + 2));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%lu\n", atomic_load(&changes));
    return 0;
}
