/* SPDX-License-Identifier: MIT */
/* Statistics: histograms within 1 %, counts of records made by hand, parts that merge to the whole, groups,
 * estimates. */
#include <libspe-lab/lab.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"

static struct spe_stats stats, whole;
static struct spe_summary summary;
static struct spe_latencies latencies;

static void test_buckets(void)
{
    int bad = 0;
    unsigned last = 0;
    for (unsigned value = 0; value < 65536; value++) {
        const unsigned bucket = spe_histogram_bucket(value);
        const unsigned low = spe_histogram_low(bucket), high = spe_histogram_high(bucket);
        bad += bucket >= SPE_HISTOGRAM_BUCKETS || value < low || value > high || bucket < last || bucket > last + 1;
        bad += value < 128 ? low != high : (high - low + 1) * 64 > value + 1;
        last = bucket;
    }
    is(bad, 0, "every value has one bucket, at most a 64th of it wide");
    is(last, SPE_HISTOGRAM_BUCKETS - 1, "the last value has the last");
    ok(spe_histogram_low(SPE_HISTOGRAM_BUCKETS) == spe_histogram_low(last) && spe_histogram_bucket(70000) == last &&
           spe_histogram_low(9999) == spe_histogram_low(last) && spe_histogram_high(9999) == 65535,
       "numbers out of range mean the last bucket");
}

static int by_size(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

#define VALUES 100000

static uint16_t draw(unsigned distribution)
{
    switch (distribution) {
    case 0:
        return (uint16_t)random_below(65536);
    case 1:
        return (uint16_t)random_below(200);
    case 2: /* many small, few large */
        return (uint16_t)(random_below(65536) >> random_below(16));
    default:
        return 4095;
    }
}

static void test_quantiles(void)
{
    static const double shares[] = {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1};
    static uint16_t values[VALUES];
    for (unsigned distribution = 0; distribution < 4; distribution++) {
        int bad = 0;
        memset(&latencies, 0, sizeof latencies);
        uint64_t sum = 0;
        for (unsigned i = 0; i < VALUES; i++) {
            const struct spe_record r = {.present = SPE_HAS_TOTAL_LATENCY,
                                         .total_latency = values[i] = draw(distribution)};
            spe_latencies_add(&latencies, &r, 1);
            sum += values[i];
        }
        qsort(values, VALUES, sizeof values[0], by_size);
        for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
            const double exact = values[(size_t)(shares[i] * VALUES + 0.5) - 1];
            const double got = spe_histogram_quantile(&latencies.total, shares[i]);
            bad += got > exact * 1.01 || got < exact * 0.99;
        }
        const double mean = spe_histogram_mean(&latencies.total);
        bad += mean < (double)sum / VALUES * 0.999999 || mean > (double)sum / VALUES * 1.000001 ||
               latencies.total.most != values[VALUES - 1];
        is(bad, 0, "quantiles are within 1 %");
    }
    const struct spe_histogram empty = {0};
    ok(spe_histogram_quantile(&empty, 0.5) == 0 && spe_histogram_mean(&empty) == 0 &&
           spe_histogram_quantile(NULL, 1) == 0 && spe_histogram_mean(NULL) == 0,
       "an empty histogram has no quantile and no mean");
    const double low = spe_histogram_quantile(&latencies.total, -1), high = spe_histogram_quantile(&latencies.total, 2);
    ok(low == high && low > 4055 && high <= 4095, "shares are from 0 to 1");
    memset(&latencies, 0, sizeof latencies);
    const struct spe_record lone = {.present = SPE_HAS_TOTAL_LATENCY, .total_latency = 4032};
    spe_latencies_add(&latencies, &lone, 1);
    ok(spe_histogram_quantile(&latencies.total, 1) == 4032, "none is above the largest value");
    memset(&latencies, 0, sizeof latencies);
    for (uint16_t value = 1; value <= 100; value++) {
        const struct spe_record r = {.present = SPE_HAS_TOTAL_LATENCY, .total_latency = value};
        spe_latencies_add(&latencies, &r, 1);
    }
    int bad = 0;
    for (unsigned i = 1; i <= 100; i++)
        bad += spe_histogram_quantile(&latencies.total, i / 100.0) != i;
    is(bad, 0, "each hundredth of 1 to 100");
}

