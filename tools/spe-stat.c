/* SPDX-License-Identifier: MIT */
/* spe-stat: what a person wants to see first of a profile: how many samples, of what, how long they took, where. */
#include <string.h>
#include <unistd.h>

#include <libspe/metrics.h>

#include "input.h"
#include "profile.h"
#include "stat_list.h"
#include "stat_report.h"

const char tool_name[] = "spe-stat";
const char tool_usage[] = "[--check] [--top=N] [--format=text | csv | json] [--html=OUT]\n"
                          "                " INPUT_SYNOPSIS " FILE... | -\n"
                          "       spe-stat --list-metrics[=GROUP] [--format=text | csv | json]\n"
                          "Sums up Arm SPE records, raw or in perf.data: samples, mix, misses, latencies, hot spots.\n"
                          "  --check          count records that break the architecture's rules, too\n"
                          "  --top=N          so many program counters and data pages, up to 1000 (default 10)\n"
                          "  --format=F       text, csv (a line for each number) or json (an array for each table)\n"
                          "  --html=OUT       write a page with tables and pictures, too; only that if OUT is -\n"
                          "  --list-metrics[=GROUP]\n"
                          "                   print metrics of Neoverse V1, all or of a group such as MPKI, and their "
                          "events; takes no FILE\n" INPUT_USAGE;

#define MOST_TOP 1000

static struct stat_run {
    struct input input;
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
    input_option(&run.input, option);
    if (option == 'c')
        p->is_checked = 1;
    if (option == 'f') {
        run.format = format_of(optarg);
        run.has_format = 1;
    }
    if (option == 'w') {
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

/* The report, or the list, which needs no profile. */
static int write_report(int status)
{
    struct tool_output out;
    if (tool_create(&out, NULL, NULL) != TOOL_OK)
        return TOOL_FAILED;
    if (run.is_list)
        stat_list(out.file, run.format, run.group);
    else
        stat_report(&run.profile, out.file, run.format, run.most);
    return tool_finish(&out, status);
}

/* The page, which stays even if the input ended in a fault. */
static int write_page(int status)
{
    stat_page(&run.profile, run.page_out.file, run.most);
    return tool_finish(&run.page_out, TOOL_OK) != TOOL_OK ? TOOL_FAILED : status;
}

/* Opens the page before anything is read: it may not be possible. */
static int create_page(char **files)
{
    for (; *files; files++)
        if (tool_is_same(run.page, *files))
            return tool_error("is also the input: write to another file", run.page);
    return tool_create(&run.page_out, run.page, NULL);
}

static int add(void *context, struct spe_source *source)
{
    return profile_add(context, source);
}

/* Tables of what there is; nothing of perf.data without samples, or if no file could be opened. */
static int write_all(int status)
{
    const struct profile *p = &run.profile;
    if (!p->files || (p->is_perf && !profile_has_records(p)))
        return run.page ? tool_finish(&run.page_out, TOOL_FAILED) : TOOL_FAILED;
    if (run.page) /* first: a reader of the report may go away */
        status = write_page(status);
    return run.page && strcmp(run.page, "-") == 0 ? status : write_report(status);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"check", no_argument, NULL, 'c'},
                                            {"top", required_argument, NULL, 't'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"html", required_argument, NULL, 'w'},
                                            {"list-metrics", optional_argument, NULL, 'l'},
                                            INPUT_OPTIONS,
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    run.most = 10;
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        take_option(option);
    if (run.is_list && argc != optind)
        tool_misuse("takes no FILE with --list-metrics", argv[optind]);
    if (run.is_list)
        return write_report(TOOL_OK);
    input_files(argc, argv);
    if (run.page && strcmp(run.page, "-") == 0 && run.has_format)
        tool_misuse("gives the page alone: no --format goes with it", "--html=-");
    if (run.page && create_page(argv + optind) != TOOL_OK)
        return TOOL_FAILED;
    run.profile.filter = run.input.filter;
    run.profile.is_filtered = run.input.is_filtered;
    run.input.source.shows_progress = isatty(STDERR_FILENO);
    profile_begin(&run.profile);
    const int status = input_each(&run.input, argv + optind, add, &run.profile);
    profile_end(&run.profile);
    return write_all(status);
}
