/* SPDX-License-Identifier: MIT */
/* A run of spe-dump: its options, its input, and its output. */
#ifndef DUMP_RUN_H
#define DUMP_RUN_H

#include <libspe/text.h>

#include "../input/checker.h"
#include "../input/input_options.h"
#include "../system/lines.h"
#include "../table/csv_json.h"
#include "../table/table.h"
#include "dump_threads.h"

#define DUMP_NAMED 16

struct dump {
    struct lines lines; /* not used by a table, which has its own output */
    struct table *table;
    enum table_format format; /* the table's format */
    int failed;               /* the table cannot continue */
    struct spe_source *source;
    struct input input;
    struct spe_text_config text;
    struct record_writer writer;
    struct dump_threads record_threads;
    record_line_fn *line; /* writes a line of CSV or JSON; NULL: another format */
    unsigned threads;     /* the most to use */
    int is_packets;
    int (*print)(struct dump *d, const struct spe_record *record);
    void (*note)(void *dump, const struct spe_perf_event *event); /* takes an event of perf.data; or NULL */
    int was_noted;  /* the file's events have been taken, before its records */
    int has_header; /* the header line of CSV has been written */
    int names_files;
    int has_read;       /* part of a file has been read */
    const char *output; /* NULL for standard output */
    struct checker check;
    uint64_t named[DUMP_NAMED]; /* MIDR_EL1 of cores whose errata were named in this file */
    unsigned n_named;
    uint64_t violations;
};

/* What finds the threads of the file's records; NULL if it has none. */
static inline const struct thread_finder *dump_finder(const struct dump *d)
{
    return d->record_threads.finder.knows ? &d->record_threads.finder : NULL;
}

#endif
