/* SPDX-License-Identifier: MIT */
/*
 * Programs with a known fault, and programs without one: faults NAME [small | large]. The table at the end has the
 * answers; without NAME it is printed. Small ones (the default) run for 0.6 to 5 million operations, large ones for
 * several times as many, some on more data. Build with -O1 -mno-outline-atomics, so that atomics are exclusives, or
 * single instructions in functions that are LSE, and --param=case-values-threshold=4, so that the interpreter's switch
 * is an indirect branch.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define OWN_LINE __attribute__((aligned(64)))
#define LSE __attribute__((target("+lse")))

enum { LINES = 1 << 18, NODES = 1 << 17, ROWS = 8192, ROW = 1024 };

static struct {
    long left, right, both;
} counters OWN_LINE, atomics OWN_LINE;
static struct {
    volatile long first, second;
} late OWN_LINE;
static struct {
    long n OWN_LINE;
} own[2];
struct account {
    int lock OWN_LINE; /* it and what it protects are on one line */
    volatile long money, moves;
};
static struct account swapped, tested, quiet[2];
static struct {
    volatile long value[6];
    int is_full;
} mailbox OWN_LINE;
static volatile unsigned long sink, other;
static uint64_t state = 1;
static unsigned rounds = 60000;
static int is_large;

static unsigned random_number(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33);
}

static void *count(void *counter)
{
    volatile long *const n = counter;
    for (unsigned i = 0; i < rounds; i++)
        *n += i;
    return NULL;
}

struct call {
    void *(*f)(void *);
    void *x;
};

static pthread_barrier_t both;

static void *begin(void *call)
{
    const struct call *c = call;
    pthread_barrier_wait(&both);
    return c->f(c->x);
}

/* Neither thread begins before the other is there: else the second might run on the first one's core, after it. */
static void at_once(void *(*f)(void *), void *x, void *(*g)(void *), void *y)
{
    pthread_t a, b;
    struct call one = {f, x}, other = {g, y};
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, begin, &one);
    pthread_create(&b, NULL, begin, &other);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

/* The main thread's reads are sampled, but they are so few that they make no one wait. */
static void read_at_end(void)
{
    at_once(count, (void *)&late.first, count, (void *)&late.second);
    for (int i = 0; i < 300; i++)
        sink = sink + (unsigned long)(late.first + late.second);
}

LSE static void *add(void *counter)
{
    for (unsigned i = 0; i < 2 * rounds; i++)
        __atomic_fetch_add((long *)counter, (long)i, __ATOMIC_RELAXED);
    return NULL;
}

/* Between two looks at what another thread changes; that thread may need this core. */
static void rest(unsigned looks)
{
    for (unsigned i = 0; i < 6; i++)
        __asm__ volatile("" : "+r"(i));
    if (looks % 8 == 7)
        sched_yield();
}

/* Fills the mailbox, or else empties it. */
static void *pass(void *reads)
{
    const int is_full = reads != NULL;
    long sum = 0;
    for (unsigned i = 0; i < rounds / 2; i++) {
        for (unsigned looks = 0; __atomic_load_n(&mailbox.is_full, __ATOMIC_ACQUIRE) != is_full; looks++)
            rest(looks);
        for (unsigned k = 0; k < 6; k++)
            if (is_full)
                sum += mailbox.value[k];
            else
                mailbox.value[k] = i + k;
        __atomic_store_n(&mailbox.is_full, !is_full, __ATOMIC_RELEASE);
    }
    sink = (unsigned long)sum;
    return NULL;
}

/* What the lock protects, and its release. */
static void leave(struct account *account)
{
    account->money += 5;
    account->moves++;
    __atomic_store_n(&account->lock, 0, __ATOMIC_RELEASE);
}

LSE static void *swap(void *which)
{
    struct account *const account = which;
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned looks = 0; __atomic_exchange_n(&account->lock, 1, __ATOMIC_ACQUIRE); looks++)
            rest(looks);
        leave(account);
    }
    return NULL;
}

