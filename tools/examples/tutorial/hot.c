/* SPDX-License-Identifier: MIT */
/* A program to be recorded: most of its time goes into walk(), whose loads miss the caches. */
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1 << 17 };
struct node {
    struct node *next;
    long value[7];
};

static __attribute__((noinline)) long walk(const struct node *at, long steps)
{
    long sum = 0;
    for (; steps; steps--, at = at->next)
        sum += at->value[steps % 7];
    return sum;
}

static __attribute__((noinline)) void link_up(struct node *nodes)
{
    for (unsigned i = 0; i < NODES; i++)
        nodes[i].next = &nodes[(i * 5 + 77773) % NODES];
}

int main(void)
{
    struct node *nodes = calloc(NODES, sizeof *nodes);
    if (!nodes)
        return 1;
    link_up(nodes);
    printf("%ld\n", walk(nodes, 1000000));
    return 0;
}
