/* SPDX-License-Identifier: MIT */
/* The page of a profile that is made by hand: its pictures, and what they are made of. */
#include "page.h"
#include "stat_report.h"

#include "made_profile.h"
#include "tool.h"

const char tool_name[] = "test_pictures", tool_usage[] = "";

static void page(void)
{
    stat_page(&profile, output_begin(), 5);
    output_end();
}

static void test_page(void)
{
    make();
    page();
    has("<title>a&#60;b&#62;.spe: Arm SPE profile</title>", 1, "the page's name");
    has("<h1>a&#60;b&#62;.spe</h1>", 1, "... shown");
    has("<p class=\"lead\">98.5&nbsp;% of the cycles are of source 14, DRAM.</p>", 1, "what matters most");
    has("<title>8 samples</title>", 1, "eight samples at one time");
    has("<title>4 samples</title>", 1, "four at another");
    has("<title>2 samples</title>", 1, "two at a third");
    has("<title>l1d_refill</title>", 2, "a line of events, in two parts");
    has("ticks of the timestamp</text>", 3, "the unit of time");
    has("class=\"legend\"", 4, "four legends");
    profile.notes.clock = (struct spe_perf_clock){.mult = 4000, .shift = 0};
    page();
    has("microseconds</text>", 3, "the unit of time, where the clock is known");
    has(">15</text>", 3, "... which says how long it was");
    memset(&profile.stats, 0, sizeof profile.stats);
    page();
    has("<svg", 0, "nothing: no picture");
}

/* Loads first, though the last bar's are more; a picture of each whole. */
static void test_shares(void)
{
    static const char *const bars[] = {
        "<rect class=\"c0\" x=\"0.00\" y=\"0\" width=\"984.22\" height=\"1\"><title>source 14, DRAM: 98.5 % of the "
        "cycles</title></rect>\n"
        "<rect class=\"c1\" x=\"985.22\" y=\"0\" width=\"13.78\" height=\"1\"><title>source 0, L1 data cache: 1.5 % "
        "of the cycles</title></rect>\n</svg>",
        "<rect class=\"c0\" x=\"0.00\" y=\"0\" width=\"499.00\" height=\"1\"><title>source 14, DRAM: 50.0 % of the "
        "samples</title></rect>\n"
        "<rect class=\"c1\" x=\"500.00\" y=\"0\" width=\"249.00\" height=\"1\"><title>source 0, L1 data cache: 25.0 "
        "% of the samples</title></rect>\n"
        "<rect class=\"c2\" x=\"750.00\" y=\"0\" width=\"124.00\" height=\"1\"><title>branches: 12.5 % of the "
        "samples</title></rect>\n"
        "<rect class=\"c3\" x=\"875.00\" y=\"0\" width=\"61.50\" height=\"1\"><title>operation not known: 6.2 % of "
        "the samples</title></rect>\n"
        "<rect class=\"c4\" x=\"937.50\" y=\"0\" width=\"61.50\" height=\"1\"><title>other operations: 6.2 % of the "
        "samples</title></rect>\n</svg>"};
    make();
    page();
    has(bars[0], 1, "cycles");
    has(bars[1], 1, "samples");
    has("<h3>Loads: 100.0 % of the cycles, 75.0 % of the samples</h3>", 1, "what loads are");
    has("<h3>The rest: 0.0 % of the cycles, 25.0 % of the samples</h3>", 1, "... and the rest");
    has("<li><span class=\"c0\"></span>source 14, DRAM: 98.5 %, of samples 50.0 %</li>", 1, "what colours mean");
}

/* Columns of two sources stand on each other, as high as their cycles; times that came backwards are all there. */
static void test_columns(void)
{
    struct spe_record r;
    make();
    page();
    has("<polyline", 8, "lines of four events, in two parts each");
    has(">100</text>", 1, "shares are percent, as the axis says");
    has(",24.0 ", 3, "100 % of the samples is the top: a refill each, once doubled; all are mispredicted");
    has("<title>source 14, DRAM, 96 to 127 cycles: 8 samples, 800 cycles</title>", 1, "a column of latencies");
    has("<title>source 0, L1 data cache, 3 to 3 cycles: 4 samples, 12 cycles</title>", 1, "another");
    memset(&profile.stats, 0, sizeof profile.stats);
    memset(&profile.pictures, 0, sizeof profile.pictures);
    r = load(8, 2, 2000), add(&r, 5);
    r = load(8, 1, 1000), add(&r, 3);
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    has(" y=\"120.00\" width=\"276.32\" height=\"96.00\"><title>source 2, 8 to 11 cycles: 5 samples, 40 cycles</title>",
        1, "the larger one");
    has(" y=\"62.40\" width=\"276.32\" height=\"57.60\"><title>source 1, 8 to 11 cycles: 3 samples, 24 cycles</title>",
        1, "on it the other");
    has("<title>5 samples</title>", 1, "what came first, and is later");
    has("<title>3 samples</title>", 1, "what came last, and is earlier");
}

