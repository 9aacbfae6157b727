/* SPDX-License-Identifier: MIT */
/* spe-stat: what a person wants to see first of a profile: how many samples, of what, how long they took, where. */
#include <string.h>
#include <unistd.h>

#include <libspe/metrics.h>

#include "input.h"
#include "pgo.h"
#include "platform.h"
#include "profile.h"
#include "saved.h"
#include "select.h"
#include "stat_diff.h"
#include "stat_list.h"
#include "stat_report.h"

const char tool_name[] = "spe-stat";
const char tool_usage[] =
    "[--check] [--top=N] [--format=text | csv | json] [--html=OUT]\n"
    "                [--symfs=DIR] [--kallsyms=FILE] [--debuginfod] [--places=N]\n"
    "                [--pid=N] [--comm=NAME] [--symbol=NAME] ... (below)\n"
    "                " INPUT_SYNOPSIS " FILE... | -\n"
    "       spe-stat merge [--save=OUT] ... FILE...\n"
    "       spe-stat diff ... FILE FILE\n"
    "       spe-stat --format=bolt | --format=autofdo [--module=NAME] [--any-build] ...\n"
    "       spe-stat --list-metrics[=GROUP] [--format=text | csv | json]\n"
    "Sums up Arm SPE records, raw or in perf.data: where the cycles go, functions, data, misses, latencies.\n"
    "  --check          count records that break the architecture's rules, too\n"
    "  --top=N          so many rows of functions, lines, pages and the like, up to 1000 (default 10)\n"
    "  --format=F       text, csv (a line for each number) or json (an array for each table)\n"
    "  --format=bolt    only branches, as perf2bolt -pa reads them; also autofdo: create_llvm_prof's text\n"
    "  --module=NAME    of this program or library; PATH, with a /, if its file is elsewhere than it was\n"
    "  --any-build      the file may have another build id than perf.data tells\n"
    "  --html=OUT       write a page with tables and pictures, too; only that if OUT is -\n"
    "  --save=OUT       write what was counted, by names, for merge and diff; only that if OUT is -\n"
    "  merge            sum up FILES that --save has written, and others; so does spe-stat alone\n"
    "  diff             what changed from the first FILE to the second one, beyond chance\n"
    "  --symfs=DIR      programs and libraries are under DIR, as they were mapped\n"
    "  --kallsyms=FILE  the kernel's symbols, a copy of /proc/kallsyms\n"
    "  --debuginfod     ask the servers of DEBUGINFOD_URLS for what is not here\n"
    "  --places=N       so many places of each kind are told apart (default 32768: 75 MiB at most)\n" SELECT_USAGE
    "  --list-metrics[=GROUP]\n"
    "                   print metrics of Neoverse V1, all or of a group such as MPKI, and their "
    "events; takes no FILE\n" INPUT_USAGE;

#define MOST_TOP 1000

static struct stat_run {
    struct input input;
    struct profile profile, after; /* after: the second one of diff */
    enum { SUM_UP, MERGE, DIFF } command;
    struct pgo pgo; /* --format=bolt or autofdo, --module, --any-build */
    enum report_format format;
    int has_format;
    const char *page; /* --html */
    struct tool_output page_out;
    const char *save; /* --save */
    struct tool_output save_out;
    size_t most; /* --top */
    int is_list; /* --list-metrics */
    int group;   /* of them; negative: all */
} run;

/* -- the command line -- */

static const char *const formats[] = {
    [REPORT_TEXT] = "text", [REPORT_CSV] = "csv", [REPORT_JSON] = "json", "bolt", "autofdo"};

static void take_format(const char *name)
{
    unsigned format = 0;
    while (format < sizeof formats / sizeof *formats && strcmp(name, formats[format]) != 0)
        format++;
    if (format == sizeof formats / sizeof *formats)
        tool_misuse("no format: text, csv, json, bolt or autofdo", name);
    run.has_format = 1;
    run.pgo.format = format > REPORT_JSON ? (enum pgo_format)(format - REPORT_JSON) : PGO_NONE;
    run.format = run.pgo.format ? REPORT_TEXT : (enum report_format)format;
}

