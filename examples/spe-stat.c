/* SPDX-License-Identifier: MIT */
/* spe-stat: what a person wants to see first of a profile: how many samples, of what, how long they took, where. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libspe/spe.h>

#include "spe_source.h"
#include "tool.h"
#include "top.h"

const char tool_name[] = "spe-stat";
const char tool_usage[] =
    "[--cpu=NAME | --midr=MIDR] [--filter=EXPR] [--top=N] FILE | -\n"
    "Sums up Arm SPE records, raw or in a perf.data file: samples, mix, misses, latencies, hot spots.\n"
    "  --cpu=NAME     whose data sources they are, such as neoverse-n1\n"
    "  --midr=MIDR    the same by MIDR_EL1 (perf.data may know it)\n"
    "  --filter=EXPR  only records that the hardware's filter would keep, in perf's words:\n"
    "                 load_filter=1,min_latency=100,event_filter=0x80\n"
    "  --top=N        so many program counters and data pages (default 10)\n";

#define BATCH 256
#define MOST_TOP 1000
#define PAGE UINT64_C(4096)
#define PROGRESS (UINT64_C(64) << 20) /* bytes between two messages */

static struct stat_run {
    struct spe_source source;
    struct spe_stats stats;
    struct spe_decoder_stats decoded; /* of all buffers */
    struct top pcs, pages;
    struct spe_filter filter;
    struct spe_filter_counts kept;
    int is_filtered;
    uint64_t midr;
    uint64_t bytes;
    size_t most; /* --top */
} run;

/* -- counting -- */

static void count_batch(struct spe_record *records, size_t n)
{
    if (run.is_filtered)
        n = spe_filter_batch(&run.filter, records, n, &run.kept);
    spe_stats_add(&run.stats, records, n);
    for (size_t i = 0; i < n; i++) {
        const struct spe_record *r = &records[i];
        if (r->present & SPE_HAS_PC)
            top_add(&run.pcs, spe_address_canonical(r->pc), r->total_latency);
        if (r->present & SPE_HAS_DATA_VA)
            top_add(&run.pages, spe_address_canonical(r->data_va) & ~(PAGE - 1), r->total_latency);
    }
}

static void add_decoded(const struct spe_decoder_stats *d)
{
    run.decoded.reserved_headers += d->reserved_headers;
    run.decoded.reserved_values += d->reserved_values;
    run.decoded.packets[SPE_PACKET_UNKNOWN] += d->packets[SPE_PACKET_UNKNOWN];
    run.decoded.truncated += d->truncated;
}

static void show_progress(uint64_t before, uint64_t after)
{
    if (before / PROGRESS != after / PROGRESS && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRIu64 " MiB", after >> 20);
}

static int count_buffer(void)
{
    static uint8_t bytes[1 << 20];
    static struct spe_record records[BATCH];
    static spe_decoder decoder;
    struct spe_decoder_stats decoded;
    ssize_t size;
    size_t n;
    spe_decoder_init(&decoder, NULL);
    while ((size = source_read(&run.source, bytes, sizeof bytes)) > 0) {
        spe_decoder_feed(&decoder, bytes, (size_t)size);
        while ((n = spe_decoder_next_batch(&decoder, records, BATCH)) > 0)
            count_batch(records, n);
        show_progress(run.bytes, run.bytes + (uint64_t)size);
        run.bytes += (uint64_t)size;
    }
    if (spe_decoder_finish(&decoder, records) == 1)
        count_batch(records, 1);
    spe_decoder_get_stats(&decoder, &decoded);
    add_decoded(&decoded);
    return size < 0 ? TOOL_FAILED : TOOL_OK;
}

static int count_all(void)
{
    int next, status = TOOL_OK;
    while (status == TOOL_OK && (next = source_next(&run.source)) != 0) {
        status = next < 0 ? TOOL_FAILED : count_buffer();
        run.midr = run.midr ? run.midr : source_midr(&run.source);
    }
    if (run.bytes >= PROGRESS && isatty(STDERR_FILENO))
        fprintf(stderr, "\r");
    source_report(&run.source);
    return status;
}

/* -- printing -- */

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_line(const char *name, uint64_t n, uint64_t of)
{
    printf("  %-28s %12" PRIu64 "  %5.1f %%\n", name, n, percent(n, of));
}