static struct spe_record random_record(void)
{
    struct spe_record r = {
        .present = (uint32_t)random_u64() & 0x0f331f1f,
        .flags = (uint32_t)random_u64() & (uint32_t)random_u64() & 0x1ff,
        .size = 64,
        .pc = random_u64(),
        .events = random_u64() & random_u64(),
        .op_class = (uint8_t)random_below(4),
        .op_payload = (uint8_t)random_below(256),
        .total_latency = draw(2),
        .issue_latency = draw(1),
        .translation_latency = draw(2),
        .data_source = (uint16_t)random_below(24),
    };
    return r;
}

static void test_merge(void)
{
    static struct spe_stats parts[4];
    static struct spe_latencies latency_parts[4], merged, of_all;
    memset(&whole, 0, sizeof whole);
    for (unsigned i = 0; i < 20000; i++) {
        const struct spe_record r = random_record();
        const unsigned part = random_below(4);
        spe_stats_add(&whole, &r, 1);
        spe_stats_add(&parts[part], &r, 1);
        spe_latencies_add(&of_all, &r, 1);
        spe_latencies_add(&latency_parts[part], &r, 1);
    }
    memset(&stats, 0, sizeof stats);
    for (unsigned i = 4; i-- > 0;) {
        spe_stats_merge(&stats, &parts[i]);
        spe_latencies_merge(&merged, &latency_parts[i]);
    }
    ok(!memcmp(&stats, &whole, sizeof stats) && !memcmp(&merged, &of_all, sizeof merged),
       "parts, merged in any order, equal the whole");
    static struct spe_stats once, times;
    struct spe_record r = random_record();
    for (unsigned i = 0; i < 7; i++)
        spe_stats_add(&once, &r, 1);
    spe_stats_add_times(&times, &r, 7);
    ok(!memcmp(&once, &times, sizeof once), "a record seven times");
    for (unsigned i = 0; i < 32; i++)
        times.ratios[i] -= 7 * (spe_record_ratios(&r) >> i & 1);
    ok(!memcmp(times.ratios, (uint64_t[32]){0}, sizeof times.ratios) && spe_record_ratios(NULL) == 0,
       "... and the ratios that it counts for");
    const struct spe_latencies before = latencies;
    spe_stats_merge(NULL, &whole);
    spe_stats_merge(&stats, NULL);
    spe_latencies_merge(NULL, &before);
    spe_latencies_merge(&latencies, NULL);
    spe_latencies_add(NULL, &(struct spe_record){.present = SPE_HAS_ISSUE_LATENCY}, 1);
    spe_latencies_add(&latencies, NULL, 1);
    spe_histogram_merge(NULL, &before.total);
    spe_histogram_merge(&latencies.total, NULL);
    spe_histogram_add(NULL, 1);
    spe_stats_add(NULL, &(struct spe_record){0}, 1);
    spe_stats_add(&stats, NULL, 1);
    spe_stats_add_times(NULL, &(struct spe_record){0}, 1);
    spe_stats_add_times(&stats, NULL, 1);
    ok(!memcmp(&stats, &whole, sizeof stats) && !memcmp(&latencies, &before, sizeof latencies), "NULL adds nothing");
}

/* Values are added to histograms, and histograms are merged, in any order. */
static void test_histograms(void)
{
    static struct spe_histogram parts[3], merged, want;
    for (unsigned i = 0; i < 5000; i++) {
        const unsigned value = random_below(8) ? draw(i % 3) : 65530 + random_below(12);
        const unsigned counted = value < 65535 ? value : 65535;
        spe_histogram_add(&parts[random_below(3)], value);
        want.count++;
        want.sum += counted;
        want.most = counted > want.most ? counted : want.most;
        want.buckets[spe_histogram_bucket(value)]++;
    }
    for (unsigned i = 3; i-- > 0;)
        spe_histogram_merge(&merged, &parts[i]);
    ok(!memcmp(&merged, &want, sizeof want), "values, in three histograms that are merged");
}