/* Of what has no data source, loads are loads. */
static void test_rest(void)
{
    struct spe_record r;
    make();
    r = load(40, 0, 5), r.present &= ~(uint32_t)SPE_HAS_DATA_SOURCE, add(&r, 3);
    r = load(0, 0, 5), r.present &= ~(uint32_t)SPE_HAS_DATA_SOURCE, r.op_class = 2, add(&r, 2);
    r.total_latency = 65535, add(&r, 1);
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    has("<title>loads, no data source, 32 to 47 cycles: 3 samples, 120 cycles</title>", 1, "loads without a source");
    has("<title>loads, no data source, ", 1, "... and no others");
    has("<h3>Loads: 1.4 % of the cycles, 68.2 % of the samples</h3>", 1, "... which are loads");
    has("<title>branches, 0 to 1 cycles: 2 samples, 0 cycles</title>", 1, "branches, the fastest");
    has("<title>branches, 49152 to 65535 cycles: 1 samples, 65535 cycles</title>", 1, "... and the slowest");
}

/* Cycles of a bucket are those of its middle. */
static void test_middles(void)
{
    const unsigned bucket = spe_histogram_bucket(1000), low = spe_histogram_low(bucket);
    const struct spe_record r = load(1000, 3, 5);
    char want[64];
    make();
    add(&r, 4);
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    snprintf(want, sizeof want, "cycles: 4 samples, %u cycles</title>", 2 * (low + spe_histogram_high(bucket)));
    ok(low < spe_histogram_high(bucket), "a bucket of several");
    has(want, 1, "their cycles");
}

/* More sources than colours: the rest together. */
static void test_many_sources(void)
{
    make();
    for (unsigned source = 1; source < 12; source++) {
        const struct spe_record r = load(10, source, 5);
        add(&r, 120 + source);
    }
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    has("<li><span class=\"c0\"></span>source 11, system cache</li>", 1, "the largest first");
    has("<li><span class=\"c6\"></span>source 5</li>", 1, "as many as there are colours, less one");
    has("<li><span class=\"c7\"></span>other loads</li>", 1, "the others");
    has("<title>other loads, 8 to 11 cycles: 490 samples, 4900 cycles</title>", 1, "... all of them");
    has("<rect class=\"c7\"", 6, "others have their colour in both bars, of loads and the rest, and in columns");
}

/* -- points: all of them, or every second, fourth ... -- */

static void test_points(void)
{
    struct spe_record r = load(7, 1, 0);
    static const size_t numbers[] = {1, PICTURES_POINTS, PICTURES_POINTS + 1, 5 * PICTURES_POINTS - 3};
    static const unsigned sparse[] = {0, 0, 1, 3};
    for (unsigned i = 0; i < 4; i++) {
        size_t wrong = 0;
        make();
        memset(&profile.pictures, 0, sizeof profile.pictures);
        for (size_t k = 0; k < numbers[i]; k++) {
            r.timestamp = k;
            add(&r, 1);
        }
        const struct pictures *p = &profile.pictures;
        for (size_t k = 0; k < p->used; k++)
            wrong += p->points[k].time != k << p->sparse || p->points[k].latency != 7 || p->points[k].has_address;
        ok(!wrong && p->sparse == sparse[i] && p->used == (numbers[i] + (1u << p->sparse) - 1) >> p->sparse,
           "every so many are kept, from the first to the last");
    }
    page();
    has("; of one sample in 8</p>", 1, "... as the page says");
}

/* -- heat maps -- */

static void test_heat(void)
{
    static const unsigned counts[2][4] = {{0, 1, 1, 0}, {100, 0, 0, 10}}; /* the lower row first */
    struct chart c;
    chart_open(&c, output_begin(), "a", 92, ""); /* the plot is 600 x 192 */
    const unsigned most = chart_heat(&c, counts[0], 4, 2);
    output_end();
    ok(most == 100, "the largest");
    has("<path class=\"h1\" d=\"M242.0 120.0H542.0V216.0H242.0z\"/>", 1, "ones, side by side, below");
    has("<path class=\"h6\" d=\"M92.0 24.0H242.0V120.0H92.0z\"/>", 1, "the most, above");
    has("<path class=\"h4\" d=\"M542.0 24.0H692.0V120.0H542.0z\"/>", 1, "half way by ratio, three steps of five");
    has("d=\"\"", 3, "nothing else");
}