static int group_of(const char *name)
{
    const int group = name ? spe_metric_group_find(name) : -1;
    if (name && group < 0)
        tool_misuse("no group of metrics has this name", name);
    return group;
}

#define MOST_PLACES (1u << 24)

static size_t take_limit(const char *text)
{
    const uint64_t n = tool_number(text, MOST_PLACES);
    if (!n)
        tool_misuse("must be 1 at least", "--places");
    return (size_t)n;
}

static void take_option(int option)
{
    struct profile *p = &run.profile;
    if (input_option(&run.input, option) || select_option(&p->select, option))
        return;
    if (option == 'c')
        p->is_checked = 1;
    if (option == 'f')
        take_format(optarg);
    if (option == 'S')
        p->places.symbols.symfs = optarg;
    if (option == 'k')
        p->places.symbols.kallsyms_path = optarg;
    if (option == 'D')
        p->places.symbols.may_download = 1;
    if (option == 'P')
        p->places.limit = take_limit(optarg);
    if (option == 'm')
        run.pgo.module = optarg;
    if (option == 'a')
        run.pgo.takes_any_build = 1;
    if (option == 's')
        run.save = optarg;
    if (option == 'w') {
        run.page = optarg;
        p->has_pictures = 1;
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
    else if (run.pgo.format)
        status = pgo_write(&run.pgo, out.file) == TOOL_OK ? status : TOOL_FAILED;
    else if (run.command == DIFF)
        stat_diff(&run.profile, &run.after, out.file, run.format, run.most);
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

/* The saved profile likewise. */
static int write_saved(int status)
{
    saved_write(&run.profile, run.save_out.file);
    return tool_finish(&run.save_out, TOOL_OK) != TOOL_OK ? TOOL_FAILED : status;
}

/* Opens what is written before anything is read: it may not be possible. */
static int create(struct tool_output *out, const char *path, char **files)
{
    for (; *files; files++)
        if (tool_is_same(path, *files))
            return tool_error("is also the input: write to another file", path);
    return tool_create(out, path, NULL);
}

/* Whether what goes to standard output is not the report. */
static int is_alone(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static void note(void *context, const struct spe_perf_event *event)
{
    profile_note(context, event);
    if (run.pgo.format)
        pgo_note(&run.pgo, event);
}

static int add(void *context, struct spe_source *source)
{
    pgo_begin(&run.pgo);
    return profile_add(context, source);
}

/* Which options go together. */
static void check_options(int argc, char **argv)
{
    if (run.is_list && run.pgo.format)
        tool_misuse("goes with text, csv and json only", "--list-metrics");
    if (run.is_list && argc != optind)
        tool_misuse("takes no FILE with --list-metrics", argv[optind]);
    if ((run.pgo.module || run.pgo.takes_any_build) && !run.pgo.format)
        tool_misuse("go with --format=bolt and --format=autofdo", "--module and --any-build");
    if (is_alone(run.page) && run.has_format && !run.is_list)
        tool_misuse("gives the page alone: no --format goes with it", "--html=-");
    if (is_alone(run.page) && is_alone(run.save))
        tool_misuse("cannot both be standard output", "--html=- and --save=-");
    if (run.command == DIFF && (run.page || run.save || run.pgo.format))
        tool_misuse("has no --html, --save, --format=bolt or --format=autofdo", "diff");
    if (run.command == DIFF && argc - optind != 2)
        tool_misuse("takes two FILES, before and after", "diff");
}

/* What is counted beside the tables, if it is. */
static int begin(struct profile *p)
{
    p->filter = run.input.filter;
    p->is_filtered = run.input.is_filtered;
    run.input.source.shows_progress = isatty(STDERR_FILENO);
    run.input.source.note = note;
    run.input.source.note_context = p;
    if (run.pgo.format)
        p->branches = &run.pgo.branches;
    p->places.symbols.has_said = run.pgo.format && !run.page && !run.save; /* no name is printed */
    return profile_begin(p);
}

/* Whether `path` is a profile that --save has written; standard input is none. */
static int is_saved(const char *path)
{
    char first[32];
    const int fd = strcmp(path, "-") != 0 ? platform_open(path) : -1;
    const int64_t n = fd < 0 ? 0 : platform_read(fd, first, sizeof first);
    if (fd >= 0)
        close(fd);
    return n > 0 && saved_is(first, (size_t)n);
}

/* Sums up the files, one after another. */
static int read_files(struct profile *p, char **files)
{
    int status = TOOL_OK;
    if (begin(p) != TOOL_OK)
        return TOOL_FAILED;
    for (; *files; files++) {
        char *const one[] = {*files, NULL};
        int taken;
        if (!is_saved(*files))
            taken = input_each(&run.input, (char **)one, add, p);
        else if (p->is_filtered || p->is_checked || select_is_used(&p->select) || run.pgo.format)
            taken = tool_error("is a saved profile, of which nothing can be chosen any more", *files);
        else
            taken = saved_read(p, *files);
        status = taken == TOOL_OK ? status : TOOL_FAILED;
    }
    profile_end(p);
    return status;
}

/* Tables of what there is; nothing of perf.data without samples, or if no file could be opened. */
static int write_all(int status)
{
    const struct profile *p = &run.profile;
    if (!p->files || (p->is_perf && !profile_has_records(p)) || (run.command == DIFF && !run.after.files)) {
        if (run.page)
            tool_finish(&run.page_out, TOOL_FAILED);
        if (run.save)
            tool_finish(&run.save_out, TOOL_FAILED);
        return TOOL_FAILED;
    }
    if (run.page) /* first: a reader of the report may go away */
        status = write_page(status);
    if (run.save)
        status = write_saved(status);
    return is_alone(run.page) || is_alone(run.save) ? status : write_report(status);
}

/* The command before the options, if there is one. Returns 1 if so. */
static int take_command(const char *word)
{
    run.command = !word ? SUM_UP : strcmp(word, "merge") == 0 ? MERGE : strcmp(word, "diff") == 0 ? DIFF : SUM_UP;
    return run.command != SUM_UP;
}

/* The two of diff: what is asked for of one is asked for of the other. */
static int read_both(char **files)
{
    char *const before[] = {files[0], NULL}, *const after[] = {files[1], NULL};
    run.after = run.profile;
    const int first = read_files(&run.profile, (char **)before);
    const int second = read_files(&run.after, (char **)after);
    return first == TOOL_OK ? second : TOOL_FAILED;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"check", no_argument, NULL, 'c'},
                                            {"top", required_argument, NULL, 't'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"module", required_argument, NULL, 'm'},
                                            {"any-build", no_argument, NULL, 'a'},
                                            {"html", required_argument, NULL, 'w'},
                                            {"save", required_argument, NULL, 's'},
                                            {"symfs", required_argument, NULL, 'S'},
                                            {"kallsyms", required_argument, NULL, 'k'},
                                            {"debuginfod", no_argument, NULL, 'D'},
                                            {"places", required_argument, NULL, 'P'},
                                            SELECT_OPTIONS,
                                            {"list-metrics", optional_argument, NULL, 'l'},
                                            INPUT_OPTIONS,
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    run.most = 10;
    if (take_command(argv[1])) {
        argv[1] = argv[0];
        argv++;
        argc--;
    }
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        take_option(option);
    check_options(argc, argv);
    if (run.is_list)
        return write_report(TOOL_OK);
    input_files(argc, argv);
    if (run.page && create(&run.page_out, run.page, argv + optind) != TOOL_OK)
        return TOOL_FAILED;
    if (run.save && create(&run.save_out, run.save, argv + optind) != TOOL_OK)
        return run.page ? tool_finish(&run.page_out, TOOL_FAILED) : TOOL_FAILED;
    return write_all(run.command == DIFF ? read_both(argv + optind) : read_files(&run.profile, argv + optind));
}
