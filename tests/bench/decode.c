/* SPDX-License-Identifier: MIT */
/*
 * Decoding against the yardstick: every stream, in chunks of every size, by every call and every kernel, with and
 * without borrowed memory, and by the plain loop. A row's runs take turns with the yardstick's; a number is the median
 * of their ratios. With --once, one run for a tool that counts instructions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain.h"
#include "streams.h"
#include "yardstick.h"

#define PAIRS 9 /* runs by each of the two */
#define SIZE ((size_t)32 << 20)

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

/* How many times as fast as the yardstick. */
static double measure(const struct row *row, size_t call, const uint8_t *bytes, size_t size)
{
    const struct ways_setup setup = make_setup(row);
    double ratios[PAIRS];
    for (unsigned i = 0; i < PAIRS; i++) {
        const double unit = seconds_of(run_yardstick, bytes, size, NULL);
        ratios[i] = unit / seconds_of(way_of(row, call), bytes, size, &setup);
    }
    qsort(ratios, PAIRS, sizeof ratios[0], by_size);
    return ratios[PAIRS / 2];
}

static void print_row(const struct row *row, const uint8_t *bytes, size_t size)
{
    printf("%-13s%-9s%-5s%-6s", row->stream->name, kernels[row->kernel].name, memories[row->is_lent],
           chunks[row->chunk].name);
    for (size_t call = 0; call < CALLS; call++)
        printf(" %8.2f ", measure(row, call, bytes, size));
    printf("\n");
    fflush(stdout);
}

static int is_there(size_t kernel)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernels[kernel].kernel;
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

/* Calls f, if it is not NULL, for each row of a stream that is selected. Returns their number. */
static unsigned each_row(const struct selection *want, const struct stream *stream, const uint8_t *bytes, size_t size,
                         void (*f)(const struct row *row, const uint8_t *bytes, size_t size))
{
    unsigned rows = 0;
    struct row row = {.stream = stream};
    for (row.kernel = 0; row.kernel < KERNELS; row.kernel++)
        for (row.is_lent = 0; row.is_lent < 2; row.is_lent++)
            for (row.chunk = 0; row.chunk < CHUNKS; row.chunk++)
                if (is_selected(want->kernel, kernels[row.kernel].name) && is_there(row.kernel) &&
                    is_selected(want->memory, memories[row.is_lent]) &&
                    is_selected(want->chunk, chunks[row.chunk].name)) {
                    rows++;
                    if (f)
                        f(&row, bytes, size);
                }
    return rows;
}

static void run_once(const struct row *row, const uint8_t *bytes, size_t size)
{
    const struct ways_setup setup = make_setup(row);
    for (size_t call = 0; call < CALLS; call++)
        if (!strcmp(once_call, calls[call].name))
            printf("%zu\n", way_of(row, call)(bytes, size, &setup));
}

int main(int argc, char **argv)
{
    const int is_once = argc == 8 && !strcmp(argv[1], "--once");
    const int first = is_once ? 4 : 1, count = argc - first;
    const size_t most = is_once ? strtoul(argv[3], NULL, 0) : SIZE;
    char **const names = argv + first;
    const struct selection want = {count > 0 ? names[0] : NULL, count > 1 ? names[1] : NULL,
                                   count > 2 ? names[2] : NULL, count > 3 ? names[3] : NULL};
    unsigned rows = 0;
    uint8_t *bytes = malloc(most);
    if (!bytes || count > 4) {
        fprintf(stderr, "usage: bench-decode [STREAM|all [KERNEL|all [own|lent|all [CHUNK|all]]]]\n"
                        "       bench-decode --once CALL BYTES STREAM KERNEL|plain own|lent CHUNK\n");
        return 2;
    }
    once_call = is_once ? argv[2] : NULL;
    for (size_t i = 0; i < STREAMS; i++)
        rows += is_selected(want.stream, streams[i].name) ? each_row(&want, &streams[i], bytes, 0, NULL) : 0;
    if (!rows) {
        fprintf(stderr, "bench-decode: no such stream, kernel, memory or chunk here\n");
        return 2;
    }
    if (!is_once)
        printf("times as fast as the yardstick\n%-13s%-9s%-5s%-6s %9s%10s%10s%10s\n", "stream", "kernel", "mem",
               "chunk", "next ", "batch ", "columns-4 ", "columns ");
    for (size_t s = 0; s < STREAMS; s++) {
        if (!is_selected(want.stream, streams[s].name))
            continue;
        const size_t size = streams[s].fill(bytes, most);
        if (!is_once) {
            const double seconds = seconds_of(run_yardstick, bytes, size, NULL);
            printf("%-13syardstick: %.1f ns a record\n", streams[s].name, seconds * 1e9 / (double)sink);
        }
        each_row(&want, &streams[s], bytes, size, is_once ? run_once : print_row);
    }
    free(bytes);
    return 0;
}
