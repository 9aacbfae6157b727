/* SPDX-License-Identifier: MIT */
/*
 * How fast: what is done with records (a row) over each stream, in MB/s, million records/s, and as ratios to memcpy of
 * the same bytes and to the yardstick, all medians of the same run. bench-decode measures decoding. Timings are noisy,
 * ratios less so; tests/more/test_codec_speed.sh counts.
 */
#include <libspe/spe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "streams.h"
#include "yardstick.h"

#define REPEATS 7
#define BATCH 64

struct input {
    uint8_t *bytes;
    uint8_t *out; /* as many again, for what writes */
    struct spe_record *records;
    size_t size;
    size_t count; /* of records */
};

static volatile uint64_t sink; /* what keeps a result from being optimised away */

/* -- rows: each processes the whole input once. Returns 0 if it cannot: there is then no time to print -- */

static int run_memcpy(const struct input *in)
{
    memcpy(in->out, in->bytes, in->size);
    sink = in->out[in->size / 2];
    return 1;
}

static int run_yardstick(const struct input *in)
{
    const uint8_t *at = in->bytes, *end = in->bytes + in->size;
    struct spe_record r;
    uint64_t sum = 0;
    while (yardstick_next(&at, end, &r))
        sum += r.pc;
    sink = sum;
    return 1;
}

static int run_packets(const struct input *in)
{
    struct spe_packet p;
    uint64_t sum = 0;
    int n;
    for (size_t at = 0; (n = spe_packet_decode(in->bytes + at, in->size - at, &p)) > 0; at += (size_t)n)
        sum += p.payload;
    sink = sum;
    return 1;
}

static int run_text(const struct input *in)
{
    static const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    static char text[SPE_RECORD_TEXT_MAX];
    uint64_t sum = 0;
    for (size_t i = 0; i < in->count; i++)
        sum += (uint64_t)spe_record_text(&in->records[i], &perf, text, sizeof text);
    sink = sum;
    return 1;
}

/* Loads and stores that took long: about half of what the streams have. */
static int run_filter(const struct input *in)
{
    static const char text[] = "load_filter=1,store_filter=1,min_latency=10";
    static struct spe_record records[BATCH];
    static spe_decoder d;
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    size_t n, kept = 0;
    spe_filter_parse(text, strlen(text), &registers, NULL);
    spe_filter_compile(&registers, NULL, &filter, NULL);
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, in->bytes, in->size);
    while ((n = spe_decoder_next_batch(&d, records, BATCH)) > 0)
        kept += spe_filter_batch(&filter, records, n, NULL);
    sink = kept;
    return 1;
}

static int encode(const struct input *in, const struct spe_encoder_config *cfg)
{
    spe_encoder e;
    spe_encoder_init(&e, in->out, in->size * 2, cfg);
    for (size_t i = 0; i < in->count; i++)
        spe_encoder_record(&e, &in->records[i]);
    sink = spe_encoder_size(&e);
    return spe_encoder_status(&e) == SPE_OK;
}

static int run_encode(const struct input *in)
{
    return encode(in, NULL);
}

static int run_encode_slots(const struct input *in)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .layout = SPE_LAYOUT_SLOTS_64};
    return encode(in, &cfg);
}

static const struct row {
    const char *name;
    int (*run)(const struct input *in);
} rows[] = {
    {"memcpy", run_memcpy}, {"yardstick", run_yardstick}, {"packets", run_packets},           {"text", run_text},
    {"filter", run_filter}, {"encode", run_encode},       {"encode-slots", run_encode_slots},
};

#define ROWS (sizeof rows / sizeof rows[0])

/* -- inputs -- */

static void *allocate(size_t size)
{
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "bench: out of memory: %zu bytes\n", size);
        exit(1);
    }
    memset(p, 0, size); /* so that no run pays for the pages */
    return p;
}