/* By exclusives. */
static void *test(void *which)
{
    struct account *const account = which;
    for (unsigned i = 0; i < rounds; i++) {
        int is_free = 0;
        for (unsigned looks = 0;
             !__atomic_compare_exchange_n(&account->lock, &is_free, 1, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
             is_free = 0)
            rest(looks++);
        leave(account);
    }
    return NULL;
}

static void *mapped(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        exit(1);
    return memory;
}

/* A list in random order, in few pages for its lines. It is made by scattered stores. */
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
    for (unsigned i = 0; i < (is_large ? 5 : 10) * rounds; i++)
        at = at->next;
    sink = (unsigned long)(uintptr_t)at;
}

/* Lines one after another. */
static void stream(void)
{
    const size_t size = (size_t)LINES * 64 / 8;
    volatile long *const data = mapped(size * 8);
    for (int round = 0; round < (is_large ? 6 : 2); round++)
        for (size_t i = 0; i < size; i += 4)
            sink = sink + (unsigned long)data[i];
}

/* Each of four instructions steps over a line, of which they use all. */
static void unrolled(void)
{
    long *const data = mapped((size_t)LINES * 64);
    for (int round = 0; round < (is_large ? 12 : 4); round++)
        for (long *at = data, *end = at + LINES * 8; at < end; at += 16)
            __asm__ volatile(
                "ldp q0, q1, [%0]\n\tldp q2, q3, [%0, #32]\n\tldp q4, q5, [%0, #64]\n\tldp q6, q7, [%0, #96]"
                :
                : "r"(at)
                : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "memory");
}

static void backwards(void)
{
    volatile long *const data = mapped((size_t)LINES * 64);
    for (int round = 0; round < (is_large ? 4 : 1); round++)
        for (size_t i = (size_t)LINES * 8; i; i -= 4)
            sink = sink + (unsigned long)data[i - 4];
}

/* By columns: each row is a page. */
static void columns(void)
{
    volatile int *const table = mapped((size_t)ROWS * ROW * sizeof *table);
    for (int column = 0; column < (is_large ? 240 : 40); column++)
        for (int row = 0; row < ROWS; row++)
            sink = sink + (unsigned long)table[row * ROW + column];
}

/* By columns: rows of a power of two share few sets of the caches. */
static void walk(size_t rows, size_t columns)
{
    volatile double *const matrix = mapped(rows * columns * sizeof *matrix);
    double sum = 0;
    for (size_t column = 0; column < columns; column++)
        for (size_t row = 0; row < rows; row++)
            sum += matrix[row * columns + column];
    sink = (unsigned long)sum;
}

static void matrix_round(void)
{
    walk(is_large ? 4000 : 1000, is_large ? 2000 : 1000);
}

static void matrix_power(void)
{
    walk(is_large ? 2048 : 1024, is_large ? 2048 : 1024);
}

/* Most of the keys are not there: an empty slot ends the search. */
static void hash_table(void)
{
    const uint64_t mask = (UINT64_C(1) << (is_large ? 22 : 20)) - 1;
    struct slot {
        uint64_t key, n;
    } *const table = mapped((mask + 1) * sizeof *table);
    for (unsigned i = 0; i < 2 * rounds; i++) {
        const uint64_t key = random_number() | 1;
        uint64_t at = key * 0x9e3779b97f4a7c15u >> 32 & mask;
        while (table[at].key && table[at].key != key)
            at = (at + 1) & mask;
        if (i % 16 == 0)
            table[at].key = key;
        sink = sink + table[at].n;
    }
}

static void fill(void)
{
    const size_t n = (size_t)LINES * 4 * (is_large ? 4 : 1);
    volatile long *const data = mapped(n * sizeof *data);
    for (size_t i = 0; i < n; i++)
        data[i] = (long)i;
}

static void scatter(void)
{
    const unsigned n = is_large ? 1 << 24 : 1 << 22;
    volatile unsigned *const table = mapped(n * sizeof *table);
    for (unsigned i = 0; i < 2 * rounds; i++)
        table[random_number() % n] = i;
}

