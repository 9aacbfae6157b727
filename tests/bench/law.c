/* SPDX-License-Identifier: MIT */
/*
 * The law of speed: over every stream, in chunks of every size, by every call and every kernel, with and without
 * borrowed memory, decoding is at least LEAST times as fast as the plain loop that does the same work. A row's runs
 * take turns with the plain loop's; a number is the median of their ratios. Rows below LEAST are measured again, for
 * longer, and marked with a star if they stay below. With --yardstick, the numbers are ratios to the yardstick, the
 * plain loop has rows, too, and there is no law. With --once, one run for a tool that counts instructions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain.h"
#include "streams.h"
#include "yardstick.h"

#define LEAST 0.97
#define PAIRS 5       /* runs by each of the two */
#define MORE_PAIRS 21 /* of a row that seems to break the law */
#define SIZE ((size_t)8 << 20)
#define YARDSTICK_PAIRS 9
#define YARDSTICK_SIZE ((size_t)32 << 20)

static const struct {
    const char *name;
    ways_function *run, *plain;
} calls[] = {
    {"next", ways_next, plain_next},
    {"batch", ways_batch, plain_batch},
    {"columns-4", ways_columns_4, plain_columns_4},
    {"columns", ways_columns, plain_columns},
};
#define CALLS (sizeof calls / sizeof calls[0])

static const struct {
    const char *name;
    uint32_t kernel;
} kernels[] = {
    {"best", SPE_KERNEL_ANY},       {"portable", SPE_KERNEL_PORTABLE}, {"AVX2", SPE_KERNEL_AVX2},
    {"AVX-512", SPE_KERNEL_AVX512}, {"NEON", SPE_KERNEL_NEON},         {"plain", SPE_KERNEL_ANY},
};
#define KERNELS (sizeof kernels / sizeof kernels[0])
#define PLAIN (KERNELS - 1)

static const struct {
    const char *name;
    size_t size;
} chunks[] = {{"4K", 4 << 10}, {"16K", 16 << 10}, {"64K", 64 << 10}, {"whole", 0}};
#define CHUNKS (sizeof chunks / sizeof chunks[0])

static const char *const memories[] = {"own", "lent"};

/* A row of the table: numbers in the arrays above. */
struct row {
    const struct stream *stream;
    size_t kernel, chunk;
    int is_lent;
};

static volatile size_t sink;
static const char *once_call; /* --once CALL */
static int is_yardstick;      /* --yardstick */

static size_t run_yardstick(const uint8_t *bytes, size_t size, const struct ways_setup *setup)
{
    const uint8_t *at = bytes;
    struct spe_record r;
    uint64_t sum = 0;
    size_t records = 0;
    (void)setup;
    for (; yardstick_next(&at, bytes + size, &r); records++)
        sum += r.pc;
    sink = sum;
    return records;
}

static ways_function *way_of(const struct row *row, size_t call)
{
    return row->kernel == PLAIN ? calls[call].plain : calls[call].run;
}

static double seconds_of(ways_function *way, const uint8_t *bytes, size_t size, const struct ways_setup *setup)
{
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    sink = way(bytes, size, setup);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
}

static struct ways_setup make_setup(const struct row *row)
{
    static _Alignas(64) uint8_t lent[WAYS_LENT];
    const struct ways_setup setup = {kernels[row->kernel].kernel, row->is_lent ? lent : NULL, chunks[row->chunk].size};
    return setup;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many times as fast as the plain loop, or as the yardstick. */
static double measure(const struct row *row, size_t call, const uint8_t *bytes, size_t size, unsigned pairs)
{
    const struct ways_setup setup = make_setup(row);
    const struct ways_setup plain = {SPE_KERNEL_ANY, NULL, setup.chunk};
    double ratios[MORE_PAIRS] = {0};
    for (unsigned i = 0; i < pairs; i++) {
        const double unit = seconds_of(is_yardstick ? run_yardstick : calls[call].plain, bytes, size, &plain);
        ratios[i] = unit / seconds_of(way_of(row, call), bytes, size, &setup);
    }
    qsort(ratios, pairs, sizeof ratios[0], by_size);
    return ratios[pairs / 2];
}

/* Prints a row. Returns how many of its numbers break the law. */
static unsigned print_row(const struct row *row, const uint8_t *bytes, size_t size)
{
    unsigned broken = 0;
    printf("%-13s%-9s%-5s%-6s", row->stream->name, kernels[row->kernel].name, memories[row->is_lent],
           chunks[row->chunk].name);
    for (size_t call = 0; call < CALLS; call++) {
        double ratio = measure(row, call, bytes, size, is_yardstick ? YARDSTICK_PAIRS : PAIRS);
        if (!is_yardstick && ratio < LEAST)
            ratio = measure(row, call, bytes, size, MORE_PAIRS);
        const unsigned breaks = !is_yardstick && ratio < LEAST;
        broken += breaks;
        printf(" %8.2f%c", ratio, breaks ? '*' : ' ');
    }
    printf("\n");
    fflush(stdout);
    return broken;
}

static int is_there(size_t kernel)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernels[kernel].kernel;
    if (kernel == PLAIN && !once_call && !is_yardstick)
        return 0;
    return !spe_decoder_config_problem(&config);
}