static void print_samples(void)
{
    const struct spe_stats *s = &run.stats;
    printf("%" PRIu64 " samples in %" PRIu64 " bytes", s->records, run.bytes);
    if (run.source.is_perf)
        printf(", %" PRIu64 " buffers", run.source.notes.buffers);
    if (run.is_filtered)
        printf(", kept by the filter of %" PRIu64, run.kept.count[SPE_FILTER_KEPT] + run.kept.count[1] +
                                                       run.kept.count[2] + run.kept.count[3] + run.kept.count[4] +
                                                       run.kept.count[5]);
    printf("\n");
    if (run.midr)
        printf("core: %s\n", spe_cpu_name(run.midr) ? spe_cpu_name(run.midr) : "not known");
    if (run.decoded.truncated || s->flags[7])
        printf("cut off: %" PRIu64 " records\n", s->flags[7]);
    if (s->flags[0] || s->flags[1] || s->flags[2])
        printf("odd: %" PRIu64 " records with unknown headers, %" PRIu64 " with reserved headers, %" PRIu64
               " with reserved values\n",
               s->flags[0], s->flags[1], s->flags[2]);
}

static void print_mix(void)
{
    const struct spe_stats *s = &run.stats;
    printf("\nOperations\n");
    print_line("load", s->loads, s->records);
    print_line("store", s->stores, s->records);
    print_line("branch", s->classes[SPE_CLASS_BRANCH], s->records);
    print_line("other", s->classes[SPE_CLASS_OTHER], s->records);
    for (unsigned i = 0; i < SPE_OP_SUBCLASSES; i++)
        if (s->subclasses[i])
            print_line(spe_op_subclass_name(i), s->subclasses[i], s->records);
    printf("\nException levels of the PC\n");
    for (unsigned i = 0; i < 4; i++) {
        const char name[4] = {'E', 'L', (char)('0' + i), 0};
        if (s->els[i])
            print_line(name, s->els[i], s->records);
    }
}

static void print_events(void)
{
    printf("\nEvents\n");
    for (unsigned bit = 0; bit < 64; bit++) {
        char number[16];
        const char *name = spe_event_name(bit) ? spe_event_name(bit) : spe_cpu_event_name(run.midr, bit);
        snprintf(number, sizeof number, "E[%u]", bit);
        if (run.stats.events[bit])
            print_line(name ? name : number, run.stats.events[bit], run.stats.records);
    }
    printf("\nperf's sample groups\n");
    for (unsigned i = 0; i < SPE_STATS_GROUPS; i++)
        print_line(spe_group_name(i), run.stats.groups[i], run.stats.records);
}

static void print_estimates(void)
{
    struct spe_estimate e;
    printf("\nEstimates, with the interval that holds the true value 95 times of 100\n");
    for (unsigned i = 0; spe_stats_estimate(&run.stats, i, &e) == SPE_OK; i++)
        if (e.n)
            printf("  %-28s %8.4g  (%.4g to %.4g)  %s\n", spe_estimate_name(i), e.value, e.low, e.high,
                   spe_estimate_unit(i));
}

static void print_latency(const char *name, const struct spe_histogram *h)
{
    if (h->count)
        printf("  %-28s %12" PRIu64 " %9.1f %7.0f %7.0f %7.0f %7" PRIu64 "\n", name, h->count, spe_histogram_mean(h),
               spe_histogram_quantile(h, 0.5), spe_histogram_quantile(h, 0.9), spe_histogram_quantile(h, 0.99),
               h->most);
}

static void name_source(unsigned source, char *name, size_t size)
{
    const char *word = spe_cpu_data_source_name(run.midr, source);
    if (source == SPE_STATS_SOURCES - 1)
        snprintf(name, size, "source %u or more", source);
    else
        snprintf(name, size, "source %u%s%.20s", source, word ? ", " : "", word ? word : "");
}

static void print_latencies(void)
{
    char name[48];
    printf("\nLatency, cycles %24s %12s %9s %7s %7s %7s %7s\n", "", "samples", "mean", "50 %", "90 %", "99 %", "most");
    print_latency("total", &run.stats.all.total);
    print_latency("issue", &run.stats.all.issue);
    print_latency("translation", &run.stats.all.translation);
    for (unsigned i = 0; i < SPE_STATS_SOURCES; i++) {
        name_source(i, name, sizeof name);
        print_latency(name, &run.stats.by_source[i].total);
    }
}