static struct input make_input(const struct stream *stream, size_t size)
{
    struct input in = {.bytes = allocate(size), .out = allocate(size * 2)};
    static spe_decoder d;
    struct spe_record r;
    in.size = stream->fill(in.bytes, size);
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, in.bytes, in.size);
    while (spe_decoder_next(&d, &r) == 1)
        in.count++;
    in.records = allocate(in.count * sizeof *in.records);
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, in.bytes, in.size);
    for (size_t i = 0; i < in.count; i++)
        spe_decoder_next(&d, &in.records[i]);
    return in;
}

static void free_input(struct input *in)
{
    free(in->bytes);
    free(in->out);
    free(in->records);
}

/* -- measuring -- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Seconds for one pass, the median, or 0 if the row cannot; small inputs are passed often enough for the clock. */
static double measure(const struct row *row, const struct input *in)
{
    const unsigned passes = in->size < 4 << 20 ? (unsigned)((4 << 20) / (in->size + 1)) + 1 : 1;
    double seconds[REPEATS];
    if (!row->run(in))
        return 0;
    for (int i = 0; i < REPEATS; i++) {
        const double start = now();
        for (unsigned pass = 0; pass < passes; pass++)
            row->run(in);
        seconds[i] = (now() - start) / passes;
    }
    qsort(seconds, REPEATS, sizeof seconds[0], by_size);
    return seconds[REPEATS / 2];
}

static void print_stream(const struct stream *stream, size_t size)
{
    struct input in = make_input(stream, size);
    double of_memcpy = 0, of_yardstick = 0;
    printf("\n%s: %s; %zu bytes, %zu records\n", stream->name, stream->what, in.size, in.count);
    printf("  %-14s %8s %12s %9s %12s\n", "", "MB/s", "M records/s", "x memcpy", "x yardstick");
    for (size_t i = 0; i < ROWS; i++) {
        const double seconds = measure(&rows[i], &in);
        if (seconds <= 0) {
            printf("  %-14s %8s\n", rows[i].name, "(cannot)");
            continue;
        }
        of_memcpy = rows[i].run == run_memcpy ? seconds : of_memcpy;
        of_yardstick = rows[i].run == run_yardstick ? seconds : of_yardstick;
        printf("  %-14s %8.0f %12.1f %9.3f %12.2f\n", rows[i].name, (double)in.size / seconds * 1e-6,
               (double)in.count / seconds * 1e-6, of_memcpy / seconds, of_yardstick / seconds);
        fflush(stdout);
    }
    free_input(&in);
}

/* One pass of one row, for a tool that counts instructions. Prints the records, to divide by. */
static void run_once(const char *row, const char *stream, size_t size)
{
    for (size_t s = 0; s < STREAMS; s++) {
        for (size_t i = 0; i < ROWS; i++) {
            if (strcmp(rows[i].name, row) != 0 || strcmp(streams[s].name, stream) != 0)
                continue;
            struct input in = make_input(&streams[s], size);
            rows[i].run(&in);
            printf("%zu\n", in.count);
            free_input(&in);
            return;
        }
    }
    fprintf(stderr, "bench: no row %s or no stream %s\n", row, stream);
    exit(2);
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {16 << 10, 64 << 20, 256 << 20};
    if (argc == 5 && !strcmp(argv[1], "--once")) {
        run_once(argv[2], argv[3], strtoul(argv[4], NULL, 0));
        return 0;
    }
    if (argc > 2 || (argc == 2 && !strtoul(argv[1], NULL, 0))) {
        fprintf(stderr, "usage: bench [BYTES]\n       bench --once ROW STREAM BYTES\n");
        return 2;
    }
    printf("libspe %s; medians of %d runs\n", spe_version(), REPEATS);
    for (size_t i = 0; i < (argc == 2 ? 1 : sizeof sizes / sizeof sizes[0]); i++)
        for (size_t s = 0; s < (argc == 1 && sizes[i] > 64 << 20 ? 1 : STREAMS); s++) /* the largest: one stream */
            print_stream(&streams[s], argc == 2 ? strtoul(argv[1], NULL, 0) : sizes[i]);
    return 0;
}
