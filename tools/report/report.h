/* SPDX-License-Identifier: MIT */
/*
 * Writes tables. A program describes each table once; this writes it as text, CSV, JSON or HTML. A table is written as
 * a whole when it ends, so that it can be sorted and fit the terminal.
 */
#ifndef REPORT_H
#define REPORT_H

#include "report_cells.h"
#include "report_html.h"
#include "report_text.h"

enum report_format {
    REPORT_TEXT, /* for people: titles, aligned columns */
    REPORT_CSV,  /* a line for each cell: table, row, column, value */
    REPORT_JSON, /* an object with an array for each table, with an object for each row */
    REPORT_HTML  /* a section with a table */
};

#define REPORT_JSON_VERSION 1 /* of tools/docs/stat-schema.json; incompatible changes raise it */
#define REPORT_LEFT_OUT 8     /* the most tables that are left out */
#define REPORT_TABLES 32      /* the most tables that can be chosen */
#define REPORT_KEYS 512       /* the most tables whose names are remembered */

/* What of a report is wanted, and where it goes. All zero: all of it, to a file. */
struct report_view {
    const char *tables[REPORT_TABLES]; /* keys of tables; none: all */
    unsigned n_tables;
    const char *sort; /* the column by which tables that have it are sorted; NULL: none */
    size_t most;      /* with `sort`: the most rows of a table */
    int is_list;      /* only names of tables */
    const char *(*why)(const void *context, const char *key); /* why a table is empty that is wanted by its name */
    const void *context;
    struct report_style style;
};

struct report {
    FILE *out;
    enum report_format format;
    struct report_view view;
    unsigned tables;
    struct report_rows rows; /* the table that is being written */
    int is_hidden;           /* ... it is not wanted */
    unsigned hidden_columns; /* for which the terminal was too narrow */
    char *keys[REPORT_KEYS]; /* of all tables, wanted or not */
    unsigned n_keys;
    int was_sorted;
    int is_bare;                         /* no table but the first few, as there is no sample */
    const char *empty[REPORT_TABLES][2]; /* tables without rows that are wanted by their names, and the reasons */
    unsigned n_empty;
    struct report_left_out {
        const char *key, *title;
        uint64_t places, samples, most; /* different places; all samples; those of the place with the most */
        int is_short;                   /* there were more places, which were dropped; their samples are counted */
    } left_out[REPORT_LEFT_OUT];        /* tables of noise */
    unsigned n_left_out;
};

/* Begins a report; `view` is NULL if everything is wanted. */
void report_begin(struct report *r, FILE *out, enum report_format format, const struct report_view *view);

/*
 * Begins a table. `key` is its name in CSV and JSON. The first of its n columns identifies a row, as words or as an
 * address (a column without a name is "name" in JSON); the others hold its values. CSV and JSON have no bars, and only
 * JSON has tables without rows. Strings of the table must live until it ends, those of its rows need not.
 */
void report_table(struct report *r, const char *key, const char *title, const char *const *columns, unsigned n);

/* Adds a row with a cell for each column. */
void report_row(struct report *r, const struct report_cell *cells);

/* Writes the table, with a remark if it is not NULL (text and HTML only). */
void report_table_end(struct report *r, const char *remark);

/* Ends the report. Returns TOOL_OK, or TOOL_FAILED after a message: a requested table or column does not
 * exist, or memory ran out. */
int report_end(struct report *r);

/* Whether a table with this key is wanted. For contents that are not written as a table; remembers the name. */
int report_wants(struct report *r, const char *key, const char *title);

/* Whether the key of a table is one of some words, or begins with one and _: "pcs_by_samples" with "pcs". */
int report_key_is(const char *key, const char *words);

/* Whether a table gets the rows that people do not need: it was chosen by its name, or is for programs. */
int report_is_complete(const struct report *r, const char *key);

/* The number of rows for tables that get at most `most`: all, if they are sorted later. */
size_t report_most(const struct report *r, size_t most);

/* The width that the report gives to a name in the first column. */
size_t report_name_width(const struct report *r);

#endif