#define BAR 50

/* Values from 2^power to 2^(power + 1) - 1; those of power 0 with 0. */
static uint64_t in_octave(const struct spe_histogram *h, unsigned power)
{
    uint64_t n = 0;
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++) {
        const unsigned low = spe_histogram_low(b);
        n += (low >> power == 1 || (!power && !low)) ? h->buckets[b] : 0;
    }
    return n;
}

static void print_histogram(const char *name, const struct spe_histogram *h)
{
    static const char bar[BAR + 1] = "##################################################";
    uint64_t largest = 0;
    for (unsigned power = 0; power < 16; power++)
        largest = in_octave(h, power) > largest ? in_octave(h, power) : largest;
    if (!largest)
        return;
    printf("\nTotal latency, %s\n", name);
    for (unsigned power = 0; power < 16; power++) {
        const uint64_t n = in_octave(h, power);
        if (n)
            printf("  %5u to %5u %12" PRIu64 "  %.*s\n", power ? 1u << power : 0, (2u << power) - 1, n,
                   (int)(n * BAR / largest), bar);
    }
}

static void print_histograms(void)
{
    char name[48];
    int any = 0;
    for (unsigned i = 0; i < SPE_STATS_SOURCES; i++) {
        name_source(i, name, sizeof name);
        print_histogram(name, &run.stats.by_source[i].total);
        any |= run.stats.by_source[i].total.count != 0;
    }
    if (!any)
        print_histogram("all samples", &run.stats.all.total);
}

static void print_top(const char *title, struct top *top, int by_sum)
{
    static struct top_entry entries[MOST_TOP];
    static struct top copy;
    copy = *top; /* selecting uses it up */
    const size_t n = top_select(&copy, by_sum, entries, run.most);
    if (!n)
        return;
    printf("\n%s\n  %-18s %12s %14s\n", title, "address", "samples", "cycles");
    for (size_t i = 0; i < n; i++)
        printf("  0x%016" PRIx64 " %12" PRIu64 " %14" PRIu64 "\n", entries[i].key, entries[i].count, entries[i].sum);
    if (copy.error)
        printf("  (more than %d different: samples are too few by %" PRIu64 " at most)\n", TOP_KEYS, copy.error);
}

static void print_all(void)
{
    print_samples();
    if (!run.stats.records)
        return;
    print_mix();
    print_events();
    print_estimates();
    print_latencies();
    print_histograms();
    print_top("Program counters, by samples", &run.pcs, 0);
    print_top("Program counters, by total latency", &run.pcs, 1);
    print_top("Data pages of 4096 bytes, by samples", &run.pages, 0);
    print_top("Data pages of 4096 bytes, by total latency", &run.pages, 1);
}

/* -- the command line -- */

static uint64_t number_of(const char *text, uint64_t most)
{
    char *end;
    errno = 0;
    const unsigned long long n = strtoull(text, &end, 0);
    if (text[0] < '0' || text[0] > '9' || *end || errno || n > most)
        tool_misuse("is no number that will do here", text);
    return n;
}

static void take_option(int option)
{
    if (option == 'c' && spe_cpu_find(optarg, &run.midr) != SPE_OK)
        tool_misuse("no core of this name is known", optarg);
    if (option == 'm')
        run.midr = number_of(optarg, UINT64_MAX);
    if (option == 'f')
        run.is_filtered = tool_filter(&run.filter, optarg);
    if (option == 't')
        run.most = (size_t)number_of(optarg, MOST_TOP);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"cpu", required_argument, NULL, 'c'},
                                            {"midr", required_argument, NULL, 'm'},
                                            {"filter", required_argument, NULL, 'f'},
                                            {"top", required_argument, NULL, 't'},
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    struct tool_output out = {stdout, "standard output", 0, 0};
    run.most = 10;
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        take_option(option);
    if (argc - optind != 1)
        tool_misuse("takes one FILE, or - for standard input", argc == optind ? "none given" : argv[optind + 1]);
    if (source_open(&run.source, argv[optind]) != TOOL_OK)
        return TOOL_FAILED;
    const int status = count_all();
    print_all();
    source_close(&run.source);
    return tool_finish(&out, status);
}
