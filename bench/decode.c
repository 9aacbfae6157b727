/* SPDX-License-Identifier: MIT */
/*
 * How fast decoding is, by stream, kernel, chunk and way, as ratios to the yardstick over the same bytes: medians of
 * runs that take turns, each with a decoder of its own, so that learning is in them. A line each, columns by tabs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "streams.h"
#include "ways.h"
#include "yardstick.h"

#define REPEATS 9
#define SIZE ((size_t)32 << 20)

static ways_function *const ways[] = {ways_next, ways_batch, ways_columns_4, ways_columns};
#define WAYS 4

static const struct setup {
    const char *kernel, *chunk;
    struct ways_setup setup;
    int is_lent;
} setups[] = {
    {"none", "all", {0, NULL, 0}, 0}, /* the yardstick itself */
    {"portable", "all", {SPE_KERNEL_PORTABLE, NULL, 0}, 0},
    {"AVX2", "all", {SPE_KERNEL_AVX2, NULL, 0}, 0},
    {"AVX-512", "all", {SPE_KERNEL_AVX512, NULL, 0}, 0},
    {"NEON", "all", {SPE_KERNEL_NEON, NULL, 0}, 0},
    {"portable", "all", {SPE_KERNEL_PORTABLE, NULL, 0}, 1},
    {"AVX2", "all", {SPE_KERNEL_AVX2, NULL, 0}, 1},
    {"AVX-512", "all", {SPE_KERNEL_AVX512, NULL, 0}, 1},
    {"NEON", "all", {SPE_KERNEL_NEON, NULL, 0}, 1},
    {"best", "4 KiB", {SPE_KERNEL_ANY, NULL, 4 << 10}, 1},
    {"best", "64 KiB", {SPE_KERNEL_ANY, NULL, 64 << 10}, 1},
    {"best", "1 MiB", {SPE_KERNEL_ANY, NULL, 1 << 20}, 1},
    {"best", "all", {SPE_KERNEL_ANY, NULL, 0}, 1},
};
#define SETUPS (sizeof setups / sizeof setups[0])

static volatile uint64_t sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds)
{
    qsort(seconds, REPEATS, sizeof *seconds, by_size);
    return seconds[REPEATS / 2];
}

static size_t run_yardstick(const uint8_t *bytes, size_t size)
{
    const uint8_t *at = bytes;
    struct spe_record r;
    uint64_t sum = 0;
    size_t records = 0;
    for (; yardstick_next(&at, bytes + size, &r); records++)
        sum += r.pc;
    sink = sum;
    return records;
}

static int is_there(uint32_t kernel)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernel;
    return !spe_decoder_config_mistake(&config);
}

/* Seconds of one run. */
static double measure(const uint8_t *bytes, size_t size, size_t setup, size_t way)
{
    static _Alignas(64) uint8_t lent[WAYS_LENT];
    struct ways_setup s = setups[setup].setup;
    s.lent = setups[setup].is_lent ? lent : NULL;
    const double start = now();
    sink = setup ? ways[way](bytes, size, &s) : run_yardstick(bytes, size);
    return now() - start;
}

static void print_stream(const struct stream *stream, uint8_t *bytes)
{
    static double seconds[SETUPS][WAYS][REPEATS];
    const size_t size = stream->fill(bytes, SIZE), records = run_yardstick(bytes, size);
    for (int repeat = 0; repeat < REPEATS; repeat++)
        for (size_t s = 0; s < SETUPS; s++)
            for (size_t w = 0; w < WAYS && is_there(setups[s].setup.kernel); w++)
                seconds[s][w][repeat] = measure(bytes, size, s, w);
    const double yardstick = median(seconds[0][0]);
    for (size_t s = 0; s < SETUPS; s++) {
        if (!is_there(setups[s].setup.kernel))
            continue;
        printf("%s\t%s\t%s\t%s", stream->name, setups[s].kernel, setups[s].is_lent ? "lent" : "own", setups[s].chunk);
        for (size_t w = 0; w < WAYS; w++)
            printf("\t%.2f", yardstick / median(seconds[s][w]));
        printf("\t%.1f\n", yardstick / (double)records * 1e9);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    uint8_t *bytes = malloc(SIZE);
    if (!bytes) {
        fprintf(stderr, "bench: out of memory\n");
        return 1;
    }
    printf("stream\tkernel\tmemory\tchunk\tnext\tbatch\tcolumns-4\tcolumns\tyardstick, ns a record\n");
    for (size_t s = 0; s < STREAMS; s++)
        if (argc < 2 || !strcmp(argv[1], streams[s].name))
            print_stream(&streams[s], bytes);
    free(bytes);
    return 0;
}
