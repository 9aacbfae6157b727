/* SPDX-License-Identifier: MIT */
/* See report.h. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "../system/list.h"
#include "../system/message.h"
#include "../system/platform.h"
#include "../system/memory.h"
#include "report_data.h"

void report_begin(struct report *r, FILE *out, enum report_format format, const struct report_view *view)
{
    memset(r, 0, sizeof *r);
    r->out = out;
    r->format = format;
    if (view)
        r->view = *view;
    if (format == REPORT_JSON)
        fprintf(out, "{\n  \"version\": %d", REPORT_JSON_VERSION);
    if (format == REPORT_CSV && !r->view.is_list)
        fputs("table,row,column,value\n", out);
}

size_t report_name_width(const struct report *r)
{
    return r->format == REPORT_HTML ? REPORT_PAGE_WIDTH : report_text_name_width(&r->view.style);
}

size_t report_most(const struct report *r, size_t most)
{
    return r->view.sort ? SIZE_MAX : most;
}

/* -- which tables, sorted by what -- */

static int is_chosen(const struct report_view *view, const char *key)
{
    for (unsigned i = 0; i < view->n_tables; i++)
        if (strcmp(view->tables[i], key) == 0)
            return 1;
    return !view->n_tables;
}

int report_wants(struct report *r, const char *key, const char *title)
{
    if (r->n_keys < REPORT_KEYS)
        r->keys[r->n_keys++] = tool_strdup(key);
    if (r->view.is_list)
        fprintf(r->out, "%-24s %s\n", key, title);
    return !r->view.is_list && is_chosen(&r->view, key);
}

int report_key_is(const char *key, const char *words)
{
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (strncmp(key, words, n) == 0 && (!key[n] || key[n] == '_'))
            return 1;
    }
    return 0;
}

int report_is_complete(const struct report *r, const char *key)
{
    return r->format == REPORT_CSV || r->format == REPORT_JSON || (r->view.n_tables && is_chosen(&r->view, key));
}

/* The column to sort by, or 0 if this table does not have it. "time" is also "time, s", "ll_miss" also "ll misses". */
static unsigned sorting_column(const struct report_rows *t, const char *name)
{
    char wanted[REPORT_COLUMN_KEY_MAX], key[REPORT_COLUMN_KEY_MAX];
    const size_t size = strlen(report_column_key(name, wanted));
    unsigned found = 0;
    for (unsigned i = 1; i < t->n_columns; i++) {
        report_column_key(t->columns[i], key);
        if (size && strcmp(key, wanted) == 0)
            return i;
        if (size && strncmp(key, wanted, size) == 0 && (key[size] == '_' || strcmp(key + size, "es") == 0) && !found)
            found = i;
    }
    return found;
}

static double value_of(const struct report_cell *c)
{
    return c->kind == CELL_COUNT || c->kind == CELL_ADDRESS ? (double)c->count : c->kind == CELL_NONE ? -1 : c->number;
}

struct sorted_row {
    const struct report_cell *cells;
    unsigned column;
    size_t number;
};

/* The largest number first, or the first word; rows with equal ones stay in their order. */
static int by_column(const void *a, const void *b)
{
    const struct sorted_row *x = a, *y = b;
    const struct report_cell *p = &x->cells[x->column], *q = &y->cells[x->column];
    const int order = cell_is_word(p) && cell_is_word(q) ? strcmp(p->word, q->word)
                                                         : (value_of(p) < value_of(q)) - (value_of(p) > value_of(q));
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static void sort(struct report *r)
{
    struct report_rows *t = &r->rows;
    const unsigned column = sorting_column(t, r->view.sort);
    const size_t n = t->n_columns;
    r->was_sorted |= column != 0;
    t->sorted = column;
    if (!column || !t->count)
        return;
    struct sorted_row *order = tool_malloc(t->count * sizeof *order);
    struct report_cell *cells = tool_malloc(t->count * n * sizeof *cells);
    for (size_t i = 0; i < t->count; i++)
        order[i] = (struct sorted_row){report_row_at(t, i), column, i};
    qsort(order, t->count, sizeof *order, by_column);
    for (size_t i = 0; i < t->count; i++)
        memcpy(cells + i * n, order[i].cells, n * sizeof *cells);
    memcpy(t->cells, cells, t->count * n * sizeof *cells);
    free(cells);
    free(order);
}

/* -- tables -- */

static int is_zero(const struct report_rows *t, unsigned column)
{
    size_t row = 0;
    while (row < t->count && (report_row_at(t, row)[column].kind != CELL_COUNT || !report_row_at(t, row)[column].count))
        row++;
    return row == t->count;
}

/* Columns that are only for programs where they are 0 in all rows, unless they sort the table: bits. */
static uint64_t hidden_columns(const struct report_rows *t)
{
    static const char *const rare[] = {"ll misses", "remote", "small pages"};
    uint64_t hidden = 0;
    for (unsigned i = 1; i < t->n_columns && i < 64; i++)
        for (size_t n = 0; n < sizeof rare / sizeof *rare; n++)
            if (i != t->sorted && strcmp(rare[n], t->columns[i]) == 0 && is_zero(t, i))
                hidden |= UINT64_C(1) << i;
    return hidden;
}

void report_table(struct report *r, const char *key, const char *title, const char *const *columns, unsigned n)
{
    r->is_hidden = !report_wants(r, key, title);
    r->rows.key = key;
    r->rows.title = title;
    r->rows.columns = columns;
    r->rows.n_columns = n;
    r->rows.count = r->rows.sorted = 0;
}

static const struct report_location *copy_location(const struct report_location *location)
{
    if (!location)
        return NULL;
    struct report_location *copy = tool_malloc(sizeof *copy);
    *copy = *location;
    copy->thread = location->thread ? tool_strdup(location->thread) : NULL;
    return copy;
}

/* Frees what the first n cells own. */
static void forget(struct report_rows *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free((char *)(uintptr_t)t->cells[i].word);
        if (t->cells[i].location)
            free((char *)(uintptr_t)t->cells[i].location->thread);
        free((struct report_location *)(uintptr_t)t->cells[i].location);
    }
}