static void test_counts(void)
{
    const struct spe_record records[] = {
        {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_PC | SPE_HAS_DATA_SOURCE | SPE_HAS_TOTAL_LATENCY |
                    SPE_HAS_TRANSLATION_LATENCY,
         .op_class = 1,
         .events = 0x16,
         .pc = UINT64_C(0xc000000000000000),
         .data_source = 8,
         .total_latency = 70,
         .translation_latency = 3,
         .size = 64},
        {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_PC | SPE_HAS_ISSUE_LATENCY,
         .op_class = 1,
         .op_payload = 1,
         .events = 0x1e,
         .pc = UINT64_C(0x9000000000000000),
         .issue_latency = 9,
         .size = 64,
         .flags = SPE_RECORD_IMPDEF},
        {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE,
         .op_class = 2,
         .op_payload = 1,
         .events = 0x82,
         .data_source = 300,
         .size = 32},
        {.flags = SPE_RECORD_NO_EVENTS | SPE_RECORD_TRUNCATED, .events = 0xff, .size = 1},
    };
    memset(&stats, 0, sizeof stats);
    spe_stats_add(&stats, records, 4);
    ok(stats.records == 4 && stats.bytes == 161, "records and bytes");
    is(spe_stats_summarise(&stats, &summary), SPE_OK, "estimates of operations");
    ok(summary.records == 4 && summary.classes[1] == 2 && summary.classes[2] == 1 && summary.no_operation == 1 &&
           !summary.classes[0] && !summary.classes[3],
       "classes");
    ok(stats.operations[1][0] == 1 && stats.operations[1][1] == 1 && stats.operations[2][1] == 1, "operations");
    ok(spe_stats_subclass(&stats, SPE_OP_GP) == 2 && spe_stats_subclass(&stats, SPE_OP_BRANCH) == 1 &&
           spe_stats_subclass(&stats, SPE_OP_OTHER) == 0 && spe_stats_subclass(&stats, 300) == 0 &&
           spe_stats_subclass(NULL, SPE_OP_GP) == 0,
       "subclasses");
    ok(summary.loads == 1 && summary.stores == 1, "loads and stores");
    ok(stats.events[1] == 3 && stats.events[2] == 2 && stats.events[3] == 1 && stats.events[4] == 2 &&
           stats.events[7] == 1 && !stats.events[0],
       "events, of records that have the packet");
    ok(summary.els[2] == 1 && summary.els[0] == 1, "exception levels");
    ok(summary.states[SPE_STATE_NON_SECURE] == 1 && summary.states[SPE_STATE_REALM] == 1, "security states");
    ok(stats.flags[3] == 1 && stats.flags[5] == 1 && stats.flags[7] == 1, "flags");
    memset(&latencies, 0, sizeof latencies);
    spe_latencies_add(&latencies, records, 4);
    ok(latencies.total.count == 1 && latencies.total.sum == 70 && latencies.issue.sum == 9 &&
           latencies.translation.most == 3 && latencies.total.buckets[70] == 1 && latencies.issue.buckets[9] == 1,
       "latencies");
    ok(spe_stats_summarise(NULL, &summary) == SPE_E_ARG && spe_stats_summarise(&stats, NULL) == SPE_E_ARG &&
           summary.records == 4,
       "NULL has no summary");
}

/* Sizes and flags of any width; CLASS 3, and reserved operations. */
static void test_odd_records(void)
{
    const struct spe_record records[] = {
        {.size = UINT64_C(0x123456789), .flags = UINT32_C(1) << 31 | 1 << 9 | 1 << 8, .total_latency = 500},
        {.present = SPE_HAS_OPERATION, .op_class = 3, .op_payload = 7},
        {.present = SPE_HAS_OPERATION, .op_class = 1, .op_payload = 0x27},
        {.present = SPE_HAS_OPERATION, .op_class = 1, .op_payload = 0x24},
    };
    memset(&stats, 0, sizeof stats);
    spe_stats_add(&stats, records, 4);
    spe_stats_summarise(&stats, &summary);
    is(stats.bytes, UINT64_C(0x123456789), "bytes, of 33 bits");
    memset(&latencies, 0, sizeof latencies);
    spe_latencies_add(&latencies, records, 4);
    ok(!latencies.total.count && !latencies.total.sum && !latencies.total.most, "an absent latency is not counted");
    ok(stats.flags[31] == 1 && stats.flags[9] == 1 && stats.flags[8] == 1 && !stats.flags[0], "flags, known or not");
    ok(summary.classes[3] == 1 && summary.no_operation == 1, "CLASS 3 is an operation");
    ok(summary.loads == 0 && summary.stores == 0, "a reserved payload of CLASS 1 is neither a load nor a store");
    is(summary.classes[1], 2, "... but is of its CLASS");
    ok(spe_stats_subclass(&stats, SPE_OP_RESERVED) == 3, "... which has no subclass");
}

/* The summary and the ratios agree on what a load is. */
static void test_loads(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 4 * 256; i++) {
        struct spe_op op;
        const struct spe_record r = {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS,
                                     .op_class = (uint8_t)(i >> 8),
                                     .op_payload = (uint8_t)i,
                                     .events = UINT64_C(1) << SPE_EVENT_L2D_ACCESS};
        spe_op_decode(i >> 8, i & 255, &op);
        const int is_memory = i >> 8 == 1 && op.subclass != SPE_OP_RESERVED;
        memset(&stats, 0, sizeof stats);
        spe_stats_add(&stats, &r, 1);
        spe_stats_summarise(&stats, &summary);
        bad += summary.loads != (is_memory && !op.store);
        bad += summary.stores != (is_memory && op.store);
        bad += stats.ratios[2 * SPE_RATIO_L2_READ_MISS] != summary.loads;
    }
    is(bad, 0, "loads and stores by every CLASS and payload");
}

