/* SPDX-License-Identifier: MIT */
/* Loads that miss: a list through 16 megabytes, in random order, after as much that hits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1 << 18, STEPS = 700000 };
struct node {
    struct node *next;
    uint64_t value[7];
};

static uint64_t state = 88172645463325252u;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

int main(int argc, char **argv)
{
    struct node *nodes = calloc(NODES, sizeof *nodes);
    uint64_t sum = 0;
    uint32_t *order = malloc(NODES * sizeof *order);
    if (!nodes || !order)
        return 1;
    for (uint32_t i = 0; i < NODES; i++)
        order[i] = i;
    for (uint32_t i = NODES - 1; i > 0; i--) {
        const uint32_t j = (uint32_t)(draw() % (i + 1)), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (uint32_t i = 0; i < NODES; i++)
        nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
    struct node *at = nodes;
    const int steps = STEPS * (argc > 1 ? atoi(argv[1]) : 1);
    for (int i = 0; i < steps; i++, at = at->next) {
        at->value[i % 7] += (uint64_t)i;
        sum += at->value[0] + order[i % 512];
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