void report_row(struct report *r, const struct report_cell *cells)
{
    struct report_rows *t = &r->rows;
    const size_t at = t->count * t->n_columns;
    if (r->is_hidden)
        return;
    for (unsigned i = 0; i < t->n_columns; i++) {
        t->cells = list_with_room(t->cells, at + i, &t->room, sizeof *t->cells);
        t->cells[at + i] = cells[i];
        t->cells[at + i].word = cell_is_word(&cells[i]) ? tool_strdup(cells[i].word) : NULL;
        t->cells[at + i].location = i ? NULL : copy_location(cells[i].location);
    }
    t->count++;
}

static void write_table(struct report *r, const struct report_rows *t)
{
    if (r->format == REPORT_JSON)
        fputs(",\n  ", r->out);
    else if (r->format == REPORT_TEXT && r->tables && t->count)
        fputc('\n', r->out);
    if (r->format == REPORT_TEXT)
        r->hidden_columns += report_text(r->out, t, &r->view.style);
    else
        (r->format == REPORT_CSV ? report_csv : r->format == REPORT_JSON ? report_json : report_html)(r->out, t);
    r->tables += r->format == REPORT_CSV || r->format == REPORT_JSON || t->count;
}

static void note_empty(struct report *r, const char *key)
{
    const struct report_view *view = &r->view;
    const char *reason = view->why ? view->why(view->context, key) : NULL;
    for (unsigned i = 0; reason && i < view->n_tables; i++)
        if (strcmp(view->tables[i], key) == 0 && r->n_empty < REPORT_TABLES) {
            r->empty[r->n_empty][0] = view->tables[i];
            r->empty[r->n_empty++][1] = reason;
            return;
        }
}

/* Requested tables without rows: as one more table in JSON, otherwise as messages. */
static void tell_empty(struct report *r)
{
    static const char *const columns[] = {"", "reason"};
    struct report_rows *t = &r->rows;
    const unsigned n = r->n_empty;
    if (r->format != REPORT_JSON)
        for (unsigned i = 0; i < n; i++)
            tool_error(r->empty[i][1], r->empty[i][0]);
    if (r->format != REPORT_JSON || !n)
        return;
    *t = (struct report_rows){.key = "empty", .columns = columns, .n_columns = 2, .cells = t->cells, .room = t->room};
    r->is_hidden = 0;
    for (unsigned i = 0; i < n; i++)
        report_row(r, (struct report_cell[]){cell_word(r->empty[i][0]), cell_word(r->empty[i][1])});
    report_table_end(r, NULL);
}

void report_table_end(struct report *r, const char *remark)
{
    struct report_rows *t = &r->rows;
    const size_t count = t->count;
    if (r->is_hidden)
        return;
    if (!count)
        note_empty(r, t->key);
    t->remark = remark;
    if (r->view.sort) {
        sort(r);
        t->count = t->count < r->view.most ? t->count : r->view.most;
    }
    t->hidden = hidden_columns(t);
    write_table(r, t);
    forget(t, count * t->n_columns);
    t->count = 0;
}

/* -- the end -- */

static int has_key(const struct report *r, const char *key)
{
    for (unsigned i = 0; i < r->n_keys; i++)
        if (strcmp(r->keys[i], key) == 0)
            return 1;
    return 0;
}

static int complain(const struct report *r)
{
    int status = TOOL_OK;
    for (unsigned i = 0; !r->is_bare && i < r->view.n_tables; i++)
        if (!has_key(r, r->view.tables[i]))
            status = tool_error("no table of this report has this name; --table=list prints all", r->view.tables[i]);
    if (status == TOOL_OK && r->view.sort && !r->was_sorted && !r->view.is_list && !r->is_bare)
        status = tool_error("no table of this report has this column, such as samples or \"of latency\"", r->view.sort);
    return status;
}

static void put_hidden(const struct report *r)
{
    char text[128];
    snprintf(text, sizeof text, "(columns that do not fit: %u; use a wider terminal, or write to a file)",
             r->hidden_columns);
    fputc('\n', r->out);
    report_text_fold(r->out, text, 0, r->view.style.terminal);
}

int report_end(struct report *r)
{
    tell_empty(r);
    if (r->format == REPORT_JSON)
        fputs("\n}\n", r->out);
    if (r->hidden_columns)
        put_hidden(r);
    const int status = complain(r);
    for (unsigned i = 0; i < r->n_keys; i++)
        free(r->keys[i]);
    free(r->rows.cells);
    return status;
}