/* Every operation has one subclass, the one of spe_op_decode(). */
static void test_subclasses(void)
{
    uint64_t want[256] = {0};
    struct spe_op op;
    int bad = 0;
    for (unsigned i = 0; i < 4 * 256; i++) {
        stats.operations[i >> 8][i & 255] = 1 + i;
        bad += spe_op_decode(i >> 8, i & 255, &op) != SPE_OK;
        want[op.subclass] += 1 + i;
    }
    for (unsigned subclass = 0; subclass < 256; subclass++)
        bad += spe_stats_subclass(&stats, subclass) != want[subclass];
    is(bad, 0, "each operation is counted under its subclass");
}

/* Both ends of a bucket are equally far from the bucket's value. */
static void test_middle(void)
{
    int bad = 0;
    for (unsigned bucket = 0; bucket < SPE_HISTOGRAM_BUCKETS; bucket++) {
        struct spe_histogram h = {.count = 2, .most = 65535};
        h.buckets[bucket] = 2;
        const double want = (spe_histogram_low(bucket) + (double)spe_histogram_high(bucket)) / 2;
        bad += spe_histogram_quantile(&h, 0.5) != want || spe_histogram_quantile(&h, 0) != want;
    }
    is(bad, 0, "a quantile is the middle of its bucket");
}

/* perf's groups, written a second time. */
static void test_groups(void)
{
    uint64_t want[SPE_GROUP_INSTRUCTIONS + 1] = {0};
    memset(&stats, 0, sizeof stats);
    for (unsigned i = 0; i < 50000; i++) {
        const struct spe_record r = random_record();
        const uint64_t e = r.present & SPE_HAS_EVENTS ? r.events : 0;
        const unsigned op_class = r.present & SPE_HAS_OPERATION ? r.op_class : 99;
        spe_stats_add(&stats, &r, 1);
        want[SPE_GROUP_L1D_MISS] += e >> 3 & 1;
        want[SPE_GROUP_L1D_ACCESS] += e >> 2 & 1;
        want[SPE_GROUP_LLC_MISS] += e >> 9 & 1;
        want[SPE_GROUP_LLC_ACCESS] += e >> 8 & 1;
        want[SPE_GROUP_TLB_MISS] += e >> 5 & 1;
        want[SPE_GROUP_TLB_ACCESS] += e >> 4 & 1;
        want[SPE_GROUP_BRANCH] += op_class == 2;
        want[SPE_GROUP_REMOTE_ACCESS] += e >> 10 & 1;
        want[SPE_GROUP_MEMORY] += op_class == 1;
        want[SPE_GROUP_INSTRUCTIONS]++;
    }
    spe_stats_summarise(&stats, &summary);
    ok(!memcmp(summary.groups, want, sizeof want), "perf's sample groups");
    ok(!strcmp(spe_group_name(SPE_GROUP_LLC_MISS), "llc-miss") && !strcmp(spe_group_name(9), "instructions") &&
           !spe_group_name(spe_group_count()),
       "their names");
}

static int is_near(double got, double want)
{
    const double difference = got > want ? got - want : want - got;
    return difference < 1e-4;
}