/* The arguments: names that select rows. NULL selects all. */
struct selection {
    const char *stream, *kernel, *memory, *chunk;
};

static int is_selected(const char *wanted, const char *name)
{
    return !wanted || !strcmp(wanted, "all") || !strcmp(wanted, name);
}

/* Calls f for each row of a stream that is selected. Returns the sum of its results. */
static unsigned each_row(const struct selection *want, const struct stream *stream, const uint8_t *bytes, size_t size,
                         unsigned (*f)(const struct row *row, const uint8_t *bytes, size_t size))
{
    unsigned sum = 0;
    struct row row = {.stream = stream};
    for (row.kernel = 0; row.kernel < KERNELS; row.kernel++)
        for (row.is_lent = 0; row.is_lent < 2; row.is_lent++)
            for (row.chunk = 0; row.chunk < CHUNKS; row.chunk++)
                if (is_selected(want->kernel, kernels[row.kernel].name) && is_there(row.kernel) &&
                    is_selected(want->memory, memories[row.is_lent]) &&
                    is_selected(want->chunk, chunks[row.chunk].name))
                    sum += f(&row, bytes, size);
    return sum;
}

static unsigned run_once(const struct row *row, const uint8_t *bytes, size_t size)
{
    const struct ways_setup setup = make_setup(row);
    for (size_t call = 0; call < CALLS; call++)
        if (!strcmp(once_call, calls[call].name))
            printf("%zu\n", way_of(row, call)(bytes, size, &setup));
    return 0;
}

/* Counts a row. */
static unsigned one(const struct row *row, const uint8_t *bytes, size_t size)
{
    (void)row, (void)bytes, (void)size;
    return 1;
}

static void print_head(void)
{
    if (is_yardstick)
        printf("times as fast as the yardstick\n");
    else
        printf("times as fast as the plain loop that does the same work; * below %.2f\n", LEAST);
    printf("%-13s%-9s%-5s%-6s %9s%10s%10s%10s\n", "stream", "kernel", "mem", "chunk", "next ", "batch ", "columns-4 ",
           "columns ");
}

int main(int argc, char **argv)
{
    const int is_once = argc == 8 && !strcmp(argv[1], "--once");
    is_yardstick = argc > 1 && !strcmp(argv[1], "--yardstick");
    const int first = is_once ? 4 : 1 + is_yardstick, count = argc - first;
    const size_t most = is_once ? strtoul(argv[3], NULL, 0) : is_yardstick ? YARDSTICK_SIZE : SIZE;
    char **const names = argv + first;
    const struct selection want = {count > 0 ? names[0] : NULL, count > 1 ? names[1] : NULL,
                                   count > 2 ? names[2] : NULL, count > 3 ? names[3] : NULL};
    unsigned broken = 0, rows = 0;
    uint8_t *bytes = malloc(most);
    if (!bytes || count > 4) {
        fprintf(stderr, "usage: bench-law [--yardstick] [STREAM|all [KERNEL|all [own|lent|all [CHUNK|all]]]]\n"
                        "       bench-law --once CALL BYTES STREAM KERNEL|plain own|lent CHUNK\n");
        return 2;
    }
    once_call = is_once ? argv[2] : NULL;
    for (size_t i = 0; i < STREAMS; i++)
        rows += is_selected(want.stream, streams[i].name) ? each_row(&want, &streams[i], bytes, 0, one) : 0;
    if (!rows) {
        fprintf(stderr, "bench-law: no such stream, kernel, memory or chunk here\n");
        return 2;
    }
    if (!is_once)
        print_head();
    for (size_t s = 0; s < STREAMS; s++) {
        if (!is_selected(want.stream, streams[s].name))
            continue;
        const size_t size = streams[s].fill(bytes, most);
        if (is_yardstick) {
            const double seconds = seconds_of(run_yardstick, bytes, size, NULL);
            printf("%-13syardstick: %.1f ns a record\n", streams[s].name, seconds * 1e9 / (double)sink);
        }
        broken += each_row(&want, &streams[s], bytes, size, is_once ? run_once : print_row);
    }
    if (!is_once && !is_yardstick)
        printf("%u numbers break the law\n", broken);
    free(bytes);
    return broken != 0;
}
