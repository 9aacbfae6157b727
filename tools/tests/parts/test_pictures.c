/* SPDX-License-Identifier: MIT */
/* The page of a profile that is made by hand: its pictures and their parts. */
#include "page/page.h"
#include "page/page_parts.h"
#include "report/profile_report.h"

#include "made_profile.h"
#include "system/message.h"
#include "system/options.h"

const char tool_name[] = "test_pictures", tool_usage[] = "";

static void page(void)
{
    page_write(&profile, output_begin(), 5);
    output_end();
}

static void test_page(void)
{
    make();
    page();
    has("<title>a&#60;b&#62;.spe: Arm SPE profile</title>", 1, "the page's name");
    has("<h1>a&#60;b&#62;.spe</h1>", 1, "... shown");
    has("<p class=\"lead\">98.5&nbsp;% of the summed latency is of source 14, DRAM.</p>", 1, "what matters most");
    has("<title>8 samples</title>", 1, "eight samples at one time");
    has("<title>4 samples</title>", 1, "four at another");
    has("<title>2 samples</title>", 1, "two at a third");
    has("<title>l1d_refill</title>", 2, "a line of events, in two parts");
    has("ticks of the timestamp</text>", 3, "the unit of time");
    has("class=\"legend\"", 4, "four legends");
    has("Summed latency of loads by latency and source", 2, "loads by latency");
    has("Summed latency of the rest", 0, "... and nothing else");
    profile.notes.clock = (struct spe_perf_clock){.mult = 4000, .shift = 0};
    page();
    has("microseconds</text>", 3, "the unit of time, where the clock is known");
    has(">15</text>", 3, "... which says how long it was");
    memset(&profile.stats, 0, sizeof profile.stats);
    page();
    has("<svg", 0, "nothing: no picture");
}

/* Loads come first, although the last bar is larger; one picture for all cycles and one for all samples. */
static void test_shares(void)
{
    static const char *const bars[] = {"source 14, DRAM: 98.5 % of the summed latency",
                                       "source 0, L1 data cache: 1.5 % of the summed latency",
                                       "source 14, DRAM: 50.0 % of the samples",
                                       "source 0, L1 data cache: 25.0 % of the samples",
                                       "branches: 12.5 % of the samples",
                                       "operation not known: 6.2 % of the samples",
                                       "other operations: 6.2 % of the samples"};
    make();
    page();
    const char *before = output_text;
    for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        has(bars[i], 1, "a part of a bar");
        const char *const found = strstr(output_text, bars[i]);
        ok(found > before, "... after the part before it");
        before = found ? found : before;
    }
    has("<h3>Loads: 100.0 % of the summed latency, 75.0 % of the samples</h3>", 1, "what loads are");
    has("<h3>The rest: 0.0 % of the summed latency, 25.0 % of the samples</h3>", 1, "... and the rest");
    has("<li><span class=\"c0\"></span>source 14, DRAM: 98.5 %, of samples 50.0 %</li>", 1, "what colours mean");
}

/* Columns of two sources are stacked, as high as their cycles; times in falling order are all there. */
static void test_columns(void)
{
    struct spe_record r;
    make();
    page();
    has("<polyline", 8, "lines of four events, in two parts each");
    has(">100</text>", 1, "shares are percent, as the axis says");
    has("<title>source 14, DRAM, 96 to 127 cycles: 8 samples, summed 800</title>", 1, "a column of latencies");
    has("<title>source 0, L1 data cache, 3 to 3 cycles: 4 samples, summed 12</title>", 1, "another");
    forget();
    r = load(8, 2, 2000), add(&r, 5);
    r = load(8, 1, 1000), add(&r, 3);
    profile_sum_up(&profile);
    page();
    has("<title>source 2, 8 to 11 cycles: 5 samples, summed 40</title>", 1, "the larger one");
    has("<title>source 1, 8 to 11 cycles: 3 samples, summed 24</title>", 1, "on it the other");
    has("<title>5 samples</title>", 1, "what came first, and is later");
    has("<title>3 samples</title>", 1, "what came last, and is earlier");
}

