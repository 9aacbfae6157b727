/* SPDX-License-Identifier: MIT */
/* See stat_run.h: the command line. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../outlet/folded.h"
#include "../outlet/pprof.h"
#include "../system/platform.h"
#include "../system/workers.h"
#include "stat_run.h"

#define MOST_TOP (1u << 24)

static const struct format {
    const char *name;
    enum report_format report;
    enum pgo_format pgo;
    int (*write_stacks)(struct profile *, struct stacks *, unsigned, FILE *);
    int is_binary;
} formats[] = {
    {"text", REPORT_TEXT, PGO_NONE, NULL, 0},         {"csv", REPORT_CSV, PGO_NONE, NULL, 0},
    {"json", REPORT_JSON, PGO_NONE, NULL, 0},         {"bolt", REPORT_TEXT, PGO_BOLT, NULL, 0},
    {"autofdo", REPORT_TEXT, PGO_AUTOFDO, NULL, 0},   {"bolt-traces", REPORT_TEXT, PGO_BOLT_TRACES, NULL, 0},
    {"pprof", REPORT_TEXT, PGO_NONE, pprof_write, 1}, {"folded", REPORT_TEXT, PGO_NONE, folded_write, 0},
};

static void take_format(struct stat_run *run, const char *name)
{
    const struct format *format = formats, *const end = formats + sizeof formats / sizeof *formats;
    while (format < end && strcmp(name, format->name) != 0)
        format++;
    if (format == end)
        tool_misuse("not a format; use text, csv, json, bolt, bolt-traces, autofdo, pprof or folded", name);
    run->has_format = 1;
    run->format = format->report;
    run->pgo.format = format->pgo;
    run->write_stacks = format->write_stacks;
    run->is_binary = format->is_binary;
}

static unsigned take_value(const char *name)
{
    char text[256] = "not a value; use";
    for (unsigned i = 0; i < STACKS_VALUES; i++) {
        const size_t n = strlen(text);
        if (strcmp(name, stacks_values[i].name) == 0)
            return i;
        snprintf(text + n, sizeof text - n, "%s%s", i ? ", " : " ", stacks_values[i].name);
    }
    tool_misuse(text, name);
}

#define MOST_PLACES (1u << 24)

static size_t take_limit(const char *text)
{
    const uint64_t n = tool_number(text, MOST_PLACES);
    if (!n)
        tool_misuse("must be at least 1", "--places");
    return (size_t)n;
}

/* "64K": a power of two. `allowed` says which. */
static uint64_t take_size(const char *text, uint64_t least, uint64_t most, const char *allowed)
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

static void take_tables(struct report_view *view, char *names)
{
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

static void take_directory(struct annotate_options *annotate, const char *directory)
{
    if (annotate->n_directories == ANNOTATE_DIRECTORIES)
        tool_misuse("too many folders with --source-dir", directory);
    annotate->directories[annotate->n_directories++] = directory;
}

static void take_input(struct stat_run *run, char *file)
{
    if (run->n_inputs == STAT_INPUTS)
        tool_misuse("too many files with -i", file);
    run->inputs[run->n_inputs++] = file;
}

static void take_option(struct stat_run *run, int option)
{
    struct profile *p = &run->profile;
    if (option == 'c')
        p->is_checked = 1;
    if (option == 'f')
        take_format(run, optarg);
    if (option == 'S')
        p->places.symbols.symfs = optarg;
    if (option == 'k')
        p->places.symbols.kallsyms_path = optarg;
    if (option == 'J')
        p->places.symbols.perf_map_path = optarg;
    if (option == 'j')
        p->threads = (unsigned)tool_number(optarg, WORKERS_MOST);
    if (option == 'D')
        p->places.symbols.may_download = 1;
    if (option == 'P')
        p->places.limit = take_limit(optarg);
    if (option == 'g')
        p->places.page = take_size(optarg, PLACES_PAGE, PLACES_PAGE_MOST,
                                   "not a size of pages; use 4K, 16K, 64K, 2M, 32M, 512M or 1G");
    if (option == 'L')
        p->places.line = take_size(optarg, PLACES_LINE_LEAST, PLACES_LINE_MOST,
                                   "not a size of cache lines; use 16, 32, 64, 128 or 256");
    if (option == 'm')
        run->pgo.module = optarg;
    if (option == 'a')
        run->pgo.takes_any_build = 1;
    if (option == 'o')
        run->output = optarg;
    if (option == 'v')
        run->value = take_value(optarg);
    if (option == 's')
        run->save = optarg;
    if (option == 'w') {
        run->page = optarg;
        p->has_pictures = 1;
    }
    if (option == 'b')
        take_tables(&run->view, optarg);
    if (option == 'r')
        run->view.sort = optarg;
    if (option == 'd')
        take_directory(&run->annotate, optarg);
    if (option == 'q')
        run->is_quiet = 1;
    if (option == 'i')
        take_input(run, optarg);
    if (option == 't')
        run->most = (size_t)tool_number(optarg, MOST_TOP);
    if (option == 'l') {
        run->is_list = 1;
        run->group = optarg;
    }
}

void stat_take_option(struct stat_run *run, int option)
{
    static const char of_lists[] = {'l', 'f', 'o', 'q', INPUT_CPU, INPUT_MIDR};
    run->needs_profile |= option > UCHAR_MAX || !memchr(of_lists, option, sizeof of_lists);
    if (!input_option(&run->input, option) && !select_option(&run->profile.select, option))
        take_option(run, option);
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
    if (run->is_list && (run->needs_profile || run->pgo.format || run->write_stacks))
        tool_misuse("can be combined only with --cpu, --midr, -o and --format=text, csv or json", "--list-metrics");
    if (run->is_list && argc != optind)
        tool_misuse("not allowed with --list-metrics", argv[optind]);
    if ((run->pgo.module || run->pgo.takes_any_build) && !run->pgo.format)
        tool_misuse("only for --format=bolt, bolt-traces and autofdo", "--module and --any-build");
    if (run->value != STACKS_VALUES && !run->write_stacks)
        tool_misuse("only for --format=pprof and --format=folded", "--value");
    if (run->command == DIFF && (run->save || run->pgo.format || run->write_stacks))
        tool_misuse("cannot be combined with --save, --format=bolt, bolt-traces, autofdo, pprof or folded", "diff");
    if (run->command == ANNOTATE && (run->page || run->save || run->pgo.format || run->write_stacks))
        tool_misuse("cannot be combined with --html, --save, --format=bolt, bolt-traces, autofdo, pprof or folded",
                    "annotate");
    if (run->annotate.n_directories && run->command != ANNOTATE)
        tool_misuse("only for annotate", "--source-dir");
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
    char **files = calloc((size_t)argc + STAT_INPUTS + 3, sizeof *files);
    struct platform_file file;
    int n = 0;
    if (run->command == ANNOTATE && optind == argc)
        tool_misuse("requires a FUNCTION", "annotate");
    if (run->command == ANNOTATE)
        run->annotate.function = argv[optind++];
    if (!files)
        tool_misuse("no memory for their names", "FILE");
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
