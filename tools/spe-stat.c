/* SPDX-License-Identifier: MIT */
/* spe-stat: what a person wants to see first of a profile: how many samples, of what, how long they took, where. */
#include <string.h>
#include <unistd.h>

#include <libspe/metrics.h>

#include "profile.h"
#include "stat_list.h"
#include "stat_report.h"
#include "tool.h"

const char tool_name[] = "spe-stat";
const char tool_usage[] =
    "[--cpu=NAME | --midr=MIDR] [--check] [--filter=EXPR] [--top=N] [--format=text|csv|json] [--html=OUT] FILE | -\n"
    "       spe-stat --list-metrics[=GROUP] [--format=text|csv|json]\n"
    "Sums up Arm SPE records, raw or in a perf.data file: samples, mix, misses, latencies, hot spots.\n"
    "  --cpu=NAME     whose data sources they are, such as neoverse-n1\n"
    "  --midr=MIDR    the same by MIDR_EL1 (perf.data may know it)\n"
    "  --check        count records that break the architecture's rules, too\n"
    "  --filter=EXPR  only records that the hardware's filter would keep, in perf's words:\n"
    "                 load_filter=1,min_latency=100,event_filter=0x80\n"
    "  --top=N        so many program counters and data pages, up to 1000 (default 10)\n"
    "  --format=F     text, csv (a line for each number) or json (an array for each table)\n"
    "  --html=OUT     write a page with tables and pictures, too; only that if OUT is -\n"
    "  --list-metrics[=GROUP]\n"
    "                 print metrics of Neoverse V1, all or of a group such as MPKI, and their events; takes no FILE\n";

#define MOST_TOP 1000

static struct stat_run {
    struct spe_source source;
    struct profile profile;
    enum report_format format;
    int has_format;
    const char *page; /* --html */
    struct tool_output page_out;
    size_t most; /* --top */
    int is_list; /* --list-metrics */
    int group;   /* of them; negative: all */
} run;

/* -- the command line -- */

static enum report_format format_of(const char *name)
{
    static const char *const names[] = {[REPORT_TEXT] = "text", [REPORT_CSV] = "csv", [REPORT_JSON] = "json"};
    unsigned format = 0;
    while (format <= REPORT_JSON && strcmp(name, names[format]) != 0)
        format++;
    if (format > REPORT_JSON)
        tool_misuse("no format: text, csv or json", name);
    return (enum report_format)format;
}

static int group_of(const char *name)
{
    const int group = name ? spe_metric_group_find(name) : -1;
    if (name && group < 0)
        tool_misuse("no group of metrics has this name", name);
    return group;
}

static void take_option(int option)
{
    struct profile *p = &run.profile;
    if (option == 'c')
        p->midr = tool_core(optarg);
    if (option == 'm')
        p->midr = tool_number(optarg, UINT64_MAX);
    if (option == 'f')
        p->is_filtered = tool_filter(&p->filter, optarg);
    if (option == 'C')
        p->is_checked = 1;
    if (option == 'F') {
        run.format = format_of(optarg);
        run.has_format = 1;
    }
    if (option == 'H') {
        run.page = optarg;
        p->has_timeline = 1;
    }
    if (option == 't')
        run.most = (size_t)tool_number(optarg, MOST_TOP);
    if (option == 'l') {
        run.is_list = 1;
        run.group = group_of(optarg);
    }
}

/* --list-metrics, which reads no profile. */
static int write_list(void)
{
    struct tool_output out = {stdout, "standard output", 0, 0, NULL};
    stat_list(stdout, run.format, run.group);
    return tool_finish(&out, TOOL_OK);
}

static int write_report(int status)
{
    struct tool_output out = {stdout, "standard output", 0, 0, NULL};
    stat_report(&run.profile, stdout, run.format, run.most);
    return tool_finish(&out, status);
}

/* The page, which stays even if the input ended in a fault. */
static int write_page(int status)
{
    stat_page(&run.profile, run.page_out.file, run.most);
    return tool_finish(&run.page_out, TOOL_OK) != TOOL_OK ? TOOL_FAILED : status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"cpu", required_argument, NULL, 'c'},
                                            {"midr", required_argument, NULL, 'm'},
                                            {"check", no_argument, NULL, 'C'},
                                            {"filter", required_argument, NULL, 'f'},
                                            {"top", required_argument, NULL, 't'},
                                            {"format", required_argument, NULL, 'F'},
                                            {"html", required_argument, NULL, 'H'},
                                            {"list-metrics", optional_argument, NULL, 'l'},
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    run.most = 10;
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        take_option(option);
    if (run.is_list && argc != optind)
        tool_misuse("takes no FILE with --list-metrics", argv[optind]);
    if (run.is_list)
        return write_list();
    if (argc - optind != 1)
        tool_misuse("takes one FILE, or - for standard input", argc == optind ? "none given" : argv[optind + 1]);
    const int is_page_alone = run.page && strcmp(run.page, "-") == 0;
    if (is_page_alone && run.has_format)
        tool_misuse("gives the page alone: no --format goes with it", "--html=-");
    if (source_open(&run.source, argv[optind]) != TOOL_OK ||
        (run.page && tool_create(&run.page_out, run.page, &run.source.in) != TOOL_OK))
        return TOOL_FAILED;
    run.source.given_midr = run.profile.midr;
    run.source.shows_progress = isatty(STDERR_FILENO);
    int status = profile_count(&run.profile, &run.source);
    if (run.page) /* first: a reader of the report may go away */
        status = write_page(status);
    if (!is_page_alone)
        status = write_report(status);
    source_close(&run.source);
    return status;
}
