/* SPDX-License-Identifier: MIT */
/* See stat_run.h: writes the report, the page, the saved profile. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../page/page.h"
#include "../profile/saved_profile.h"
#include "../report/diff_report.h"
#include "../report/profile_report.h"
#include "../system/platform.h"
#include "stat_run.h"

/* Writes stacks with the value that was chosen: the time if it is known, otherwise samples. */
static int write_stacks(struct stat_run *run, FILE *out)
{
    struct profile *p = &run->profile;
    const int has_time = profile_time_unit(p) >= 0;
    if (run->value == STACKS_TIME && !has_time)
        return tool_error("the time of the samples is not known", p->name);
    if (run->value == STACKS_VALUES)
        run->value = has_time ? STACKS_TIME : STACKS_SAMPLES;
    run->write_stacks(p, &run->stacks, run->value, out);
    return TOOL_OK;
}

/* The most rows in a table of places. */
static size_t top(const struct stat_run *run, enum report_format format)
{
    return run->most == STAT_DEFAULT_TOP && format != REPORT_JSON ? 10 : run->most;
}

/* The width for which a program that reads the report asks in the environment; 0: none. */
static unsigned columns_in_environment(void)
{
    const char *const columns = getenv("COLUMNS");
    const unsigned long n = columns && *columns >= '0' && *columns <= '9' ? strtoul(columns, NULL, 10) : 0;
    return n < 20 ? 0 : n > 10000 ? 10000 : (unsigned)n;
}

/* How a terminal gets the report: its width, colours unless the user has none, and a page at a time, all as git does
 * it. */
static void look_at_terminal(struct stat_run *run)
{
    const char *const none = getenv("NO_COLOR"), *const type = getenv("TERM"), *pager = getenv("PAGER");
    struct report_style *style = &run->view.style;
    style->terminal = run->format == REPORT_TEXT ? platform_terminal_columns(fileno(run->out.file)) : 0;
    style->groups_digits = style->terminal != 0;
    style->is_coloured = style->terminal && !(none && *none) && type && strcmp(type, "dumb") != 0;
    if (!pager)
        pager = "if command -v less >/dev/null; then less; else cat; fi";
    if (style->terminal && !run->output && *pager && strcmp(pager, "cat") != 0)
        platform_pager_begin(pager);
    if (!style->terminal && run->format == REPORT_TEXT && !run->output)
        style->terminal = columns_in_environment();
}

/* The report, or the list, which needs no profile. With -o it also stays if the input ended in an error. */
int stat_write_report(struct stat_run *run, int status)
{
    const size_t most = top(run, run->format);
    int written = TOOL_OK;
    if (!run->out.file && tool_create(&run->out, run->output, run->counts) != TOOL_OK)
        return TOOL_FAILED;
    run->view.most = most;
    if (!run->pgo.format && !run->write_stacks)
        look_at_terminal(run);
    if (run->is_list || run->counts)
        written = stat_write_metrics(run, run->out.file);
    else if (run->pgo.format)
        written = pgo_write(&run->pgo, &run->profile.places.processes, run->out.file);
    else if (run->write_stacks)
        written = write_stacks(run, run->out.file);
    else if (run->command == DIFF)
        written = diff_report(&run->profile, &run->after, run->out.file, run->format, most, &run->view);
    else if (run->command == ANNOTATE)
        written = annotate_report(&run->profile, &run->annotate, run->out.file, run->format, most, &run->view);
    else
        written = profile_report(&run->profile, run->out.file, run->format, most, &run->view);
    const int finished = tool_finish(&run->out, written);
    platform_pager_end();
    return finished == TOOL_OK && written == TOOL_OK ? status : TOOL_FAILED;
}

/* Writes the page, which stays even if the input ended in an error. */
static int write_page(struct stat_run *run, int status)
{
    const size_t most = run->most == STAT_DEFAULT_TOP && run->command != DIFF ? PAGE_TOP : top(run, REPORT_HTML);
    const int written = run->command == DIFF ? page_write_diff(&run->profile, &run->after, run->page_out.file, most)
                                             : page_write(&run->profile, &run->annotate, run->page_out.file, most);
    return tool_finish(&run->page_out, written) != TOOL_OK ? TOOL_FAILED : status;
}

/* Writes the saved profile, which also stays if the input ended in an error. */
static int write_saved(struct stat_run *run, int status)
{
    saved_profile_write(&run->profile, run->save_out.file);
    return tool_finish(&run->save_out, TOOL_OK) != TOOL_OK ? TOOL_FAILED : status;
}

/* Opens the output before anything is read, because opening may fail. */
static int create(struct tool_output *out, const char *path, char **files)
{
    for (; *files; files++)
        if (tool_is_same(path, *files))
            return tool_error("also the input; write to another file", path);
    return tool_create(out, path, NULL);
}

/* Ends the outputs that were made, without a result. */
static int abandon(struct stat_run *run)
{
    struct tool_output *const all[] = {&run->out, &run->page_out, &run->save_out};
    for (size_t i = 0; i < 3; i++)
        if (all[i]->file)
            tool_finish(all[i], TOOL_FAILED);
    return TOOL_FAILED;
}

static int is_same_output(const char *a, const char *b)
{
    if (!a || !b)
        return 0;
    while (strncmp(a, "./", 2) == 0)
        a += 2;
    while (strncmp(b, "./", 2) == 0)
        b += 2;
    return strcmp(a, "-") != 0 && strcmp(a, b) == 0;
}

int stat_create(struct stat_run *run, char **files)
{
    if (is_same_output(run->save, run->output) || is_same_output(run->save, run->page))
        return tool_error("two outputs go to this file; give each its own", run->save);
    if (is_same_output(run->page, run->output))
        return tool_error("two outputs go to this file; give each its own", run->page);
    if ((run->output && create(&run->out, run->output, files) != TOOL_OK) ||
        (run->page && create(&run->page_out, run->page, files) != TOOL_OK) ||
        (run->save && create(&run->save_out, run->save, files) != TOOL_OK))
        return abandon(run);
    return TOOL_OK;
}

/* Whether there are samples, were they all filtered out. Of perf.data without any its reader has said so. */
static int has_samples(const struct profile *p)
{
    if (p->files && !p->is_perf && p->notes.bytes && !profile_has_records(p))
        tool_error("no record: the profile has no samples", p->name);
    return p->files && profile_has_records(p);
}

/* Tables of what there is; nothing without samples, or if no file could be opened. */
int stat_write_all(struct stat_run *run, int status)
{
    const int has_first = has_samples(&run->profile);
    if ((run->command == DIFF && !has_samples(&run->after)) || !has_first)
        return abandon(run);
    if (run->page) /* first: a reader of the report may go away */
        status = write_page(run, status);
    if (run->save)
        status = write_saved(run, status);
    return stat_is_alone(run->page) || stat_is_alone(run->save) ? status : stat_write_report(run, status);
}
