/* SPDX-License-Identifier: MIT */
/*
 * bench ROW STREAM BYTES: one pass over a stream, for a tool that counts instructions. Prints the records, to divide
 * by.
 */

#include <libspe-lab/lab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

#define ROWS 512 /* of columns; batches have 64 records */
#define SOURCES 64

static struct spe_stats stats;
static spe_source_stats sources;
static uint8_t storage[(SOURCES + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY];
static spe_decoder decoder;

/* Loads and stores that took long: about half of what the streams have. */
static void make_filter(spe_filter *out)
{
    static const char text[] = "load_filter=1,store_filter=1,min_latency=10";
    struct spe_filter_registers registers;
    spe_filter_parse(text, strlen(text), &registers, NULL);
    spe_filter_compile(&registers, NULL, out, NULL);
}

static void run_stats(const uint8_t *bytes, size_t size)
{
    static struct spe_record records[64];
    size_t n;
    spe_source_stats_init(&sources, SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while ((n = spe_decoder_next_batch(&decoder, records, 64)) > 0) {
        spe_stats_add(&stats, records, n);
        spe_source_stats_add(&sources, records, n);
    }
}

/* Columns, filtered and counted. */
static void run_columns_stats(const uint8_t *bytes, size_t size)
{
    static uint64_t record_size[ROWS], pc[ROWS], events[ROWS];
    static uint32_t present[ROWS], flags[ROWS];
    static uint16_t total_latency[ROWS], issue_latency[ROWS], translation_latency[ROWS], data_source[ROWS];
    static uint8_t op_class[ROWS], op_payload[ROWS], keep[ROWS / 8];
    struct spe_columns c = {.size = sizeof c,
                            .record_size = record_size,
                            .pc = pc,
                            .events = events,
                            .present = present,
                            .flags = flags,
                            .total_latency = total_latency,
                            .issue_latency = issue_latency,
                            .translation_latency = translation_latency,
                            .data_source = data_source,
                            .op_class = op_class,
                            .op_payload = op_payload};
    spe_filter filter;
    int64_t n;
    make_filter(&filter);
    spe_source_stats_init(&sources, SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while ((n = spe_decoder_next_columns(&decoder, &c, ROWS)) > 0) {
        spe_filter_columns(&filter, &c, (size_t)n, keep, NULL);
        spe_stats_add_columns(&stats, &c, (size_t)n, keep);
        spe_source_stats_add_columns(&sources, &c, (size_t)n, keep);
    }
}

/* -- the unit that writes records: for each record of the stream 1024 operations, as programs are sampled -- */

static uint8_t memory[128];

static size_t unit_write(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    (void)syndrome;
    memcpy(context, write->bytes, (size_t)write->size);
    return (size_t)write->size;
}

static void unit(const uint8_t *bytes, size_t size, uint64_t pmscr)
{
    static const struct spe_sysreg_value registers[] = {
        {SPE_REG_PMSIDR_EL1, 0, 0x2701f},                /* records of 128 bytes, 12-bit counters */
        {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(3) << 32}, /* SPEv1p2 */
        {SPE_REG_PMSIRR_EL1, 0, 1024},
        {SPE_REG_PMBLIMITR_EL1, 0, 1 | UINT64_C(1) << 40},
    };
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    static struct spe_record record;
    struct spe_unit_start start = {0x400000, 0, 0, 0, 0, 0};
    spe_unit u;
    config.registers = registers;
    config.register_count = sizeof registers / sizeof registers[0];
    config.write = unit_write;
    config.context = memory;
    config.events_size = 8;
    if (spe_unit_init(&u, &config)) {
        fprintf(stderr, "bench: the unit's configuration is invalid\n");
        exit(1);
    }
    spe_unit_write_register(&u, SPE_REG_PMSCR_EL1, pmscr);
    spe_unit_set_level(&u, 0, SPE_STATE_NON_SECURE);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while (spe_decoder_next(&decoder, &record) == 1) {
        for (unsigned operation = 0; operation < 1024; operation++) {
            const int sample = spe_unit_operation(&u);
            if (!sample)
                continue;
            spe_unit_begin(&u, sample, &start);
            spe_unit_complete(&u, sample, &record, 0);
        }
    }
}

static void run_unit(const uint8_t *bytes, size_t size)
{
    unit(bytes, size, 3);
}

/* Profiling is disabled: what it costs to have a unit. */
static void run_unit_off(const uint8_t *bytes, size_t size)
{
    unit(bytes, size, 0);
}

static const struct row {
    const char *name;
    void (*run)(const uint8_t *bytes, size_t size);
} rows[] = {
    {"stats", run_stats},
    {"columns-stats", run_columns_stats},
    {"unit", run_unit},
    {"unit-off", run_unit_off},
};

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    for (size_t i = 0; argc == 4 && i < STREAMS * (sizeof rows / sizeof rows[0]); i++) {
        const struct row *row = &rows[i / STREAMS];
        const struct stream *stream = &streams[i % STREAMS];
        const size_t size = strtoul(argv[3], NULL, 0);
        struct spe_decoder_stats counts;
        if (strcmp(row->name, argv[1]) != 0 || strcmp(stream->name, argv[2]) != 0 || size > sizeof bytes)
            continue;
        row->run(bytes, stream->fill(bytes, size));
        spe_decoder_get_stats(&decoder, &counts);
        printf("%llu\n", (unsigned long long)counts.records);
        return 0;
    }
    fprintf(stderr, "usage: bench ROW STREAM BYTES\n");
    return 2;
}