/* Loads without a data source still count as loads. */
static void test_rest(void)
{
    struct spe_record r;
    make();
    r = load(40, 0, 5), r.present &= ~(uint32_t)SPE_HAS_DATA_SOURCE, add(&r, 3);
    r = load(0, 0, 5), r.present &= ~(uint32_t)SPE_HAS_DATA_SOURCE, r.op_class = 2, add(&r, 2);
    r.total_latency = 65535, add(&r, 1);
    r = load(60, 0, 5), r.op_payload = 1, add(&r, 4); /* a store: its Data Source means nothing */
    profile_sum_up(&profile);
    page();
    has("<title>loads, no data source, 32 to 47 cycles: 3 samples, summed 120</title>", 1, "loads without a source");
    has("<title>loads, no data source, ", 1, "... and no others");
    has("<h3>Loads: 1.4 % of the summed latency, 57.7 % of the samples</h3>", 1, "... which are loads");
    has("<title>stores, no data source, 48 to 63 cycles: 4 samples, summed 240</title>", 1, "stores");
    has("<title>branches, 0 to 1 cycles: 2 samples, summed 0</title>", 1, "branches, the fastest");
    const char *const loads = strstr(output_text, ">Latency of loads<"), *const rest = strstr(output_text,
                                                                                              ">Latency of the rest<");
    const char *const first = strstr(output_text, "<title>loads, no data source, 32"),
                      *const other = strstr(output_text, "<title>stores, no data source, 48");
    ok(loads && rest && loads < first && first < rest && rest < other, "each below its title");
    has("<title>branches, 49152 to 65535 cycles: 1 samples, summed 65535</title>", 1, "... and the slowest");
}

/* A bucket's cycles are computed from its middle. */
static void test_middles(void)
{
    const unsigned bucket = spe_histogram_bucket(1000), low = spe_histogram_low(bucket);
    const struct spe_record r = load(1000, 3, 5);
    char want[64];
    make();
    add(&r, 4);
    profile_sum_up(&profile);
    page();
    snprintf(want, sizeof want, "cycles: 4 samples, summed %u</title>", 2 * (low + spe_histogram_high(bucket)));
    ok(low < spe_histogram_high(bucket), "a bucket of several");
    has(want, 1, "their cycles");
}

/* More sources than colours: the rest is one part. */
static void test_many_sources(void)
{
    make();
    for (unsigned source = 1; source < 12; source++) {
        const struct spe_record r = load(10, source, 5);
        add(&r, 120 + source);
    }
    profile_sum_up(&profile);
    page();
    has("<li><span class=\"c0\"></span>source 11, system cache</li>", 1, "the largest first");
    has("<li><span class=\"c6\"></span>source 5</li>", 1, "as many as there are colours, less one");
    has("<li><span class=\"c7\"></span>other loads</li>", 1, "the others");
    has("<title>other loads, 8 to 11 cycles: 490 samples, summed 4900</title>", 1, "... all of them");
    has("<rect class=\"c7\"", 6, "others have their colour in both bars, of loads and the rest, and in columns");
}

/* -- points: all of them, or every second, fourth ... -- */

static void test_points(void)
{
    struct spe_record r = load(7, 1, 0);
    static const size_t numbers[] = {1, CHART_COUNTS_POINTS, CHART_COUNTS_POINTS + 1, 5 * CHART_COUNTS_POINTS - 3};
    static const unsigned sparse[] = {0, 0, 1, 3};
    for (unsigned i = 0; i < 4; i++) {
        size_t wrong = 0;
        make();
        memset(&profile.pictures, 0, sizeof profile.pictures);
        for (size_t k = 0; k < numbers[i]; k++) {
            r.timestamp = k;
            add(&r, 1);
        }
        const struct chart_counts *p = &profile.pictures;
        for (size_t k = 0; k < p->used; k++)
            wrong += p->points[k].time != k << p->sparse || p->points[k].latency != 7 || p->points[k].has_address;
        ok(!wrong && p->sparse == sparse[i] && p->used == (numbers[i] + (1u << p->sparse) - 1) >> p->sparse,
           "every n-th is kept, from the first to the last");
    }
    page();
    has("; of one sample in 8</p>", 1, "... as the page says");
}