static void test_estimates(void)
{
    struct spe_estimate e;
    struct spe_record r = {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS, .op_class = 2, .events = 0x02};
    memset(&stats, 0, sizeof stats);
    for (unsigned i = 0; i < 100; i++) {
        r.events = i < 10 ? 0x82 : 0x02;
        spe_stats_add(&stats, &r, 1);
    }
    spe_stats_summarise(&stats, &summary);
    is(spe_summary_estimate(&summary, 0, &e), SPE_OK, "branch_misprediction_ratio");
    /* Wilson, n = 100, k = 10: 0.0552 to 0.1744 */
    ok(e.n == 100 && e.k == 10 && is_near(e.value, 0.1) && is_near(e.low, 0.05523) && is_near(e.high, 0.17437),
       "10 of 100");
    spe_summary_estimate(&summary, 8, &e);
    ok(e.n == 100 && e.k == 100 && is_near(e.value, 100) && is_near(e.low, 96.30065) && is_near(e.high, 100),
       "100 of 100, in percent");
    spe_summary_estimate(&summary, 6, &e);
    ok(e.n == 100 && e.k == 0 && is_near(e.low, 0) && is_near(e.high, 3.69935), "0 of 100");
    spe_summary_estimate(&summary, 1, &e);
    ok(e.n == 0 && e.value == 0 && e.low == 0 && is_near(e.high, 1), "0 of 0: anything");
    /* the samples that each ratio counts */
    static const struct {
        unsigned number;
        uint8_t op_class, payload;
        uint64_t events;
        unsigned of, is;
    } cases[] = {
        {0, 2, 0, 0x06, 1, 0},     {0, 2, 0, 0x80, 0, 0},     {0, 1, 0, 0x82, 0, 0},     {1, 1, 0, 0x0e, 1, 1},
        {1, 1, 1, 0x06, 1, 0},     {1, 1, 0, 0x0a, 0, 0},     {2, 1, 0, 0x30, 1, 1},     {2, 1, 0, 0x10, 1, 0},
        {3, 1, 0, 3u << 19, 1, 1}, {3, 1, 1, 3u << 19, 0, 0}, {3, 1, 0, 1u << 19, 1, 0}, {4, 1, 0, 0x300, 1, 1},
        {4, 1, 0, 0x100, 1, 0},    {4, 1, 1, 0x300, 0, 0},    {5, 1, 0, 0x300, 1, 0},    {5, 1, 0, 0x100, 1, 1},
        {5, 1, 0, 0x200, 0, 0},    {6, 1, 0, 0, 1, 1},        {6, 1, 1, 0, 1, 0},        {7, 1, 1, 0, 1, 1},
        {7, 1, 0, 0, 1, 0},        {8, 2, 0, 0, 1, 1},        {8, 0, 0, 0, 1, 0},        {9, 0, 4, 0, 1, 1},
        {9, 0, 6, 0, 1, 1},        {9, 0, 2, 0, 1, 0},        {10, 0, 2, 0, 1, 1},       {10, 0, 6, 0, 1, 0},
        {11, 0, 0x08, 0, 1, 1},    {11, 1, 0x08, 0, 1, 1},    {11, 1, 0x04, 0, 0, 0},    {9, 0, 0, 0, 0, 0},
        {10, 0, 0, 0, 0, 0},
    };
    int bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(&stats, 0, sizeof stats);
        r.op_class = cases[i].op_class;
        r.op_payload = cases[i].payload;
        r.events = cases[i].events;
        spe_stats_add(&stats, &r, 1);
        spe_stats_summarise(&stats, &summary);
        spe_summary_estimate(&summary, cases[i].number, &e);
        if (e.n != cases[i].of || e.k != cases[i].is)
            bad++, diag("%s: %u of %u", spe_estimate_name(cases[i].number), (unsigned)e.k, (unsigned)e.n);
    }
    is(bad, 0, "each estimate counts its samples");
    memset(&summary, 0, sizeof summary);
    bad = 0;
    for (summary.records = 1; summary.records < 5000; summary.records++) {
        spe_summary_estimate(&summary, 6, &e);
        bad += e.low < 0 || e.high <= 0 || e.low > e.value;
        spe_summary_estimate(&summary, 12 - 1, &e);
        bad += e.low < 0 || e.high > 100 || e.low > e.value;
    }
    is(bad, 0, "no interval includes impossible values, and each has its value");
    memset(&summary, 0, sizeof summary);
    for (summary.records = 1; summary.records < 5000; summary.records++) {
        summary.loads = summary.records;
        spe_summary_estimate(&summary, 6, &e);
        bad += !is_near(e.high, 100) || !is_near(e.value, 100) || e.low >= 100;
    }
    is(bad, 0, "all of all: 100 percent are within the interval");
    ok(spe_summary_estimate(NULL, 0, &e) == SPE_E_ARG && spe_summary_estimate(&summary, 0, NULL) == SPE_E_ARG &&
           spe_estimate_count() >= 12 && spe_summary_estimate(&summary, spe_estimate_count(), &e) == SPE_E_ARG &&
           !spe_estimate_name(spe_estimate_count()) && !spe_estimate_unit(spe_estimate_count()),
       "there are as many as the count");
    ok(!strcmp(spe_estimate_name(5), "ll_cache_read_hit_ratio") && !strcmp(spe_estimate_unit(0), "per branch"),
       "names, units");
}

int main(void)
{
    test_buckets();
    test_quantiles();
    test_merge();
    test_histograms();
    test_counts();
    test_odd_records();
    test_loads();
    test_subclasses();
    test_middle();
    test_groups();
    test_estimates();
    return tap_done();
}
