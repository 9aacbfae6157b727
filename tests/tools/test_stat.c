/* SPDX-License-Identifier: MIT */
/* Each table of spe-stat, for a profile that is made by hand. */
#include "report/findings.h"
#include "report/place_cells.h"
#include "report/profile_report.h"

#include "made_profile.h"
#include "system/message.h"
#include "system/options.h"

const char tool_name[] = "test_stat", tool_usage[] = "";

static void report(enum report_format format, size_t most)
{
    profile_report(&profile, output_begin(), format, most, NULL);
    output_end();
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
    profile.notes.collisions = 14, profile.select.dropped = 16;
    profile.places.pcs.error = 17, profile.places.pages.error = 18, profile.places.cores.lost = 21,
    profile.notes.skipped = 19, profile.is_filtered = 1, profile.is_perf = 1;
    for (size_t i = 0; i < sizeof profile.kept.count / sizeof profile.kept.count[0]; i++)
        profile.kept.count[i] = 20;
    report(REPORT_CSV, 9);
    has("\"AUX events: data truncated\",count,11\n", 1, "truncated");
    has("\"AUX events: data overwritten\",count,12\n", 1, "overwritten");
    has("\"AUX events: data partial\",count,13\n", 1, "partial");
    has("\"AUX events: samples collided\",count,14\n", 1, "collided");
    has("\"samples that were not selected\",count,16\n", 1, "not selected");
    has("\"program counters: samples that a row lacks, at most\",count,17\n", 1, "program counters");
    has("\"data pages: samples that a row lacks, at most\",count,18\n", 1, "data pages");
    has("\"CPUs: samples in no row\",count,21\n", 1, "CPUs");
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
    has("\ncores,\"HIP12\",samples,48\ncores,\"HIP12\",share,75\ncores,\"HIP12\",midr_el1,\"0x00000000480fd060\"\n"
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
    has("latencies,\"total\",mean,67.6666666666667\nlatencies,\"total\",50_percent,100\nlatencies,\"total\",90_percent,"
        "100\n"
        "latencies,\"total\",99_percent,100\n"
        "latencies,\"total\",most,100\n",
        1, "... mean, quantiles, most");
    has("sources,\"source 0, L1 data cache\",mean,3\n", 1, "a source by name");
    has("sources,\"source 14, DRAM\",samples,8\n", 1, "another");
    has("latency_source_14,\"64 to 127\",samples,8\n", 1, "a histogram");
    has("latency_source_0,\"2 to 3\",samples,4\n", 1, "another");
    has("pcs_by_samples,\"0x0000000000400010\",samples,12\npcs_by_samples,\"0x0000000000400010\",share,75\n"
        "pcs_by_samples,\"0x0000000000400010\",summed_latency,812\n",
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
    has("rules,\"events-missing\",records,3\nrules,\"events-missing\",severity,\"violation\"\n", 1, "findings");
    has("\nrules,", 3, "... and no other");
}

/* Only branches are in the table of branches: another or a reserved operation of their class is not. */
static void test_branches(void)
{
    make(), forget();
    for (unsigned payload = 0; payload < 256; payload++) {
        const struct spe_record r = {
            .present = SPE_HAS_OPERATION, .op_class = SPE_CLASS_BRANCH, .op_payload = (uint8_t)payload};
        add(&r, 1);
    }
    report(REPORT_CSV, 1);
    has("subclasses,\"branch or exception return\",samples,32\n", 1, "32 payloads are branches");
    has("\nbranches,", 2 * 16, "... of 16 sorts, each with its share");
    has("\nbranches,\"conditional, return\",samples,2\n", 1, "... of two payloads each, which differ in GCS");
}

/* Page walks of 64 pages, which are one page of 2 MiB: the finding says so if pages are smaller. The file that they are
 * of is mapped from the middle of a page of 2 MiB on. */
static void test_walks(void)
{
    static const struct {
        uint64_t size;
        const char *seen;
    } pages[] = {{4096, "90 cycles each; at least 64 pages of 4 KiB, which 1 page of 2 MiB would hold"},
                 {65536, "90 cycles each; at least 4 pages of 64 KiB, which 1 page of 2 MiB would hold"},
                 {2 << 20, "90 cycles each; at least 1 page of 2 MiB\""},
                 {512 << 20, "90 cycles each\""}}; /* no 64th of the page begins in the file */
    const struct spe_perf_event map = {
        .type = SPE_PERF_MMAP, .pid = 7, .tid = 7, .name = "/data", .address = 5 << 20, .size = 64 * 4096};
    struct latency_parts *total = &profile.latency_parts[PROFILE_TOTAL];
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        make();
        processes_take(&profile.places.processes, &map);
        processes_settle(&profile.places.processes);
        profile.places.page = pages[i].size;
        for (unsigned n = 0; n < 640; n++) {
            struct spe_record r = load(100, 14, 1000);
            r.present |= SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_DATA_VA;
            r.events |= 1u << SPE_EVENT_TLB_WALK;
            r.translation_latency = 90, r.data_va = map.address + n % 64 * 4096;
            struct sample s = places_sample(&profile.places, &r, 0, SPE_PERF_NONE, 7);
            struct counted one = counts_of(&r, 0);
            one.part = n % COUNTS_PARTS;
            add_to_places(&profile.places, &s, &one);
            total->samples[one.part]++, total->count[one.part]++, total->sum[one.part] += one.cycles;
        }
        report(REPORT_CSV, 1);
        has(pages[i].seen, 1, pages[i].seen);
    }
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
    has("sources,\"source 6\",samples,100\nsources,\"source 6\",mean,50.5\nsources,\"source 6\",50_percent,50\n"
        "sources,\"source 6\",90_percent,90\nsources,\"source 6\",99_percent,99\nsources,\"source 6\",most,100\n",
        1, "shares of 1 to 100");
}

static void test_source_names(void)
{
    char name[CELLS_NAME_MAX];
    make();
    profile_source_text(&profile, 8, name);
    says(name, "source 8, L2 cache", "a name", __LINE__);
    profile_source_text(&profile, 7, name);
    says(name, "source 7", "none", __LINE__);
    profile_source_text(&profile, 0x1ff, name);
    says(name, "source 511", "a large one", __LINE__);
    profile_source_text(&profile, SPE_STATS_LEFT_OUT, name);
    says(name, "other sources", "those for which there was no room", __LINE__);
    profile_source_text(&profile, SPE_STATS_NO_SOURCE, name);
    says(name, "no data source", "no packet", __LINE__);
}

/* Every source with a name on some core, however large its value, has that name in all tables. */
static void test_all_source_names(void)
{
    char want[200];
    unsigned sources = 0;
    make();
    for (unsigned i = 0; i < spe_cpu_count(); i++) {
        int value;
        for (unsigned n = 0; (value = spe_cpu_data_source_value(spe_cpu_midr(i), n)) >= 0; n++, sources++) {
            const struct spe_record r = load(5, (unsigned)value, 1);
            make();
            forget();
            profile.kinds[0].midr = spe_cpu_midr(i);
            add(&r, 3);
            profile_sum_up(&profile);
            report(REPORT_CSV, 1);
            const char *name = spe_cpu_data_source_name(spe_cpu_midr(i), (unsigned)value);
            for (unsigned k = 0; k < 2; k++) {
                snprintf(want, sizeof want, "%s,\"source %d, %s\",samples,3\n", k ? "latency" : "sources", value, name);
                if (count_of(output_text, want) != 1)
                    has(want, 1, want);
            }
        }
    }
    ok(sources > 50, "sources that have names");
}

/* There is room for every level that this library has. */
static void test_levels(void)
{
    int bad = 0;
    for (unsigned level = COUNTS_LEVELS; level < 256; level++)
        bad += strcmp(spe_level_name(level), spe_level_name(SPE_LEVEL_UNKNOWN)) != 0;
    is(bad, 0, "room for levels");
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

/* Where a finding is: as much of it as is known. */
static void test_finding_code(void)
{
    static const struct {
        struct finding finding;
        const char *want;
    } cases[] = {{{.code = {.symbol = "work"}}, ""},
                 {{.address = 0x40}, "0x40"},
                 {{.address = 0x40, .code = {.module = "/lib/a.so"}}, "0x40 (a.so)"},
                 {{.address = 0x40, .code = {.symbol = "work"}}, "work"},
                 {{.address = 0x40, .code = {.symbol = "work", .nth = 2, .module = "/lib/a.so"}}, "work#2 (a.so)"},
                 {{.address = 0x40, .code = {.symbol = "work", .file = "/src/a.c", .line = 7, .module = "/lib/a.so"}},
                  "work, a.c:7 (a.so)"}};
    char text[FINDING_CODE_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        says(finding_code(&cases[i].finding, text, sizeof text), cases[i].want,
             *cases[i].want ? cases[i].want : "no code", __LINE__);
}

int main(void)
{
    test_facts();
    test_tables();
    test_branches();
    test_walks();
    test_finding_code();
    test_quantiles();
    test_source_names();
    test_all_source_names();
    test_levels();
    test_octaves();
    return tap_done();
}
