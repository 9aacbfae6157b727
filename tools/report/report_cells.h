/* SPDX-License-Identifier: MIT */
/* A table of a report: its cells, as its writers get it (report_text.h, report_html.h, report_data.h). */
#ifndef REPORT_CELLS_H
#define REPORT_CELLS_H

#include <float.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The parts of a place, for JSON. Strings are NULL if they are not known. All but `thread`
 * live until the table ends. */
struct report_location {
    const char *module, *function, *object, *thread, *file;
    size_t file_size; /* of the file's name; 0: all of it */
    unsigned line;    /* 0: not known */
    uint32_t nth;     /* of the module's functions of this name; 0: there is only one */
    uint64_t offset, address;
    int has_offset, has_address; /* offset: from the function or object, otherwise in the module */
};

struct report_cell {
    enum { CELL_WORD, CELL_NAME, CELL_COUNT, CELL_PERCENT, CELL_NUMBER, CELL_ADDRESS, CELL_BAR, CELL_NONE } kind;
    const char *word;
    uint64_t count;                         /* of a name: a position that stays visible (elide.h) */
    double number;                          /* of a count: not 0 if it names something, and gets no commas */
    double from;                            /* where the bar begins */
    size_t head;                            /* of a name that is a place: elide_place() */
    const struct report_location *location; /* of the row, in its first cell; NULL: none */
};

/* A table. Its cells are in rows, from left to right. */
struct report_rows {
    const char *key, *title, *remark; /* remark may be NULL */
    const char *const *columns;       /* the name of the first one may be "" */
    unsigned n_columns;
    struct report_cell *cells;
    size_t count, room; /* rows; cells */
    uint64_t hidden;    /* columns that people do not get: bits */
    unsigned sorted;    /* the column by which the rows are sorted; 0: none */
};

static inline const struct report_cell *report_row_at(const struct report_rows *t, size_t row)
{
    return t->cells + row * t->n_columns;
}

/* Whether people get a column. */
static inline int report_is_shown(const struct report_rows *t, unsigned column)
{
    return column >= 64 || !(t->hidden >> column & 1);
}

static inline int cell_is_word(const struct report_cell *c)
{
    return c->kind == CELL_WORD || c->kind == CELL_NAME;
}

/* In text the title above the first column is its name; elsewhere it gets a name. */
static inline const char *report_column_name(const struct report_rows *t, unsigned i)
{
    return t->columns[i][0] ? t->columns[i] : "name";
}

/* A number as digits, in out[REPORT_GROUPED_MAX]: plain or grouped (12,345). Returns where it begins. */
#define REPORT_GROUPED_MAX 32

static inline const char *report_grouped(uint64_t n, int is_grouped, char *out)
{
    char *at = out + REPORT_GROUPED_MAX - 1;
    unsigned digits = 0;
    *at = 0;
    do {
        if (is_grouped && digits && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + n % 10);
        digits++;
    } while (n /= 10);
    return at;
}

static inline struct report_cell cell_word(const char *word)
{
    return (struct report_cell){CELL_WORD, word, 0, 0, 0, 0, NULL};
}

/* A name from a program, which may be long: people get it elided, programs and the page's tooltips whole. */
static inline struct report_cell cell_name(const char *name)
{
    return (struct report_cell){CELL_NAME, name, 0, 0, 0, 0, NULL};
}

/* A place, whose first `head` bytes say where it is. */
static inline struct report_cell cell_place(const char *text, size_t head)
{
    return (struct report_cell){CELL_NAME, text, 0, 0, 0, head, NULL};
}

static inline struct report_cell cell_count(uint64_t count)
{
    return (struct report_cell){CELL_COUNT, NULL, count, 0, 0, 0, NULL};
}

/* A number that is a name. */
static inline struct report_cell cell_id(uint64_t id)
{
    return (struct report_cell){CELL_COUNT, NULL, id, 1, 0, 0, NULL};
}

static inline int cell_is_id(const struct report_cell *c)
{
    return c->kind == CELL_COUNT && c->number > 0;
}

/* A part of a whole, which may be 0. */
static inline struct report_cell cell_percent(uint64_t part, uint64_t whole)
{
    return (struct report_cell){CELL_PERCENT, NULL, 0, whole ? 100.0 * (double)part / (double)whole : 0, 0, 0, NULL};
}

static inline struct report_cell cell_address(uint64_t address)
{
    return (struct report_cell){CELL_ADDRESS, NULL, address, 0, 0, 0, NULL};
}

/* A cell without a value. CSV and JSON leave it out. */
static inline struct report_cell cell_none(void)
{
    return (struct report_cell){CELL_NONE, NULL, 0, 0, 0, 0, NULL};
}

/* The same, where nothing could be: text has no "-" for it. */
static inline struct report_cell cell_blank(void)
{
    return (struct report_cell){CELL_NONE, NULL, 1, 0, 0, 0, NULL};
}

/* A number. JSON cannot represent infinities and NaN: such a cell is empty. */
static inline struct report_cell cell_number(double number)
{
    const int is_finite = number >= -DBL_MAX && number <= DBL_MAX; /* isfinite() of MinGW warns about its own cast */
    return is_finite ? (struct report_cell){CELL_NUMBER, NULL, 0, number, 0, 0, NULL} : cell_none();
}

/* The share of a part in a whole: at most 1, also where a file gives a part that is larger than its whole. */
static inline double report_share(uint64_t part, uint64_t whole)
{
    return !whole ? 0 : part < whole ? (double)part / (double)whole : 1;
}

/* A part of a whole, drawn after the parts before it. */
static inline struct report_cell cell_part(uint64_t before, uint64_t part, uint64_t whole)
{
    const double from = report_share(before, whole), size = report_share(part, whole);
    return (struct report_cell){CELL_BAR, NULL, 0, from + size < 1 ? size : 1 - from, from, 0, NULL};
}

#endif