/* A cell of a heat map over time, as the picture has it: of 96 columns and 48 rows, the lowest is row 0. */
static const char *cell(double left, unsigned column, unsigned row)
{
    static char text[80];
    const double width = (720 - left - 28) / 96, x = left + column * width;
    snprintf(text, sizeof text, "M%.1f %.1fH%.1fV%.1fH%.1fz", x, 212.0 - 4 * row, x + width, 216.0 - 4 * row, x);
    return text;
}

static void test_latency_heat(void)
{
    struct spe_record r = load(1, 1, 0);
    make(), forget();
    add(&r, 2);
    r.timestamp = 959, r.total_latency = 99, add(&r, 3);
    r.timestamp = 480, r.total_latency = 9, add(&r, 2);
    r.timestamp = 240, r.total_latency = 0, add(&r, 1);
    r.timestamp = 720, r.present &= ~(uint32_t)SPE_HAS_TOTAL_LATENCY, add(&r, 9);
    profile_sum_up(&profile);
    page();
    has("</span> from 1 to 3, darker by equal ratios; of all samples</p>", 1, "the most in a cell");
    has(cell(CHART_LEFT, 0, 0), 1, "one cycle is lowest");
    has(cell(CHART_LEFT, 95, 47), 1, "the most cycles, at the last time, are highest");
    has(cell(CHART_LEFT, 48, 22), 1, "9 cycles: ln 9 / ln 100 of 48 rows");
    has(cell(CHART_LEFT, 24, 0), 1, "no cycle is as one");
    has(cell(CHART_LEFT, 72, 0), 0, "a sample without latency is nowhere");
}

/* An axis has as many numbers as fit. */
static void test_latency_axes(void)
{
    static const unsigned most[] = {7, 63, 65535};
    static const int counts[][4] = {{2, 1, 0, 0}, {2, 2, 2, 0}, {2, 0, 0, 2}}; /* of 4, 8, 32, 16384 in both pictures */
    static const char *const labels[] = {">4</text>", ">8</text>", ">32</text>", ">16384</text>"};
    for (unsigned i = 0; i < 3; i++) {
        make();
        forget();
        const struct spe_record slow = load(most[i], 1, 0), fast = load(1, 1, 0);
        add(&slow, 100), add(&fast, 1);
        profile_sum_up(&profile);
        page();
        for (unsigned k = 0; k < 4; k++)
            has(labels[k], counts[i][k], "marks of latencies");
    }
}

/* -- processes, modules, functions -- */

/* Processes that are too small for a box share one, and what they ran is visible. */
static void test_small_processes(void)
{
    struct spe_record r = load(10, 1, 5);
    make();
    r.present |= SPE_HAS_CONTEXT_EL1;
    r.context_el1 = 7, add(&r, 900);
    for (r.context_el1 = 1000; r.context_el1 < 1090; r.context_el1++)
        add(&r, 1);
    profile_sum_up(&profile);
    page();
    has("<b>context 7</b> 84.0&nbsp;%</span>", 1, "one that is large");
    has("<b>90 small processes</b> 8.4&nbsp;%</span>", 1, "the others");
    has("<b>no module is known</b> 8.4&nbsp;%</span>", 1, "... and what they ran");
    has(" others</b>", 0, "... are not left out");
    make(), forget();
    r.context_el1 = 7, add(&r, 994);
    r.context_el1 = 8, add(&r, 3), r.context_el1 = 9, add(&r, 3);
    profile_sum_up(&profile);
    page();
    has("<b>2 small processes</b> 0.6&nbsp;%</span>", 1, "two that are large enough together");
    make(), forget();
    r.context_el1 = 7, add(&r, 997), r.context_el1 = 8, add(&r, 3);
    profile_sum_up(&profile);
    page();
    has("<b>1 other</b> 0.3&nbsp;%</span>", 1, "... and one that is not");
}