/* As many numbers at an axis as there is room for. */
static void test_latency_axes(void)
{
    static const unsigned most[] = {7, 63, 65535};
    static const int counts[][4] = {{2, 1, 0, 0}, {2, 2, 2, 0}, {2, 0, 0, 2}}; /* of 4, 8, 32, 16384 in both pictures */
    static const char *const labels[] = {">4</text>", ">8</text>", ">32</text>", ">16384</text>"};
    for (unsigned i = 0; i < 3; i++) {
        make();
        memset(&profile.stats, 0, sizeof profile.stats);
        memset(&profile.pictures, 0, sizeof profile.pictures);
        const struct spe_record slow = load(most[i], 1, 0), fast = load(1, 1, 0);
        add(&slow, 100), add(&fast, 1);
        spe_stats_summarise(&profile.stats, &profile.summary);
        page();
        for (unsigned k = 0; k < 4; k++)
            has(labels[k], counts[i][k], "marks of latencies");
    }
}

/* -- processes, modules, functions -- */

/* Processes of which none is large enough for a box are in one, and what they ran is seen. */
static void test_small_processes(void)
{
    struct spe_record r = load(10, 1, 5);
    make();
    r.present |= SPE_HAS_CONTEXT_EL1;
    r.context_el1 = 7, add(&r, 900);
    for (r.context_el1 = 1000; r.context_el1 < 1090; r.context_el1++)
        add(&r, 1);
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    has("<b>context 7</b> 84.0&nbsp;%</span>", 1, "one that is large");
    has("<b>90 small processes</b> 8.4&nbsp;%</span>", 1, "the others");
    has("<b>no module is known</b> 8.4&nbsp;%</span>", 1, "... and what they ran");
    has(" others</b>", 0, "... are not left out");
}

/* What was saved has no addresses: with it, all is by names. */
static void test_saved(void)
{
    const struct counts half = {.samples = 5, .cycles = 406}, rest = {.samples = 5, .cycles = 406};
    make();
    groups_add(&profile.groups, GROUPS_FUNCTIONS, "work", "/usr/bin/prog", &half);
    groups_add(&profile.groups, GROUPS_FUNCTIONS, GROUPS_NO_NAME, "/lib/lib<x>.so", &rest);
    page();
    has("id=\"tree_chart\"", 0, "addresses without a name: no picture of names");
    profile.has_saved = 1;
    page();
    has("<b>all processes</b> 100.0&nbsp;%</span>", 1, "saved: names");
    has("<b>work</b> 50.0&nbsp;%</span>", 1, "... all of them");
    has("What --save had written is not in the tables by address", 1, "... and what is not there is said");
    has("; 50.0&nbsp;% are in lib&#60;x&#62;.so.</p>", 1, "code without a name is its module's");
}

/* Data of one program, in two stretches: rows by samples, an address more than 4 MiB away begins another. */
static void test_addresses(void)
{
    struct spe_record r = load(7, 1, 0);
    make();
    memset(&profile.pictures, 0, sizeof profile.pictures);
    r.present |= SPE_HAS_DATA_VA;
    r.data_va = 0x500000, r.timestamp = 0, add(&r, 30);
    r.data_va = 0x500fff, r.timestamp = 999, add(&r, 30);
    r.data_va = 0x500fff + (4 << 20) + 1, r.timestamp = 500, add(&r, 20);
    page();
    has(">0x500000</text>", 1, "the lower stretch begins at the first address");
    has(">0x901000</text>", 1, "the upper one likewise");
    has("; of all samples; data of a process that is not known: 80 of 80 samples with a data address, 0 of them "
        "elsewhere",
        1, "all are there");
    /* of 48 rows of 4 units 8 are due to each, of the other 32 three quarters to the lower: up to row 32 */
    has("M170.0 212.0H175.4V216.0H170.0z", 1, "the first address at the first time, in the corner");
    has("M686.6 88.0H692.0V92.0H686.6z", 1, "the last of the stretch at the last time");
    has("M431.0 84.0H436.4V88.0H431.0z", 1, "the other stretch on it, in the middle of the time");
    r.data_va = 0x901000 + (4 << 20), add(&r, 1);
    page();
    has("0xd01000</text>", 0, "one that is 4 MiB away begins none");
    for (unsigned i = 0; i < 10; i++) {
        r.data_va = 0x40000000 + i * UINT64_C(0x10000000), add(&r, 1);
    }
    page();
    has(": 91 of 91 samples with a data address, 7 of them elsewhere", 1,
        "five stretches, those with the most samples");
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
    test_heat();
    test_latency_axes();
    test_small_processes();
    test_saved();
    test_addresses();
    return tap_done();
}