/*
 * A line of each page, each line in another set of the caches: they hold all of them, but the TLBs few of the pages.
 * The pages begin at a multiple of 2 MiB, so that they always fill as many pages of that size.
 */
static void pages(void)
{
    const size_t n = is_large ? 4096 : 2048, huge = 2 << 20;
    char *const memory = mapped(n * 4096 + huge);
    volatile char *const data = memory + (huge - (uintptr_t)memory % huge);
    for (int round = 0; round < (is_large ? 500 : 120); round++)
        for (size_t i = 0; i < n; i++)
            sink = sink + (unsigned long)data[(i * 37 % n) * 4096 + i * 37 % n / 32 % 64 * 64];
}

static void random_pages(void)
{
    const size_t n = is_large ? 8192 : 4096;
    volatile char *const data = mapped(n * 4096);
    for (unsigned i = 0; i < 2 * rounds; i++) {
        const size_t page = random_number() % n;
        sink = sink + (unsigned long)data[page * 4096 + page / 32 % 64 * 64];
    }
}

static unsigned char bytes[1 << 14];

static void fill_bytes(unsigned below)
{
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(random_number() % below);
}

static void interpreter(void)
{
    unsigned long a = 1, b = 2;
    fill_bytes(5);
    for (unsigned i = 0; i < 3 * rounds; i++) {
        switch (bytes[i % sizeof bytes]) {
        case 0:
            a += b;
            break;
        case 1:
            b ^= a << 3;
            break;
        case 2:
            sink = a;
            break;
        case 3:
            a *= 5;
            break;
        default:
            b -= 7;
        }
    }
    sink = a + b;
}

static void decide(void)
{
    fill_bytes(4);
    for (unsigned i = 0; i < 3 * rounds; i++) {
        if (bytes[i % sizeof bytes] & 1)
            sink = sink + i;
        if (bytes[i % sizeof bytes] & 2)
            other = other ^ i;
    }
}

#define STEP(name, expression)                                                                                         \
    static unsigned long name(unsigned long x)                                                                         \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
STEP(increased, x + 3)
STEP(shifted, x << 1)
STEP(inverted, ~x)
STEP(halved, x / 2)

static void calls(void)
{
    static unsigned long (*const steps[])(unsigned long) = {increased, shifted, inverted, halved};
    unsigned long x = 1;
    fill_bytes(4);
    for (unsigned i = 0; i < 3 * rounds; i++)
        x = steps[bytes[i % sizeof bytes]](x);
    sink = x;
}

/* The same branches in the same order. */
static void pattern(void)
{
    for (unsigned i = 0; i < 4 * rounds; i++) {
        if (i % 4 == 1)
            sink = sink + i;
        if (i & 1)
            other = other ^ i;
    }
}

static void *sum_of_bytes(void *unused)
{
    unsigned long sum = 0;
    for (unsigned i = 0; i < 3 * rounds; i++)
        sum += ((volatile unsigned char *)bytes)[i % sizeof bytes];
    sink = sum;
    return unused;
}

static void compute(void)
{
    for (unsigned long i = 0; i < 10 * rounds; i++)
        sink = sink * 3 + i;
}

static void small_table(void)
{
    static unsigned table[1024];
    for (unsigned i = 0; i < 10 * rounds; i++)
        table[i & 1023] += i;
    sink = table[5];
}

static void sum_in_order(void)
{
    static long table[2048];
    for (int round = 0; round < (is_large ? 2400 : 300); round++)
        for (int i = 0; i < 2048; i++)
            sink = sink + (unsigned long)table[i];
}

/*
 * The answers. A finding of this class must be there ("-": no finding at all), and it must name this function, and
 * the object if that has a symbol. The addresses' order is judged; wide: in steps of a line or more. Other classes are
 * right, too, if they are allowed: the walks of accesses far apart, the true sharing of a lock, what prepares a list.
 */
