/* SPDX-License-Identifier: MIT */
/* What a program has to report, as tables: said once, written as text, CSV, JSON or HTML. */
#ifndef REPORT_H
#define REPORT_H

#include <stdint.h>
#include <stdio.h>

enum report_format {
    REPORT_TEXT, /* for people: titles, aligned columns */
    REPORT_CSV,  /* a line for each cell: table, row, column, value */
    REPORT_JSON, /* an object with an array for each table, with an object for each row */
    REPORT_HTML  /* a section with a table */
};

struct report {
    FILE *out;
    enum report_format format;
    int groups_digits; /* large numbers in text: 12,345; for people at a terminal */
    unsigned tables;
    /* the table that is being written */
    const char *key, *title;
    const char *const *columns;
    unsigned n_columns;
    uint64_t rows;
};

struct report_cell {
    enum { CELL_WORD, CELL_COUNT, CELL_PERCENT, CELL_NUMBER, CELL_ADDRESS, CELL_BAR, CELL_NONE } kind;
    const char *word;
    uint64_t count;
    double number;
    double from; /* of a bar: where it begins */
};

void report_begin(struct report *r, FILE *out, enum report_format format);

/*
 * Begins a table. `key` is its name in CSV and JSON. Of its n columns the first says what a row is, in words or as an
 * address (without a name of its own it is "name" in JSON), the others what it has. Bars are left out of CSV and JSON,
 * and tables without rows out of all but JSON.
 */
void report_table(struct report *r, const char *key, const char *title, const char *const *columns, unsigned n);

/* Writes a row with a cell for each column. */
void report_row(struct report *r, const struct report_cell *cells);

/* Ends the table, with a remark if it is not NULL (text and HTML only). */
void report_table_end(struct report *r, const char *remark);

void report_end(struct report *r);

/* Text in HTML: escapes what has a meaning there, and, as \xNN, bytes that are no UTF-8 or control characters. */
void report_escape(FILE *out, const char *text);

static inline struct report_cell cell_word(const char *word)
{
    return (struct report_cell){CELL_WORD, word, 0, 0, 0};
}

static inline struct report_cell cell_count(uint64_t count)
{
    return (struct report_cell){CELL_COUNT, NULL, count, 0, 0};
}

/* A part of a whole, of which there may be nothing. */
static inline struct report_cell cell_percent(uint64_t part, uint64_t whole)
{
    return (struct report_cell){CELL_PERCENT, NULL, 0, whole ? 100.0 * (double)part / (double)whole : 0, 0};
}

static inline struct report_cell cell_number(double number)
{
    return (struct report_cell){CELL_NUMBER, NULL, 0, number, 0};
}

static inline struct report_cell cell_address(uint64_t address)
{
    return (struct report_cell){CELL_ADDRESS, NULL, address, 0, 0};
}

/* What a row does not have. CSV and JSON leave it out. */
static inline struct report_cell cell_none(void)
{
    return (struct report_cell){CELL_NONE, NULL, 0, 0, 0};
}

/* A part of a whole, drawn behind the parts before it. */
static inline struct report_cell cell_part(uint64_t before, uint64_t part, uint64_t whole)
{
    const double all = whole ? (double)whole : 1;
    return (struct report_cell){CELL_BAR, NULL, 0, (double)part / all, (double)before / all};
}

/* A part of the largest, drawn. */
static inline struct report_cell cell_bar(uint64_t part, uint64_t largest)
{
    return (struct report_cell){CELL_BAR, NULL, 0, largest ? (double)part / (double)largest : 0, 0};
}

#endif
