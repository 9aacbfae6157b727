/* SPDX-License-Identifier: MIT */
/* See stat_run.h: the command line. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../outlet/firefox.h"
#include "../outlet/folded.h"
#include "../outlet/pprof.h"
#include "../system/platform.h"
#include "../system/memory.h"
#include "stat_run.h"

#define MOST_ROWS (1u << 24)
#define OUTLETS "--format=bolt, bolt-traces, autofdo, pprof, folded or firefox"

/* clang-format off */
static const struct format {
    const char *name;
    enum report_format report;
    enum pgo_format pgo;
    void (*write_stacks)(struct profile *, struct stacks *, unsigned, FILE *);
    int is_binary;
} formats[] = {
    {"text", REPORT_TEXT, PGO_NONE, NULL, 0},         {"csv", REPORT_CSV, PGO_NONE, NULL, 0},
    {"json", REPORT_JSON, PGO_NONE, NULL, 0},         {"bolt", REPORT_TEXT, PGO_BOLT, NULL, 0},
    {"autofdo", REPORT_TEXT, PGO_AUTOFDO, NULL, 0},   {"bolt-traces", REPORT_TEXT, PGO_BOLT_TRACES, NULL, 0},
    {"pprof", REPORT_TEXT, PGO_NONE, pprof_write, 1}, {"folded", REPORT_TEXT, PGO_NONE, folded_write, 0},
    {"firefox", REPORT_TEXT, PGO_NONE, firefox_write, 0},
};
/* clang-format on */

static void take_format(void *to, char *name)
{
    struct stat_run *run = to;
    const struct format *format = formats, *const end = formats + sizeof formats / sizeof *formats;
    while (format < end && strcmp(name, format->name) != 0)
        format++;
    if (format == end)
        tool_misuse("not a format; use text, csv, json, bolt, bolt-traces, autofdo, pprof, folded or firefox", name);
    run->has_format = 1;
    run->format = format->report;
    run->pgo.format = format->pgo;
    run->write_stacks = format->write_stacks;
    run->is_binary = format->is_binary;
}

static void take_value(void *to, char *name)
{
    char text[256] = "not a value; use";
    for (unsigned i = 0; i < STACKS_VALUES; i++) {
        const size_t n = strlen(text);
        if (strcmp(name, stacks_values[i].name) == 0) {
            *(unsigned *)to = i;
            return;
        }
        snprintf(text + n, sizeof text - n, "%s%s", i ? ", " : " ", stacks_values[i].name);
    }
    tool_misuse(text, name);
}

static void take_top(void *to, char *text)
{
    *(size_t *)to = (size_t)tool_number(text, MOST_ROWS);
}

static void take_places(void *to, char *text)
{
    take_top(to, text);
    if (!*(size_t *)to)
        tool_misuse("must be at least 1", "--places");
}

/* "64K": a power of two. `allowed` says which. */
static uint64_t size_of(const char *text, uint64_t least, uint64_t most, const char *allowed)
{
    static const char units[] = "KkMmGg";
    char *end = NULL;
    uint64_t size = *text >= '0' && *text <= '9' ? strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10) : 0;
    const char *const unit = end && *end && !end[1] ? strchr(units, *end) : NULL;
    if (unit && size <= most)
        size <<= 10 * ((unsigned)(unit - units) / 2 + 1);
    if ((end && *end && !unit) || size < least || size > most || size & (size - 1))
        tool_misuse(allowed, text);
    return size;
}

static void take_page_size(void *to, char *text)
{
    *(uint64_t *)to =
        size_of(text, PLACES_PAGE, PLACES_PAGE_MOST, "not a size of pages; use 4K, 16K, 64K, 2M, 32M, 512M or 1G");
}

static void take_line_size(void *to, char *text)
{
    *(uint64_t *)to =
        size_of(text, PLACES_LINE_LEAST, PLACES_LINE_MOST, "not a size of cache lines; use 16, 32, 64, 128 or 256");
}

static void take_tables(void *to, char *names)
{
    struct report_view *view = to;
    for (char *name = names, *end; name; name = end) {
        end = strchr(name, ',');
        if (end)
            *end++ = 0;
        if (strcmp(name, "list") == 0)
            view->is_list = 1;
        else if (view->n_tables < REPORT_TABLES)
            view->tables[view->n_tables++] = name;
        else
            tool_misuse("too many tables", name);
    }
}

static void take_directory(void *to, char *directory)
{
    struct annotate_options *annotate = to;
    if (annotate->n_directories == ANNOTATE_DIRECTORIES)
        tool_misuse("too many folders with --source-dir", directory);
    annotate->directories[annotate->n_directories++] = directory;
}

