/* SPDX-License-Identifier: MIT */
/*
 * What records mean: reads SPE bytes of a Neoverse N1 from standard input and says, of the loads that took at least ten
 * cycles (PMSFCR_EL1 and PMSLATFR_EL1 as perf's words have it), where their data came from and how long that took;
 * then, of all records, how often branches were mispredicted, and how many records break a rule of the architecture.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libspe/spe.h>

static struct spe_stats all, slow_loads; /* large: 365,728 bytes each */
static struct spe_summary summary;

static void print_sources(uint64_t midr)
{
    for (unsigned source = 0; source < SPE_STATS_SOURCES; source++) {
        const struct spe_histogram *total = &slow_loads.latencies[source].total;
        const char *name = spe_cpu_data_source_name(midr, source);
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
    struct spe_filter_registers registers;
    spe_filter filter;
    struct spe_estimate estimate;
    spe_decoder decoder;
    spe_check check;
    uint64_t midr, findings = 0;
    size_t size, n;

    spe_cpu_find("Neoverse N1", &midr);
    spe_filter_parse(slow, strlen(slow), &registers, NULL);
    spe_filter_compile(&filter, &registers, NULL, NULL);
    spe_check_init(&check, NULL);
    spe_decoder_init(&decoder, NULL);
    while ((size = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
        spe_decoder_feed(&decoder, chunk, size);
        while ((n = spe_decoder_next_batch(&decoder, records, 64)) > 0) {
            for (size_t i = 0; i < n; i++)
                findings += (uint64_t)spe_check_record(&check, &records[i], NULL, 0);
            spe_stats_add(&all, records, n);
            n = spe_filter_batch(&filter, records, n, NULL); /* those that are kept are moved to the front */
            spe_stats_add(&slow_loads, records, n);
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
