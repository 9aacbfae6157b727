/* SPDX-License-Identifier: MIT */
/* What spe-stat says of a profile that is made by hand: each table, and the pictures of the page. */
#include "stat_report.h"

#include "tap.h"
#include "tool.h"

#include "output.h"

const char tool_name[] = "test_stat", tool_usage[] = "";

static struct profile profile;

static void add(const struct spe_record *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        spe_stats_add(&profile.stats, r, 1);
        timeline_add(&profile.timeline, r);
        const struct sample sample =
            places_sample(&profile.places, r, profile.kinds[0].midr, SPE_PERF_NONE, SPE_PERF_NONE);
        places_add(&profile.places, &sample);
    }
}

static struct spe_record load(unsigned latency, unsigned source, uint64_t time)
{
    return (struct spe_record){.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE |
                                          SPE_HAS_TOTAL_LATENCY | SPE_HAS_TIMESTAMP,
                               .pc = UINT64_C(0xb000000000400010),
                               .op_class = 1,
                               .events = 0x16,
                               .total_latency = (uint16_t)latency,
                               .data_source = (uint16_t)source,
                               .timestamp = time};
}

/* Eight loads of DRAM, four of L1, two branches, one operation of another kind, one record with nothing. */
static void make(void)
{
    struct spe_record r;
    places_free(&profile.places);
    groups_free(&profile.groups);
    memset(&profile, 0, sizeof profile);
    profile.places.limit = 100;
    profile_begin(&profile);
    spaces_begin_file(&profile.places.spaces);
    strcpy(profile.name, "a<b>.spe");
    profile.files = 1;
    profile.kinds[0] = (struct profile_kind){UINT64_C(0x410fd0c0), 16};
    profile.n_kinds = 1;
    profile.notes.bytes = 1234;
    r = load(100, 14, 1000), add(&r, 8);
    r = load(3, 0, 1001), r.events |= 8, add(&r, 4);
    r = (struct spe_record){.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP,
                            .op_class = 2};
    r.pc = UINT64_C(0xc000000000400020), r.events = 0x82, r.timestamp = 1003, add(&r, 2);
    r = (struct spe_record){.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS, .op_class = 0, .events = 0x1002}, add(&r, 1);
    r = (struct spe_record){.flags = 0x1ff}, add(&r, 1);
    profile_end(&profile);
}

static void report(enum report_format format, size_t most)
{
    stat_report(&profile, output_begin(), format, most);
    output_end();
}

static void has(const char *text, int n, const char *name)
{
    if (!ok(count_of(output_text, text) == n, name))
        diag("%d times: %s", count_of(output_text, text), text);
}

static void test_facts(void)
{
    static const char *const facts[] = {"\"samples\",count,16\n",
                                        "\"bytes\",count,1234\n",
                                        "\"records that are cut off\",count,107\n",
                                        "\"records with unknown headers\",count,100\n",
                                        "\"records with reserved headers\",count,101\n",
                                        "\"records with reserved values\",count,102\n"};
    make();
    for (unsigned i = 0; i < 9; i++)
        profile.stats.flags[i] = 100 + i;
    report(REPORT_CSV, 9);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        has(facts[i], 1, facts[i] + 1);
    has("\nprofile,", 6, "no fact more");
    profile.notes.truncated = 11, profile.notes.overwritten = 12, profile.notes.partial = 13;
    profile.notes.collisions = 14, profile.notes.compressed = 15, profile.select.dropped = 16;
    profile.places.pcs.error = 17, profile.places.pages.error = 18, profile.notes.skipped = 19, profile.is_filtered = 1,
    profile.is_perf = 1;
    for (size_t i = 0; i < sizeof profile.kept.count / sizeof profile.kept.count[0]; i++)
        profile.kept.count[i] = 20;
    report(REPORT_CSV, 9);
    has("\"AUX events: data truncated\",count,11\n", 1, "truncated");
    has("\"AUX events: data overwritten\",count,12\n", 1, "overwritten");
    has("\"AUX events: data partial\",count,13\n", 1, "partial");
    has("\"AUX events: samples collided\",count,14\n", 1, "collided");
    has("\"compressed events, passed over\",count,15\n", 1, "compressed");
    has("\"samples that were not asked for\",count,16\n", 1, "not asked for");
    has("\"program counters: samples too few by at most\",count,17\n", 1, "program counters");
    has("\"data pages: samples too few by at most\",count,18\n", 1, "data pages");
    has("\"bytes skipped, in no record\",count,19\n", 1, "skipped");
    has("\"samples before the filter\",count,120\n", sizeof profile.kept.count / sizeof profile.kept.count[0] == 6,
        "before the filter");
    has("\"buffers\",count,0\n", 1, "buffers");
    profile.kinds[0].midr = 0;
    report(REPORT_CSV, 9);
    has("\ncore", 0, "no core, no name");
    profile.kinds[1] = (struct profile_kind){UINT64_C(0x480fd060), 48};
    profile.n_kinds = 2;
    profile.stats.records = 64;
    report(REPORT_CSV, 9);
    has("\ncore,", 0, "two kinds of cores");
    has("\ncores,\"HIP12\",samples,48\ncores,\"HIP12\",share,75\ncores,\"HIP12\",MIDR_EL1,\"0x00000000480fd060\"\n"
        "cores,\"not known\",samples,16\ncores,\"not known\",share,25\n",
        1, "... those with the most samples first");
}

