/* SPDX-License-Identifier: MIT */
/*
 * A run of spe-stat: the options, the counts, the output. Each step is a file: stat_options.c, stat_read.c,
 * stat_hints.c, stat_write.c.
 */
#ifndef STAT_RUN_H
#define STAT_RUN_H

#include "../input/input_options.h"
#include "../outlet/pgo.h"
#include "../outlet/stacks.h"
#include "../page/page_counts.h"
#include "../profile/profile.h"
#include "../report/annotate.h"
#include "../report/report.h"

#define STAT_DEFAULT_TOP SIZE_MAX /* 10, but all for programs that read JSON */
#define STAT_INPUTS 64            /* the most -i options */

struct stat_run {
    struct input input;
    struct profile profile, after; /* after: the second one of diff */
    struct profile *counting;      /* the one that is being counted */
    enum { SUM_UP, MERGE, DIFF, ANNOTATE } command;
    struct annotate_options annotate; /* annotate FUNCTION, --source-dir */
    struct pgo pgo;                   /* --format=bolt or autofdo, --module, --any-build */
    enum report_format format;
    int has_format;
    int is_binary; /* the format is not text */
    /* --format=pprof, folded or firefox; or NULL */
    void (*write_stacks)(struct profile *profile, struct stacks *stacks, unsigned value, FILE *out);
    struct stacks stacks;
    unsigned value;     /* --value: STACKS_SAMPLES ..., or STACKS_VALUES if it was not given */
    const char *output; /* -o; NULL: standard output */
    struct tool_output out;
    const char *page; /* --html */
    struct page_counts page_counts;
    struct tool_output page_out;
    const char *save; /* --save */
    struct tool_output save_out;
    size_t most;                   /* --top */
    struct report_view view;       /* --table, --sort; how the terminal shows the report */
    char *inputs[STAT_INPUTS + 1]; /* -i, then the FILEs, or perf.data */
    unsigned n_inputs;
    int is_quiet;       /* --quiet: no hints */
    int is_list;        /* --list-metrics */
    const char *group;  /* of them; NULL: all */
    const char *counts; /* --metrics: a file of perf stat */
    uint16_t slots;     /* --slots; 0: as the description of the core says */
    int needs_profile;  /* an option was given that --list-metrics and --metrics do not take */
};

/* Takes the command: "merge", "diff" or "annotate". Returns 1, or 0 if `word` (NULL if there is
 * none) is not a command. */
int stat_take_command(struct stat_run *run, const char *word);

/* Reads the options. Ends the program in the same way as tool_misuse() if one is invalid. */
void stat_take_options(struct stat_run *run, int argc, char **argv);

/* Ends the program in the same way as tool_misuse() if options exclude each other. */
void stat_check_options(const struct stat_run *run, int argc, char **argv);

/* Returns the files that are read, with NULL at the end: those of -i, and argv[optind] to the end; otherwise perf.data,
 * for diff perf.data.old and perf.data. Ends the program in the same way as tool_misuse() if they are not as
 * required. */
char **stat_take_files(struct stat_run *run, int argc, char **argv);

/* Whether `path` (NULL: none) is standard output, which then gets no report. */
int stat_is_alone(const char *path);

/* Counts all files; the two files of diff separately. Returns TOOL_OK, or TOOL_FAILED after a
 * message. */
int stat_read(struct stat_run *run, char **files);

/* Says it on standard error of the profile's file, or of "2 files", whose sum it is. Returns TOOL_FAILED. */
int stat_say(const struct profile *profile, const char *text);

/* Says on standard error what the profile lacks, and where that comes from: data sources without a core, samples
 * without a thread, without a function, without seconds. */
void stat_hint(const struct profile *profile);

/* Says on standard error what to record with if samples of the file, which has been read, are missing. */
void stat_hint_losses(const struct spe_source *source);

/* Writes values of metrics (--metrics), or the list. Returns TOOL_OK, or TOOL_FAILED after a message. */
int stat_write_metrics(const struct stat_run *run, FILE *out);

/* Makes the files of -o, --html and --save, before anything is read. Returns TOOL_OK, or TOOL_FAILED after a
 * message. */
int stat_create(struct stat_run *run, char **files);

/* Writes the report, or the list or values of metrics; returns `status`, or TOOL_FAILED after a message. */
int stat_write_report(struct stat_run *run, int status);

/* Writes page, saved profile and report. `status` is that of reading. Returns the same as stat_write_report(). */
int stat_write_all(struct stat_run *run, int status);

#endif
