/* SPDX-License-Identifier: MIT */
/*
 * Reads SPE bytes of a Neoverse N1 from standard input and shows what the records mean. For loads that took at least
 * ten cycles (a filter in perf's words, which sets PMSFCR_EL1 and PMSLATFR_EL1), it prints where their data came from
 * and how long that took. For all records, it prints how often branches were mispredicted, and how many records break a
 * rule of the architecture.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libspe-lab/lab.h>

#define SOURCES 64 /* the least number of data source values that are counted separately */

static struct spe_stats all;
static struct spe_summary summary;
static spe_source_stats slow_loads;
static uint8_t storage[(SOURCES + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY]; /* large: 1.1 MB */

static void print_sources(uint64_t midr)
{
    int source;
    for (unsigned i = 0; (source = spe_source_stats_value(&slow_loads, i)) >= 0; i++) {
        const struct spe_histogram *total = &spe_source_stats_latencies(&slow_loads, (unsigned)source)->total;
        const char *name = spe_cpu_data_source_name(midr, (unsigned)source);
        if (total->count)
            printf("%s: %" PRIu64 " loads, half of them within %.0f cycles, 99 %% within %.0f\n",
                   name ? name : "unknown", total->count, spe_histogram_quantile(total, 0.5),
                   spe_histogram_quantile(total, 0.99));
    }
}

int main(void)
{
    static const char slow[] = "load_filter=1,min_latency=10";
    static uint8_t chunk[65536];
    static struct spe_record records[64];
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    spe_filter filter;
    struct spe_estimate estimate;
    spe_decoder decoder;
    spe_check check;
    uint64_t midr, findings = 0;
    size_t size, n;

    spe_cpu_find("Neoverse N1", &midr);
    spe_filter_parse(slow, strlen(slow), &registers, NULL);
    spe_filter_compile(&registers, NULL, &filter, NULL);
    spe_source_stats_init(&slow_loads, SPE_SOURCE_STATS_LATENCIES, storage, sizeof storage);
    spe_check_init(&check, NULL);
    spe_decoder_init(&decoder, NULL);
    while ((size = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
        spe_decoder_feed(&decoder, chunk, size);
        while ((n = spe_decoder_next_batch(&decoder, records, 64)) > 0) {
            for (size_t i = 0; i < n; i++)
                findings += (uint64_t)spe_check_record(&check, &records[i], NULL, 0);
            spe_stats_add(&all, records, n);
            n = spe_filter_batch(&filter, records, n, NULL); /* kept records are moved to the front */
            spe_source_stats_add(&slow_loads, records, n);
        }
    }
    print_sources(midr);
    spe_stats_summarise(&all, &summary);
    spe_summary_estimate(&summary, 0, &estimate);
    printf("%s: %.3f %s, between %.3f and %.3f by %" PRIu64 " samples\n", spe_estimate_name(0), estimate.value,
           spe_estimate_unit(0), estimate.low, estimate.high, estimate.n);
    printf("%" PRIu64 " findings in %" PRIu64 " records\n", findings, summary.records);
    return 0;
}
