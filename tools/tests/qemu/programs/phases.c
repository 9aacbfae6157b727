/* SPDX-License-Identifier: MIT */
/* Functions whose time differs from their share of operations and latency: one waits for memory, one mispredicts
 * branches, one only computes. Two threads run them in different order. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1 << 17, STEPS = 60000, COINS = 400000, ROUNDS = 6 };

static struct node {
    struct node *next;
    char rest[56];
} nodes[NODES];

__attribute__((noinline)) static void link_up(void)
{
    for (uint32_t i = 0, at = 0; i < NODES; i++) {
        const uint32_t to = (at * UINT32_C(1664525) + UINT32_C(1013904223)) % NODES;
        nodes[at].next = &nodes[to];
        at = to;
    }
}

__attribute__((noinline)) static const struct node *wait_for_memory(const struct node *at)
{
    for (int i = 0; i < STEPS; i++)
        at = at->next;
    return at;
}

__attribute__((noinline)) static unsigned toss(unsigned seed)
{
    unsigned heads = 0;
    for (int i = 0; i < COINS; i++) {
        seed = seed * 1103515245 + 12345;
        if (seed >> 30 & 1)
            __asm__ volatile("add %w0, %w0, #1" : "+r"(heads));
    }
    return heads;
}

__attribute__((noinline)) static uint64_t compute(uint64_t x)
{
    for (int i = 0; i < COINS; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}

static void *run(void *argument)
{
    const struct node *at = nodes;
    uint64_t x = 88172645463325252u + (uintptr_t)argument, heads = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (argument)
            x = compute(x);
        at = wait_for_memory(at);
        heads += toss((unsigned)x);
        if (!argument)
            x = compute(x);
    }
    printf("%td %llu %llu\n", at - nodes, (unsigned long long)heads, (unsigned long long)x);
    return NULL;
}

int main(void)
{
    pthread_t other;
    link_up();
    if (pthread_create(&other, NULL, run, &other))
        return 1;
    run(NULL);
    return pthread_join(other, NULL);
}