static void test_tables(void)
{
    make();
    report(REPORT_CSV, 1);
    has("core,\"name\",value,\"Neoverse N1\"\ncore,\"MIDR_EL1\",value,\"0x00000000410fd0c0\"\n", 1, "the core");
    has("operations,\"load\",samples,12\noperations,\"load\",share,75\n", 1, "loads");
    has("operations,\"branch\",samples,2\noperations,\"branch\",share,12.5\n", 1, "branches");
    has("operations,\"other\",samples,1\n", 1, "others");
    has("operations,\"no Operation Type packet\",samples,1\n", 1, "none");
    has("operations,\"store\"", 0, "no stores, no row");
    has("subclasses,\"general-purpose registers\",samples,12\n", 1, "subclasses");
    has("levels,\"EL1\",samples,12\n", 1, "EL1");
    has("levels,\"EL2\",samples,2\n", 1, "EL2");
    has("states,\"Realm\",samples,12\n", 1, "Realm");
    has("states,\"Non-secure\",samples,2\n", 1, "Non-secure");
    has("events,\"retired\",samples,15\n", 1, "an event");
    has("events,\"late_prefetch\",samples,1\n", 1, "the core's own event");
    has("groups,\"memory\",samples,12\ngroups,\"memory\",share,75\n", 1, "perf's group");
    has("estimates,\"load_percentage\",estimate,75\n", 1, "an estimate");
    has("estimates,\"dtlb_walk_ratio\",estimate,0\n", 1, "an estimate of nothing");
    has("estimates,\"sve_all_percentage\"", 0, "none where no sample tells");
    has("latencies,\"total\",samples,12\n", 1, "latency");
    has("latencies,\"total\",mean,67.6667\nlatencies,\"total\",50 %,100\nlatencies,\"total\",90 "
        "%,100\nlatencies,\"total\",99 %,100\n"
        "latencies,\"total\",most,100\n",
        1, "... mean, quantiles, most");
    has("sources,\"source 0, L1 data cache\",mean,3\n", 1, "a source by name");
    has("sources,\"source 14, DRAM\",samples,8\n", 1, "another");
    has("latency_source_14,\"64 to 127\",samples,8\n", 1, "a histogram");
    has("latency_source_0,\"2 to 3\",samples,4\n", 1, "another");
    has("pcs_by_samples,\"0x0000000000400010\",samples,12\npcs_by_samples,\"0x0000000000400010\",share,75\n"
        "pcs_by_samples,\"0x0000000000400010\",cycles,812\n",
        1, "a place");
    has("pcs_by_samples,", 8, "... and no more than is wanted");
    profile.has_more_kinds = 1;
    report(REPORT_CSV, 2);
    has("sources,\"source 14\",samples,8\n", 1, "more kinds of cores than there is room for: no names");
    profile.has_more_kinds = 0;
    profile.kinds[0].midr = 0;
    report(REPORT_CSV, 2);
    has("events,\"E[12]\",samples,1\n", 1, "an event that has no name");
    has("sources,\"source 14\",samples,8\n", 1, "a source that has none");
    has("pcs_by_samples,", 15, "two places");
    profile.findings[0] = 3;
    report(REPORT_CSV, 2);
    has("findings,\"events-missing\",records,3\nfindings,\"events-missing\",severity,\"violation\"\n", 1, "findings");
    has("\nfindings,", 3, "... and no other");
}

/* Latencies of 1 to 100 cycles: each share is its own value. */
static void test_quantiles(void)
{
    make();
    for (unsigned latency = 1; latency <= 100; latency++) {
        const struct spe_record r = load(latency, 6, 1);
        add(&r, 1);
    }
    report(REPORT_CSV, 1);
    has("sources,\"source 6\",samples,100\nsources,\"source 6\",mean,50.5\nsources,\"source 6\",50 %,50\n"
        "sources,\"source 6\",90 %,90\nsources,\"source 6\",99 %,99\nsources,\"source 6\",most,100\n",
        1, "shares of 1 to 100");
}

