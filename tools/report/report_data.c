/* SPDX-License-Identifier: MIT */
/* See report_data.h. */
#define _POSIX_C_SOURCE 200809L
#include "report_data.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../profile/groups.h"
#include "../system/printable.h"
#include "../system/json_string.h"
#include "escape.h"

const char *report_column_key(const char *name, char *out)
{
    size_t n = 0;
    for (; *name && n + 9 < REPORT_COLUMN_KEY_MAX; name++) {
        if (*name == '%')
            n += (size_t)snprintf(out + n, REPORT_COLUMN_KEY_MAX - n, "percent");
        else if (isalnum((unsigned char)*name))
            out[n++] = (char)tolower((unsigned char)*name);
        else if (n && out[n - 1] != '_')
            out[n++] = '_';
    }
    out[n] = 0;
    return out;
}

/* -- values -- */

static void put_value(FILE *out, const struct report_cell *c, void (*put_word)(FILE *out, const char *word))
{
    if (cell_is_word(c))
        put_word(out, c->word);
    else if (c->kind == CELL_COUNT)
        fprintf(out, "%" PRIu64, c->count);
    else if (c->kind == CELL_ADDRESS)
        fprintf(out, "\"0x%016" PRIx64 "\"", c->count);
    else
        fprintf(out, "%.15g", c->number); /* all digits that a double has */
}

static int has_value(const struct report_cell *c)
{
    return c->kind != CELL_BAR && c->kind != CELL_NONE;
}

/* -- CSV -- */

static void csv_escape(FILE *out, char c)
{
    fprintf(out, "%c%c", c, c);
}

/* A cell of CSV with a word: quotation marks are doubled, and a formula gets an apostrophe at its beginning. */
static void csv_word(FILE *out, const char *text)
{
    fputs(printable_is_formula(text, strlen(text)) ? "\"'" : "\"", out);
    escape_text(out, text, "\"", csv_escape);
    fputc('"', out);
}

void report_csv(FILE *out, const struct report_rows *t)
{
    char key[REPORT_COLUMN_KEY_MAX];
    for (size_t row = 0; row < t->count; row++) {
        const struct report_cell *cells = report_row_at(t, row);
        for (unsigned i = 1; i < t->n_columns; i++) {
            if (!has_value(&cells[i]))
                continue;
            fprintf(out, "%s,", t->key);
            put_value(out, &cells[0], csv_word);
            fprintf(out, ",%s,", report_column_key(t->columns[i], key));
            put_value(out, &cells[i], csv_word);
            fputc('\n', out);
        }
    }
}

/* -- JSON -- */

/* The first `size` bytes of a text; 0: all. */
static void json_name(FILE *out, int *has_some, const char *key, const char *text, size_t size)
{
    char part[4096];
    if (!text)
        return;
    snprintf(part, sizeof part, "%.*s", (int)(size < sizeof part ? size : sizeof part - 1), text);
    fprintf(out, "%s\"%s\": ", (*has_some)++ ? ", " : "", key);
    json_string(out, size ? part : text);
}

/* "init#2": a function's name as in the table of functions. */
static void json_function(FILE *out, int *has_some, const struct report_location *l)
{
    char *numbered = l->function && l->nth ? groups_symbol(l->function, l->nth) : NULL;
    json_name(out, has_some, "function", numbered ? numbered : l->function, 0);
    free(numbered);
}

static void json_location(FILE *out, const struct report_location *l)
{
    int n = 0;
    fputs(", \"location\": {", out);
    json_name(out, &n, "module", l->module, 0);
    json_function(out, &n, l);
    json_name(out, &n, "object", l->object, 0);
    if (l->has_offset)
        fprintf(out, "%s\"offset\": %" PRIu64, n++ ? ", " : "", l->offset);
    json_name(out, &n, "file", l->file, l->file_size);
    if (l->line)
        fprintf(out, "%s\"line\": %u", n++ ? ", " : "", l->line);
    if (l->has_address)
        fprintf(out, "%s\"address\": \"0x%016" PRIx64 "\"", n++ ? ", " : "", l->address);
    json_name(out, &n, "thread", l->thread, 0);
    fputc('}', out);
}

static void json_row(FILE *out, const struct report_rows *t, const struct report_cell *cells)
{
    char key[REPORT_COLUMN_KEY_MAX];
    for (unsigned i = 0; i < t->n_columns; i++) {
        if (!has_value(&cells[i]))
            continue;
        fprintf(out, "%s\"%s\": ", i ? ", " : "", report_column_key(report_column_name(t, i), key));
        put_value(out, &cells[i], json_string);
    }
    if (cells[0].location)
        json_location(out, cells[0].location);
}

void report_json(FILE *out, const struct report_rows *t)
{
    fprintf(out, "\"%s\": [", t->key);
    for (size_t row = 0; row < t->count; row++) {
        fputs(row ? ",\n    {" : "\n    {", out);
        json_row(out, t, report_row_at(t, row));
        fputc('}', out);
    }
    fputs(t->count ? "\n  ]" : "]", out);
}
