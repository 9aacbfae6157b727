/* SPDX-License-Identifier: MIT */
/* See count.h. */
#include "count.h"

#include <libspe/spe.h>
#include <string.h>

#define ROWS 512
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

size_t count_records(const uint8_t *bytes, size_t size, int is_filtered, int what)
{
    static struct spe_record records[64];
    spe_filter filter;
    size_t n, kept = 0;
    make_filter(&filter);
    spe_source_stats_init(&sources, SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while ((n = spe_decoder_next_batch(&decoder, records, 64)) > 0) {
        if (is_filtered)
            n = spe_filter_batch(&filter, records, n, NULL);
        if (what >= COUNT_RECORDS)
            spe_stats_add(&stats, records, n);
        if (what == COUNT_ALL)
            spe_source_stats_add(&sources, records, n);
        kept += n;
    }
    return kept;
}

size_t count_columns(const uint8_t *bytes, size_t size, int is_filtered)
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
    size_t kept = 0;
    int64_t n;
    make_filter(&filter);
    spe_source_stats_init(&sources, SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while ((n = spe_decoder_next_columns(&decoder, &c, ROWS)) > 0) {
        kept += is_filtered ? (size_t)spe_filter_columns(&filter, &c, (size_t)n, keep, NULL) : (size_t)n;
        spe_stats_add_columns(&stats, &c, (size_t)n, is_filtered ? keep : NULL);
        spe_source_stats_add_columns(&sources, &c, (size_t)n, is_filtered ? keep : NULL);
    }
    return kept;
}