static void test_source_names(void)
{
    char name[STAT_NAME_MAX];
    make();
    stat_source_name(&profile, 8, name);
    says(name, "source 8, L2 cache", "a name", __LINE__);
    stat_source_name(&profile, 7, name);
    says(name, "source 7", "none", __LINE__);
    stat_source_name(&profile, SPE_STATS_SOURCES - 1, name);
    says(name, "source 19 or more", "large ones", __LINE__);
    stat_source_name(&profile, SPE_STATS_NO_SOURCE, name);
    says(name, "no data source", "no packet", __LINE__);
}

static void test_octaves(void)
{
    static const unsigned ends[][2] = {{0, 1}, {2, 3}, {4, 7}, {128, 255}, {32768, 65535}};
    char want[64];
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        make();
        struct spe_record r = load(ends[i][0], 5, 1);
        add(&r, 3);
        r.total_latency = (uint16_t)ends[i][1];
        add(&r, 4);
        report(REPORT_CSV, 1);
        snprintf(want, sizeof want, "latency_source_5,\"%u to %u\",samples,7\n", ends[i][0], ends[i][1]);
        has(want, 1, want);
    }
}

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
    has("<rect class=\"c0\" x=\"0.00\" y=\"0\" width=\"540.00\" height=\"36\"><title>load</title></rect>\n"
        "<rect class=\"c2\" x=\"540.00\" y=\"0\" width=\"90.00\" height=\"36\"><title>branch</title></rect>\n"
        "<rect class=\"c3\" x=\"630.00\" y=\"0\" width=\"45.00\" height=\"36\"><title>other</title></rect>\n"
        "<rect class=\"c4\" x=\"675.00\" y=\"0\" width=\"45.00\" height=\"36\"><title>reserved or "
        "none</title></rect>\n",
        1, "the mix");
    has("<li><span class=\"c0\"></span>load, 75.0 %</li>\n", 1, "... and what it means");
    has("<title>source 14, DRAM, 96 to 127 cycles: 8 samples</title>", 1, "a column of latencies");
    has("<title>source 0, L1 data cache, 3 to 3 cycles: 4 samples</title>", 1, "another");
    has("<title>8 samples</title>", 1, "eight samples at one time");
    has("<title>4 samples</title>", 1, "four at another");
    has("<title>2 samples</title>", 1, "two at a third");
    has("<title>l1d_refill</title>", 2, "a line of events, in two parts");
    has("ticks of the timestamp</text>", 2, "the unit of time");
    has("class=\"legend\"", 3, "three legends");
    profile.notes.clock = (struct spe_perf_clock){.mult = 4000, .shift = 0};
    page();
    has("microseconds</text>", 2, "the unit of time, where the clock is known");
    has(">15</text>", 2, "... which says how long it was");
    memset(&profile.stats, 0, sizeof profile.stats);
    page();
    has("<svg", 0, "nothing: no picture");
}

/* Columns of two sources stand on each other; times that came backwards are all there. */
static void test_places_in_pictures(void)
{
    struct spe_record r;
    make();
    page();
    has("<polyline", 8, "lines of four events, in two parts each");
    has(">100</text>", 1, "shares are percent, as the axis says");
    has(",24.0 ", 3, "100 % of the samples is the top: a refill each, once doubled; all are mispredicted");
    memset(&profile.stats, 0, sizeof profile.stats);
    memset(&profile.timeline, 0, sizeof profile.timeline);
    r = load(8, 2, 2000), add(&r, 5);
    r = load(8, 1, 1000), add(&r, 3);
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    has(" y=\"96.00\" width=\"276.32\" height=\"120.00\"><title>source 2, 8 to 11 cycles: 5 samples</title>", 1,
        "the larger one");
    has(" y=\"24.00\" width=\"276.32\" height=\"72.00\"><title>source 1, 8 to 11 cycles: 3 samples</title>", 1,
        "on it the other");
    has("<title>5 samples</title>", 1, "what came first, and is later");
    has("<title>3 samples</title>", 1, "what came last, and is earlier");
}

/* More sources than colours: the rest together. */
static void test_many_sources(void)
{
    make();
    for (unsigned source = 1; source < 12; source++) {
        const struct spe_record r = load(10, source, 5);
        add(&r, 20 + source);
    }
    spe_stats_summarise(&profile.stats, &profile.summary);
    page();
    has("<li><span class=\"c0\"></span>source 11, system cache</li>", 1, "the largest first");
    has("<li><span class=\"c6\"></span>source 5</li>", 1, "as many as there are colours, less one");
    has("<li><span class=\"c7\"></span>other data sources</li>", 1, "the others");
    has("<title>other data sources, 8 to 11 cycles: 90 samples</title>", 1, "... all of them");
}

int main(void)
{
    test_facts();
    test_tables();
    test_quantiles();
    test_source_names();
    test_places_in_pictures();
    test_octaves();
    test_page();
    test_many_sources();
    return tap_done();
}