/* A saved profile has no addresses: with one, everything is by names. */
static void test_saved(void)
{
    const struct counts half = {.samples = 5, .cycles = 406}, rest = {.samples = 5, .cycles = 406};
    make();
    groups_free(&profile.groups);
    groups_add(&profile.groups, GROUPS_FUNCTIONS, "work", "/usr/bin/prog", &half);
    groups_add(&profile.groups, GROUPS_FUNCTIONS, GROUPS_NO_NAME, "/lib/lib<x>.so", &rest);
    page();
    has("id=\"tree_chart\"", 0, "addresses without a name: no picture of names");
    profile.has_saved = 1;
    page();
    has("<b>all processes</b> 100.0&nbsp;%</span>", 1, "saved: names");
    has("title=\"work, 50.0 %\"><b>work</b> 50.0&nbsp;%</span>", 1, "... all of them");
    has("What --save had written is not in the tables by address", 1, "... and what is not there is said");
    has("; 50.0&nbsp;% are in lib&#60;x&#62;.so.</p>", 1, "code without a name is its module's");
    groups_add(&profile.groups, GROUPS_FUNCTIONS, GROUPS_NO_NAME, "", &rest);
    page();
    has("<b>no module is known</b> 33.3&nbsp;%</span>", 1, "... if it has one");
}

/* Data of one program in two ranges: an address more than 4 MiB away begins another. */
static void test_addresses(void)
{
    struct spe_record r = load(7, 1, 0);
    make();
    memset(&profile.pictures, 0, sizeof profile.pictures);
    r.present |= SPE_HAS_DATA_VA;
    r.data_va = 0x500000, r.timestamp = 0, add(&r, 20);
    r.data_va = 0x500800, r.timestamp = 0, add(&r, 10);
    r.data_va = 0x500fff, r.timestamp = 999, add(&r, 30);
    r.data_va = 0x500fff + (4 << 20) + 1, r.timestamp = 500, add(&r, 20);
    page();
    has(">0x500000</text>", 1, "the lower stretch begins at the first address");
    has(">0x901000</text>", 1, "the upper one likewise");
    has("; of all samples; data of a process that is not known: 80 of 80 samples with a data address, 0 of them "
        "elsewhere",
        1, "all are there");
    /* of 48 rows each range gets 8; three quarters of the other 32 go to the lower one: up to row 32 */
    has(cell(170, 0, 0), 1, "the first address at the first time is lowest");
    has(cell(170, 0, 16), 1, "the address in the middle, in row 16 of 32");
    has(cell(170, 95, 31), 1, "the last of the stretch at the last time");
    has(cell(170, 48, 32), 1, "the other stretch on it, in the middle of the time");
    r.data_va = 0x901000 + (4 << 20), add(&r, 1);
    page();
    has("0xd01000</text>", 0, "one that is 4 MiB away begins none");
    for (unsigned i = 0; i < 10; i++) {
        r.data_va = 0x40000000 + i * UINT64_C(0x10000000), add(&r, 1);
    }
    page();
    has(": 91 of 91 samples with a data address, 7 of them elsewhere", 1,
        "five stretches, those with the most samples");
    r.data_va = 0xd0000000, add(&r, 100); /* now the last has the most, and is still the last */
    page();
    const char *const low = strstr(output_text, ">0x500000</text>"),
                      *const upper = strstr(output_text, ">0x901000</text>"),
                      *const high = strstr(output_text, ">0xd0000000</text>");
    ok(low && upper && high && low < upper && upper < high, "stretches are in the order of their addresses");
}

/* Of two processes, the one with more accesses. */
static void test_process(void)
{
    for (unsigned few = 7; few <= 8; few++) {
        struct spe_record r = load(7, 1, 0);
        char text[80];
        make(), forget();
        r.present |= SPE_HAS_DATA_VA | SPE_HAS_CONTEXT_EL1;
        for (r.context_el1 = 7; r.context_el1 <= 8; r.context_el1++)
            r.data_va = 0x500000, add(&r, r.context_el1 == few ? 5 : 20);
        page();
        snprintf(text, sizeof text, "data of context %u: 20 of 25 samples with a data address, 0 of them", 15 - few);
        has(text, 1, "addresses of the process with more");
    }
}

int main(void)
{
    test_page();
    test_shares();
    test_columns();
    test_rest();
    test_middles();
    test_many_sources();
    test_points();
    test_latency_heat();
    test_latency_axes();
    test_small_processes();
    test_saved();
    test_addresses();
    test_process();
    return tap_done();
}
