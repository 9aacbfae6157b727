/* SPDX-License-Identifier: MIT */
/* See stat_run.h: reads and counts the files, SPE bytes or saved profiles. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../outlet/firefox.h"
#include "../profile/reading.h"
#include "../profile/saved_profile.h"
#include "../system/platform.h"
#include "stat_run.h"

static void note(void *context, const struct spe_perf_event *event)
{
    struct stat_run *run = context;
    reading_note(run->counting, event);
    if (run->pgo.format)
        pgo_note(&run->pgo, event);
}

/* A profile that --save has written. */
static int add_saved(struct stat_run *run, struct spe_source *source)
{
    struct profile *p = run->counting;
    if (p->is_filtered || p->is_checked || p->select.is_used || run->pgo.format || run->write_stacks ||
        run->command == ANNOTATE)
        return tool_error("a saved profile has counts, not samples; give the recording", source->in.name);
    return saved_profile_read(p, source);
}

/* Hints are for people who read the report. */
static int has_hints(const struct stat_run *run)
{
    return run->format == REPORT_TEXT && !run->is_quiet && !run->pgo.format;
}

static int add(void *context, struct spe_source *source)
{
    struct stat_run *run = context;
    if (source->is_own)
        return add_saved(run, source);
    pgo_begin(&run->pgo);
    const int status = reading_add(run->counting, source);
    if (status == TOOL_OK && has_hints(run))
        stat_hint_losses(source);
    return status;
}

/* What is counted for tables, by the beginnings of their keys; all, for one that is not here */
static const struct {
    const char *tables;
    unsigned wants;
} needs[] = {
    {"findings noise profile", PROFILE_ALL},
    {"functions inlined modules source_lines pcs targets account", PROFILE_CODE},
    {"lines sharing", PROFILE_LINES},
    {"pages physical nodes", PROFILE_PAGES},
    {"data", PROFILE_OBJECTS},
    {"processes threads core_numbers", PROFILE_OWNERS},
    {"core cores errata rules latency latencies sources operations subclasses branches levels states events groups "
     "estimates whole",
     PROFILE_NOTHING},
};

static unsigned needs_of(const char *key)
{
    unsigned wants = 0;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        wants |= report_key_is(key, needs[i].tables) ? needs[i].wants : 0;
    return wants ? wants : PROFILE_ALL;
}

/* What is counted for the report and all other outputs. */
static unsigned wants_of(const struct stat_run *run)
{
    const struct report_view *view = &run->view;
    unsigned wants = 0;
    if (run->page || run->save || run->command == DIFF || run->write_stacks == firefox_write) /* with findings */
        return PROFILE_ALL;
    if (run->pgo.format)
        return PROFILE_NOTHING;
    if (run->command == ANNOTATE || run->write_stacks)
        return PROFILE_CODE;
    for (unsigned i = 0; i < view->n_tables; i++)
        wants |= needs_of(view->tables[i]);
    return wants ? wants : PROFILE_ALL;
}

/* Begins the counts that are needed in addition to the tables, if any. */
static void begin(struct stat_run *run, struct profile *p)
{
    p->filter = run->input.filter;
    p->is_filtered = run->input.is_filtered;
    run->input.source.shows_progress = isatty(STDERR_FILENO);
    run->input.source.is_own = saved_profile_is;
    run->input.source.counts_records = 1;
    run->input.source.note = note;
    run->input.source.note_context = run;
    run->counting = p;
    run->pgo.branches.processes = &p->places.processes;
    run->stacks.places = &p->places;
    if (run->pgo.format)
        p->outlet = (struct sample_counter){branches_add, &run->pgo.branches};
    if (run->write_stacks)
        p->outlet =
            (struct sample_counter){run->write_stacks == firefox_write ? firefox_add : stacks_add, &run->stacks};
    if (run->page && run->command != DIFF) /* whose page has no charts */
        p->page = (struct sample_counter){page_counts_add, &run->page_counts};
    p->wants = wants_of(run);
    p->places.has_parts = run->command == DIFF || run->save;                  /* only these have intervals of names */
    p->places.symbols.has_said = run->pgo.format && !run->page && !run->save; /* no name is printed */
    profile_begin(p);
}

/* Sums up the files, one after another. */
static int read_files(struct stat_run *run, struct profile *p, char **files)
{
    begin(run, p);
    int status = input_each(&run->input, files, add, run);
    profile_end(p);
    if (p->select.is_used)
        select_hint(&p->select, &p->places);
    if (!p->stats.records && run->input.is_filtered && profile_has_records(p))
        tool_error("no sample passes the filter", "--filter");
    if (status == TOOL_OK && has_hints(run) && !p->has_saved)
        stat_hint(p);
    return status;
}

/* Reads the two profiles of diff, with the same options for both. */
static int read_both(struct stat_run *run, char **files)
{
    char *const before[] = {files[0], NULL}, *const after[] = {files[1], NULL};
    run->after = run->profile;
    const int first = read_files(run, &run->profile, (char **)before);
    const int second = read_files(run, &run->after, (char **)after);
    return first == TOOL_OK ? second : TOOL_FAILED;
}

/* A file of names that the command line gives must be there. */
static int find_names(const char *path)
{
    struct platform_file file;
    return !path || platform_look(path, &file) ? TOOL_OK : tool_error(strerror(errno), path);
}

int stat_read(struct stat_run *run, char **files)
{
    const struct symbols *symbols = &run->profile.places.symbols;
    if (find_names(symbols->kallsyms_path) != TOOL_OK || find_names(symbols->perf_map_path) != TOOL_OK)
        return TOOL_FAILED;
    return run->command == DIFF ? read_both(run, files) : read_files(run, &run->profile, files);
}