static void take_input(void *to, char *file)
{
    struct stat_run *run = to;
    if (run->n_inputs == STAT_INPUTS)
        tool_misuse("too many files with -i", file);
    run->inputs[run->n_inputs++] = file;
}

static void take_slots(void *to, char *text)
{
    *(uint16_t *)to = (uint16_t)tool_number(text, 255);
}

static void take_list(void *to, char *group)
{
    struct stat_run *run = to;
    run->is_list = 1;
    run->group = group;
}

#define INTO(member) offsetof(struct stat_run, member)
#define SYMBOLS(member) INTO(profile.places.symbols.member)

/* clang-format off */
static const struct option_row rows[] = {
    {.help = "Output:"},
    {0, "format", "FORMAT", "a report: text (default), csv or json; only branches: bolt or bolt-traces (for\n"
                            "perf2bolt -pa), autofdo (for create_llvm_prof); for viewers: pprof, folded (flame\n"
                            "graphs), or firefox (profiler.firefox.com)", take_format, 0},
    {0, "value", "VALUE", "what is counted, or pprof shows first: samples, time (default if known),\n"
                          "latency, l1d_refills, tlb_walks, ll_misses or mispredicted", take_value, INTO(value)},
    {'o', "output", "OUT", "write to OUT instead of standard output", option_text, INTO(output)},
    {0, "table", "NAME,...", "write only these tables; \"list\" prints their names", take_tables, INTO(view)},
    {0, "sort", "COLUMN", "sort tables by this column: samples, time, l1d_miss ...", option_text, INTO(view.sort)},
    {0, "top", "N", "at most N rows in a table of places (default 10; json: all)", take_top, INTO(most)},
    {0, "html", "OUT", "also write a page with tables and charts; if OUT is -, only that",
     option_text, INTO(page)},
    {0, "save", "OUT", "also save the counts by name, for merge and diff; if OUT is -, only that",
     option_text, INTO(save)},
    {0, "check", NULL, "also count records that break the architecture's rules", option_flag, INTO(profile.is_checked)},
    {0, "metrics", "FILE", "calculate a core's metrics from the counts of perf stat -j, or -x,",
     option_text, INTO(counts)},
    {0, "list-metrics", "[=GROUP]", "print metrics of a core, what to count for them, and events", take_list, 0},
    {0, "slots", "N", "... the operations that the core can dispatch in a cycle", take_slots, INTO(slots)},
    {.help = "Names and places:"},
    {0, "symfs", "DIR", "search DIR first for programs and libraries", option_text, SYMBOLS(symfs)},
    {0, "source-dir", "DIR", "annotate, --html: also search DIR for sources", take_directory, INTO(annotate)},
    {0, "perf-map", "FILE", "names of code that no other file has, in place of /tmp/perf-PID.map",
     option_text, SYMBOLS(perf_map_path)},
    {0, "kallsyms", "FILE", "the kernel's symbols: a copy of /proc/kallsyms", option_text, SYMBOLS(kallsyms_path)},
    {0, "debuginfod", NULL, "download missing files from DEBUGINFOD_URLS", option_flag, SYMBOLS(may_download)},
    {0, "page-size", "SIZE", "bytes of a page: 4K (default), 64K, 2M", take_page_size, INTO(profile.places.page)},
    {0, "line-size", "SIZE", "bytes of a cache line (default 64)", take_line_size, INTO(profile.places.line)},
    {0, "places", "N", "at most N places of each kind (default 32768)", take_places, INTO(profile.places.limit)},
    {0, "module", "NAME", "for bolt*, autofdo: the program or library; a path, with a /, if its file was moved",
     option_text, INTO(pgo.module)},
    {0, "any-build", NULL, "... accept another build id", option_flag, INTO(pgo.takes_any_build)},
    {.help = "Samples (all options must match; alternatives with commas, or repeat --comm, --symbol, --dso\n"
                    "and --line; --time and addresses take one range):"},
};

static const struct option_row input_rows[] = {
    {.help = "Input:"},
    {'i', "input", "FILE", "the same as FILE", take_input, 0},
};

static const struct option_row other_rows[] = {
    {.help = "Other:"},
    {'j', "jobs", "N", "use up to N threads (default: one for each core)", option_threads, INTO(profile.threads)},
    {'q', "quiet", NULL, "no hints", option_flag, INTO(is_quiet)},
};
/* clang-format on */

