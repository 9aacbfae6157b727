/* SPDX-License-Identifier: MIT */
/*
 * Two threads take turns: each loads the other one's field of a line and stores its own. Each also stores its own field
 * of a second line, as often; the other thread never uses it.
 */
#include <pthread.h>
#include <stdio.h>

enum { TURNS = 400, EACH = 500 };

static struct {
    volatile long left, right;
} fields __attribute__((aligned(64)));

static struct {
    volatile long left;
    char between[24];
    volatile long right;
} apart __attribute__((aligned(64)));

static pthread_barrier_t turn __attribute__((aligned(64)));

static void take_turns(int is_first, volatile long *own, volatile const long *other, volatile long *alone)
{
    for (long i = 0; i < TURNS; i++) {
        for (int k = 0; k < EACH && i % 2 != is_first; k++) {
            *own = *other + 1;
            *alone = i;
        }
        pthread_barrier_wait(&turn);
    }
}

static void *run_left(void *unused)
{
    take_turns(1, &fields.left, &fields.right, &apart.left);
    return unused;
}

static void *run_right(void *unused)
{
    take_turns(0, &fields.right, &fields.left, &apart.right);
    return unused;
}

int main(void)
{
    pthread_t left, right;
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&left, NULL, run_left, NULL);
    pthread_create(&right, NULL, run_right, NULL);
    pthread_join(left, NULL);
    pthread_join(right, NULL);
    printf("%ld %ld\n", fields.left, fields.right);
    return 0;
}