static const struct {
    const char *name, *kind, *function, *object, *order, *allowed;
    void *(*threads[2])(void *);
    void *of[2];
    void (*run)(void); /* if there are no threads */
} faults[] = {
    {"false-sharing", "false-sharing", "count", "counters", "-", "-", {count, count}, {&counters, &counters.right}},
    {"read-at-end", "false-sharing", "count", "late", "-", "-", .run = read_at_end},
    {"own-atomics", "false-sharing", "add", "atomics", "-", "-", {add, add}, {&atomics.left, &atomics.right}},
    {"true-sharing", "true-sharing", "count", "counters", "-", "-", {count, count}, {&counters.both, &counters.both}},
    {"flag", "true-sharing", "pass", "mailbox", "-", "-", {pass, pass}, {NULL, &mailbox}},
    {"atomic", "contended-lock", "add", "atomics", "-", "true-sharing", {add, add}, {&atomics.both, &atomics.both}},
    {"swap-lock", "contended-lock", "swap", "swapped", "-", "true-sharing", {swap, swap}, {&swapped, &swapped}},
    {"test-lock", "contended-lock", "test", "tested", "-", "true-sharing", {test, test}, {&tested, &tested}},
    {"chase", "memory-load", "chase", "-", "scattered", "page-walk,memory-store", .run = chase},
    {"stream", "memory-load", "stream", "-", "rising", "-", .run = stream},
    {"unrolled", "memory-load", "unrolled", "-", "rising", "-", .run = unrolled},
    {"backwards", "memory-load", "backwards", "-", "falling", "-", .run = backwards},
    {"columns", "memory-load", "columns", "-", "rising wide", "page-walk", .run = columns},
    {"matrix-round", "memory-load", "walk", "-", "rising wide", "page-walk", .run = matrix_round},
    {"matrix-power", "memory-load", "walk", "-", "rising wide", "page-walk", .run = matrix_power},
    {"hash-table", "memory-load", "hash_table", "-", "scattered", "page-walk", .run = hash_table},
    {"fill", "memory-store", "fill", "-", "rising", "-", .run = fill},
    {"scatter", "memory-store", "scatter", "-", "scattered", "page-walk", .run = scatter},
    {"pages", "page-walk", "pages", "-", "-", "-", .run = pages},
    {"random-pages", "page-walk", "random_pages", "-", "-", "-", .run = random_pages},
    {"interpreter", "mispredicted", "interpreter", "-", "-", "-", .run = interpreter},
    {"decide", "mispredicted", "decide", "-", "-", "-", .run = decide},
    {"calls", "mispredicted", "calls", "-", "-", "-", .run = calls},
    {"own-lines", "-", "-", "-", "-", "-", {count, count}, {&own[0], &own[1]}},
    {"own-locks", "-", "-", "-", "-", "-", {swap, test}, {&quiet[0], &quiet[1]}},
    {"read-only", "-", "-", "-", "-", "-", {sum_of_bytes, sum_of_bytes}},
    {"pattern", "-", "-", "-", "-", "-", .run = pattern},
    {"compute", "-", "-", "-", "-", "-", .run = compute},
    {"small-table", "-", "-", "-", "-", "-", .run = small_table},
    {"sum-in-order", "-", "-", "-", "-", "-", .run = sum_in_order},
};

int main(int argc, char **argv)
{
    is_large = argc == 3 && strcmp(argv[2], "large") == 0;
    rounds *= is_large ? 8 : 1;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (argc < 2) {
            printf("%s\t%s\t%s\t%s\t%s\t%s\n", faults[i].name, faults[i].kind, faults[i].function, faults[i].object,
                   faults[i].order, faults[i].allowed);
        } else if (strcmp(argv[1], faults[i].name) == 0) {
            if (faults[i].threads[0])
                at_once(faults[i].threads[0], faults[i].of[0], faults[i].threads[1], faults[i].of[1]);
            else
                faults[i].run();
            return 0;
        }
    return argc >= 2;
}