void stat_take_options(struct stat_run *run, int argc, char **argv)
{
    struct option_list lists[] = {OPTION_LIST(rows, run), select_options(&run->profile.select),
                                  OPTION_LIST(input_rows, run), input_options(&run->input),
                                  OPTION_LIST(other_rows, run)};
    const size_t n = sizeof lists / sizeof *lists;
    tool_options(argc, argv, 0, lists, n);
    run->needs_profile = tool_given_other(lists, n, "metrics list-metrics slots format output quiet cpu midr");
}

/* Whether what goes to standard output is not the report. */
int stat_is_alone(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Which options go together with what standard output gets. */
static void check_outputs(const struct stat_run *run)
{
    const int has_other = stat_is_alone(run->page) || stat_is_alone(run->save);
    if (stat_is_alone(run->page) && run->has_format)
        tool_misuse("writes only the page; cannot be combined with --format", "--html=-");
    if (stat_is_alone(run->page) && stat_is_alone(run->save))
        tool_misuse("cannot both be standard output", "--html=- and --save=-");
    if (run->output && has_other)
        tool_misuse("write nothing else; cannot be combined with -o", "--html=- and --save=-");
    if (run->is_binary && !run->output && !has_other && isatty(STDOUT_FILENO))
        tool_misuse("not written to a terminal; name a file with -o", "pprof");
}

/* Which options go together. */
void stat_check_options(const struct stat_run *run, int argc, char **argv)
{
    const int has_view = run->view.n_tables || run->view.is_list || run->view.sort;
    const char *const metrics = run->counts ? "--metrics" : run->is_list ? "--list-metrics" : NULL;
    if (metrics && (run->needs_profile || run->pgo.format || run->write_stacks || (run->counts && run->is_list)))
        tool_misuse("can be combined only with --cpu, --midr, --slots, -q, -o and --format=text, csv or json", metrics);
    if (run->slots && !metrics)
        tool_misuse("only for --metrics and --list-metrics", "--slots");
    if (metrics && argc != optind)
        tool_misuse("not allowed with --metrics and --list-metrics", argv[optind]);
    if ((run->pgo.module || run->pgo.takes_any_build) && !run->pgo.format)
        tool_misuse("only for --format=bolt, bolt-traces and autofdo", "--module and --any-build");
    if (run->value != STACKS_VALUES && !run->write_stacks)
        tool_misuse("only for --format=pprof, folded and firefox", "--value");
    if (run->command == DIFF && (run->save || run->pgo.format || run->write_stacks))
        tool_misuse("cannot be combined with --save, " OUTLETS, "diff");
    if (run->command == ANNOTATE && (run->page || run->save || run->pgo.format || run->write_stacks))
        tool_misuse("cannot be combined with --html, --save, " OUTLETS, "annotate");
    if (run->annotate.n_directories && run->command != ANNOTATE && !run->page)
        tool_misuse("only for annotate and --html", "--source-dir");
    if (has_view && (run->pgo.format || run->write_stacks))
        tool_misuse("only for the report as text, csv or json", "--table and --sort");
    check_outputs(run);
}

int stat_take_command(struct stat_run *run, const char *word)
{
    static const char *const commands[] = {[MERGE] = "merge", [DIFF] = "diff", [ANNOTATE] = "annotate"};
    run->command = SUM_UP;
    for (unsigned i = MERGE; word && i <= ANNOTATE; i++)
        if (strcmp(word, commands[i]) == 0)
            run->command = i;
    return run->command != SUM_UP;
}

static void add_file(char **files, int *n, char *file)
{
    for (int i = 0; i < *n; i++)
        if (strcmp(files[i], "-") == 0 && strcmp(file, "-") == 0)
            tool_misuse("can be read only once", "-");
    files[(*n)++] = file;
}

char **stat_take_files(struct stat_run *run, int argc, char **argv)
{
    static char before[] = "perf.data.old", usual[] = "perf.data";
    char **files = tool_calloc((size_t)argc + STAT_INPUTS + 3, sizeof *files);
    struct platform_file file;
    int n = 0;
    if (run->command == ANNOTATE && optind == argc)
        tool_misuse("requires a FUNCTION", "annotate");
    if (run->command == ANNOTATE)
        run->annotate.function = argv[optind++];
    for (unsigned i = 0; i < run->n_inputs; i++)
        add_file(files, &n, run->inputs[i]);
    for (; optind < argc; optind++)
        add_file(files, &n, argv[optind]);
    if (!n && run->command == DIFF && platform_look(before, &file))
        files[n++] = before;
    if ((!n || files[0] == before) && platform_look(usual, &file))
        files[n++] = usual;
    if (run->command == DIFF && n != 2)
        tool_misuse("requires two FILES, before and after", "diff");
    if (!n)
        tool_misuse("missing, and there is no perf.data in this folder; - is standard input", "FILE");
    return files;
}
