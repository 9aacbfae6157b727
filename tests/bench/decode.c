/* SPDX-License-Identifier: MIT */
/*
 * How fast decoding is, by stream, kernel, chunk and way, as ratios to the yardstick over the same bytes: medians of
 * runs that take turns, each with a decoder of its own, so that learning is in them. A line each, columns by tabs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain.h"
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
    {"portable", "all", {SPE_KERNEL_PORTABLE, NULL, 0}, 0}, {"AVX2", "all", {SPE_KERNEL_AVX2, NULL, 0}, 0},
    {"AVX-512", "all", {SPE_KERNEL_AVX512, NULL, 0}, 0},    {"NEON", "all", {SPE_KERNEL_NEON, NULL, 0}, 0},
    {"portable", "all", {SPE_KERNEL_PORTABLE, NULL, 0}, 1}, {"AVX2", "all", {SPE_KERNEL_AVX2, NULL, 0}, 1},
    {"AVX-512", "all", {SPE_KERNEL_AVX512, NULL, 0}, 1},    {"NEON", "all", {SPE_KERNEL_NEON, NULL, 0}, 1},
    {"best", "4 KiB", {SPE_KERNEL_ANY, NULL, 4 << 10}, 1},  {"best", "64 KiB", {SPE_KERNEL_ANY, NULL, 64 << 10}, 1},
    {"best", "1 MiB", {SPE_KERNEL_ANY, NULL, 1 << 20}, 1},  {"best", "all", {SPE_KERNEL_ANY, NULL, 0}, 1},
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

/* -- what libspe is compared with -- */

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

static size_t run_plain(const uint8_t *bytes, size_t size)
{
    static spe_decoder d;
    struct spe_record r;
    uint64_t sum = 0;
    size_t records = 0;
    plain_decoder_init(&d, NULL);
    plain_decoder_feed(&d, bytes, size);
    for (; plain_decoder_next(&d, &r) == 1; records++)
        sum += r.pc;
    sink = sum;
    return records;
}

/* Only read, into a place that stays in a core's cache. */
static size_t run_memory(const uint8_t *bytes, size_t size)
{
    static uint8_t place[16384];
    size_t at = 0;
    for (; at + sizeof place <= size; at += sizeof place) {
        memcpy(place, bytes + at, sizeof place);
        sink = place[at % sizeof place];
    }
    return at;
}

enum { YARDSTICK, PLAIN, MEMORY, PEERS };
static const struct {
    const char *name;
    size_t (*run)(const uint8_t *bytes, size_t size);
} peers[PEERS] = {{"yardstick", run_yardstick}, {"plain", run_plain}, {"memory", run_memory}};

static int is_there(uint32_t kernel)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    config.kernel = kernel;
    return !spe_decoder_config_problem(&config);
}

/* -- measuring: seconds of one run -- */

static double measure(const uint8_t *bytes, size_t size, const struct setup *setup, ways_function *way)
{
    static _Alignas(64) uint8_t lent[WAYS_LENT];
    struct ways_setup s = setup->setup;
    s.lent = setup->is_lent ? lent : NULL;
    const double start = now();
    sink = way(bytes, size, &s);
    return now() - start;
}

static double measure_peer(const uint8_t *bytes, size_t size, unsigned peer)
{
    const double start = now();
    sink = peers[peer].run(bytes, size);
    return now() - start;
}

static void print_stream(const struct stream *stream, uint8_t *bytes)
{
    static double seconds[SETUPS][WAYS][REPEATS], of_peers[PEERS][REPEATS];
    const size_t size = stream->fill(bytes, SIZE), records = run_yardstick(bytes, size);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (unsigned p = 0; p < PEERS; p++)
            of_peers[p][repeat] = measure_peer(bytes, size, p);
        for (size_t s = 0; s < SETUPS; s++)
            for (size_t w = 0; w < WAYS && is_there(setups[s].setup.kernel); w++)
                seconds[s][w][repeat] = measure(bytes, size, &setups[s], ways[w]);
    }
    const double yardstick = median(of_peers[YARDSTICK]);
    printf("%s\tyardstick\t-\tall\t1.00\t%.1f ns a record\n", stream->name, yardstick / (double)records * 1e9);
    for (unsigned p = PLAIN; p < PEERS; p++)
        printf("%s\t%s\t-\tall\t%.2f\n", stream->name, peers[p].name, yardstick / median(of_peers[p]));
    for (size_t s = 0; s < SETUPS; s++) {
        if (!is_there(setups[s].setup.kernel))
            continue;
        printf("%s\t%s\t%s\t%s", stream->name, setups[s].kernel, setups[s].is_lent ? "lent" : "own", setups[s].chunk);
        for (size_t w = 0; w < WAYS; w++)
            printf("\t%.2f", yardstick / median(seconds[s][w]));
        printf("\n");
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
    printf("stream\tkernel\tmemory\tchunk\tnext\tbatch\tcolumns-4\tcolumns\n");
    for (size_t s = 0; s < STREAMS; s++)
        if (argc < 2 || !strcmp(argv[1], streams[s].name))
            print_stream(&streams[s], bytes);
    free(bytes);
    return 0;
}
