/* SPDX-License-Identifier: MIT */
/*
 * A known fault, or none, by name: what spe-stat must find first. Each runs for about a million operations.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 60000, LINES = 1 << 18, NODES = 1 << 17, ROWS = 8192, ROW = 1024 };

static struct {
    volatile long left, right, both;
} counters __attribute__((aligned(64)));
static struct {
    volatile long n __attribute__((aligned(64)));
} own[2];
static volatile unsigned long sink;
static uint64_t state = 1;

static unsigned random_number(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33);
}

static void *count(void *counter)
{
    volatile long *const n = counter;
    for (int i = 0; i < ROUNDS; i++)
        *n += i;
    return NULL;
}

static void two(volatile long *x, volatile long *y)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, (void *)x);
    pthread_create(&b, NULL, count, (void *)y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

static void false_sharing(void)
{
    two(&counters.left, &counters.right);
}

static void true_sharing(void)
{
    two(&counters.both, &counters.both);
}

static void own_lines(void)
{
    two(&own[0].n, &own[1].n);
}

static void *mapped(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        exit(1);
    return memory;
}

/* A list in random order, in few pages for its lines. */
static void chase(void)
{
    struct node {
        struct node *next;
        long rest[7];
    } *const nodes = mapped(NODES * sizeof *nodes), *at = nodes;
    uint32_t *const order = mapped(NODES * sizeof *order);
    for (uint32_t i = 0; i < NODES; i++)
        order[i] = i;
    for (uint32_t i = NODES - 1; i; i--) {
        const uint32_t k = random_number() % i, other = order[k];
        order[k] = order[i];
        order[i] = other;
    }
    for (uint32_t i = 0; i < NODES; i++)
        nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
    for (int i = 0; i < 10 * ROUNDS; i++)
        at = at->next;
    sink = (unsigned long)(uintptr_t)at;
}

/* Lines one after another. */
static void stream(void)
{
    const size_t size = (size_t)LINES * 64 / 8;
    volatile long *const data = mapped(size * 8);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < size; i += 4)
            sink = sink + (unsigned long)data[i];
}

/* By columns: each row is a page. */
static void columns(void)
{
    volatile int *const table = mapped((size_t)ROWS * ROW * sizeof *table);
    for (int column = 0; column < 40; column++)
        for (int row = 0; row < ROWS; row++)
            sink = sink + (unsigned long)table[row * ROW + column];
}

/*
 * A line of each page, each line in another set of the caches: they hold all of them, but the TLBs few of the pages.
 * The pages begin at a multiple of 2 MiB, so that they always fill as many pages of that size.
 */
static void pages(void)
{
    enum { PAGES = 2048, LARGE = 2 << 20 };
    char *const memory = mapped((size_t)PAGES * 4096 + LARGE);
    volatile char *const data = memory + (LARGE - (uintptr_t)memory % LARGE);
    for (int round = 0; round < 120; round++)
        for (size_t i = 0; i < PAGES; i++)
            sink = sink + (unsigned long)data[(i * 37 % PAGES) * 4096 + i * 37 % PAGES / 32 * 64];
}

static void compute(void)
{
    for (unsigned long i = 0; i < 10ul * ROUNDS; i++)
        sink = sink * 3 + i;
}

static void small_table(void)
{
    static int table[1024];
    for (int i = 0; i < 10 * ROUNDS; i++)
        table[i & 1023] += i;
    sink = (unsigned long)table[5];
}

static void sum_in_order(void)
{
    static long table[2048];
    for (int round = 0; round < 300; round++)
        for (int i = 0; i < 2048; i++)
            sink = sink + (unsigned long)table[i];
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } faults[] = {{"false-sharing", false_sharing},
                  {"true-sharing", true_sharing},
                  {"chase", chase},
                  {"stream", stream},
                  {"columns", columns},
                  {"pages", pages},
                  {"own-lines", own_lines},
                  {"compute", compute},
                  {"small-table", small_table},
                  {"sum-in-order", sum_in_order}};
    for (size_t i = 0; argc == 2 && i < sizeof faults / sizeof *faults; i++)
        if (strcmp(argv[1], faults[i].name) == 0) {
            faults[i].run();
            return 0;
        }
    return 1;
}
