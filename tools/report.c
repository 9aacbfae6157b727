/* SPDX-License-Identifier: MIT */
/* See report.h. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "shown.h"

void report_begin(struct report *r, FILE *out, enum report_format format)
{
    memset(r, 0, sizeof *r);
    r->out = out;
    r->format = format;
    if (format == REPORT_JSON)
        fputs("{", out);
    if (format == REPORT_CSV)
        fputs("table,row,column,value\n", out);
}

void report_end(struct report *r)
{
    if (r->format == REPORT_JSON)
        fputs("\n}\n", r->out);
}

void report_escape(FILE *out, const char *text)
{
    while (*text) {
        const unsigned size = shown_size(text);
        if (!size)
            fprintf(out, "\\x%02x", (unsigned char)*text);
        else if (size == 1 && strchr("<>&\"", *text))
            fprintf(out, "&#%d;", *text);
        else
            fwrite(text, 1, size, out);
        text += size ? size : 1;
    }
}

/* The words are names and sentences of ours, or a file's name: what a format cannot hold as it is, is escaped. */
static void put_quoted(FILE *out, const char *text, enum report_format format)
{
    fputc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        const unsigned size = format == REPORT_JSON ? shown_size(text) : 1;
        if (format == REPORT_JSON && (c < ' ' || (!size && c > 0x7f)))
            fprintf(out, "\\u%04x", c);
        else if (c == '"')
            fputs(format == REPORT_JSON ? "\\\"" : "\"\"", out);
        else if (c == '\\' && format == REPORT_JSON)
            fputs("\\\\", out);
        else
            fwrite(text, 1, size ? size : 1, out);
        text += size > 1 ? size - 1 : 0;
    }
    fputc('"', out);
}

/* -- a value by itself -- */

static void put_value(struct report *r, const struct report_cell *c)
{
    switch (c->kind) {
    case CELL_WORD:
        put_quoted(r->out, c->word, r->format);
        break;
    case CELL_COUNT:
        fprintf(r->out, "%" PRIu64, c->count);
        break;
    case CELL_ADDRESS:
        fprintf(r->out, "\"0x%016" PRIx64 "\"", c->count);
        break;
    default:
        fprintf(r->out, "%.6g", c->number);
        break;
    }
}

/* As it is, or 12,345. Returns what begins in out[GROUPED_MAX]. */
#define GROUPED_MAX 32

static const char *grouped(uint64_t n, int is_grouped, char *out)
{
    char *at = out + GROUPED_MAX - 1;
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

/* -- text: the first column to the left, the others below their names -- */

#define FIRST_WIDTH 38
#define ADDRESS_WIDTH 20 /* with two blanks in front */
#define WORD_WIDTH 20    /* of a word that others follow */
#define WIDTH 13
#define LEAST_WIDTH 10 /* of a number, where there are many columns: */
#define MANY 8
#define WORD_MAX 8192

/* How wide the first column is: as wide as the title above it at least. */
static int first_width(const struct report *r, const struct report_cell *cells)
{
    const int title = (int)strlen(r->title) + 1;
    if (cells[0].kind != CELL_ADDRESS || r->n_columns < MANY)
        return FIRST_WIDTH;
    return title > ADDRESS_WIDTH ? title : ADDRESS_WIDTH;
}

/* How wide a column is, without the blanks in front of it. */
static int width_of(const struct report *r, const struct report_cell *cells, unsigned i)
{
    const int is_last = i + 1 == r->n_columns || (i + 2 == r->n_columns && cells[i + 1].kind == CELL_BAR);
    const int name = (int)strlen(r->columns[i]);
    if (i == 0)
        return first_width(r, cells);
    if (cells[i].kind == CELL_WORD)
        return is_last ? 0 : WORD_WIDTH;
    return r->n_columns < MANY ? WIDTH : name > LEAST_WIDTH ? name : LEAST_WIDTH;
}

static void text_bar(FILE *out, const struct report_cell *c)
{
    static const char bar[] = "########################################";
    fprintf(out, "  %*s%.*s", (int)(c->from * (sizeof bar - 1)), "", (int)(c->number * (sizeof bar - 1)), bar);
}

static void text_cell(const struct report *r, const struct report_cell *cells, unsigned i)
{
    const struct report_cell *c = &cells[i];
    const int width = width_of(r, cells, i);
    char number[GROUPED_MAX], word[WORD_MAX];
    if (c->kind == CELL_WORD)
        fprintf(r->out, "  %-*s", i ? width : width - 2, shown(c->word, word, sizeof word));
    else if (c->kind == CELL_ADDRESS)
        fprintf(r->out, "  0x%016" PRIx64 "%*s", c->count, i ? 0 : width - ADDRESS_WIDTH, "");
    else if (c->kind == CELL_COUNT)
        fprintf(r->out, " %*s", width, grouped(c->count, r->groups_digits, number));
    else if (c->kind == CELL_NONE)
        fprintf(r->out, " %*s", width, "-");
    else if (c->kind == CELL_PERCENT)
        fprintf(r->out, " %*.1f %%", width - 2, c->number);
    else if (c->kind == CELL_NUMBER)
        fprintf(r->out, " %*.4g", width, c->number);
    else
        text_bar(r->out, c);
}

static void text_head(struct report *r, const struct report_cell *cells)
{
    fprintf(r->out, "%s%-*s", r->tables > 1 ? "\n" : "", width_of(r, cells, 0), r->title);
    for (unsigned i = 1; i < r->n_columns; i++)
        if (cells[i].kind == CELL_WORD)
            fprintf(r->out, "  %-*s", width_of(r, cells, i), r->columns[i]);
        else if (cells[i].kind != CELL_BAR)
            fprintf(r->out, " %*s", width_of(r, cells, i), r->columns[i]);
    fputc('\n', r->out);
}

static void text_row(struct report *r, const struct report_cell *cells)
{
    for (unsigned i = 0; i < r->n_columns; i++)
        text_cell(r, cells, i);
    fputc('\n', r->out);
}

/* -- CSV and JSON -- */

/* The first column has its name from the title above it in text, and none of its own. */
static const char *column_name(const struct report *r, unsigned i)
{
    return r->columns[i][0] ? r->columns[i] : "name";
}

static void csv_row(struct report *r, const struct report_cell *cells)
{
    for (unsigned i = 1; i < r->n_columns; i++) {
        if (cells[i].kind == CELL_BAR || cells[i].kind == CELL_NONE)
            continue;
        fprintf(r->out, "%s,", r->key);
        put_value(r, &cells[0]);
        fprintf(r->out, ",%s,", r->columns[i]);
        put_value(r, &cells[i]);
        fputc('\n', r->out);
    }
}

static void json_row(struct report *r, const struct report_cell *cells)
{
    fputs(r->rows ? ",\n    {" : "\n    {", r->out);
    for (unsigned i = 0; i < r->n_columns; i++) {
        if (cells[i].kind == CELL_BAR || cells[i].kind == CELL_NONE)
            continue;
        fprintf(r->out, "%s\"%s\": ", i ? ", " : "", column_name(r, i));
        put_value(r, &cells[i]);
    }
    fputc('}', r->out);
}

/* -- HTML -- */

static const char *html_class(const struct report_cell *c)
{
    return c->kind == CELL_WORD ? "word" : c->kind == CELL_BAR ? "bars" : "number";
}

static void html_head(struct report *r, const struct report_cell *cells)
{
    fprintf(r->out, "<section id=\"%s\"><h2>", r->key);
    report_escape(r->out, r->title);
    fputs("</h2><div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"", r->out);
    report_escape(r->out, r->title);
    fputs("\"><table>\n<thead><tr>", r->out);
    for (unsigned i = 0; i < r->n_columns; i++)
        if (cells[i].kind == CELL_BAR)
            fputs("<td></td>", r->out);
        else
            fprintf(r->out, "<th scope=\"col\" class=\"%s\">%s</th>", html_class(&cells[i]), column_name(r, i));
    fputs("</tr></thead>\n<tbody>\n", r->out);
}

static void html_bar(FILE *out, const struct report_cell *c)
{
    fprintf(out, "<div class=\"bar\" style=\"width:%.1f%%", 100 * c->number);
    if (c->from > 0)
        fprintf(out, ";margin-left:%.1f%%", 100 * c->from);
    fputs("\"></div>", out);
}

static void html_cell(FILE *out, const struct report_cell *c)
{
    char number[GROUPED_MAX];
    if (c->kind == CELL_WORD)
        report_escape(out, c->word);
    else if (c->kind == CELL_ADDRESS)
        fprintf(out, "0x%016" PRIx64, c->count);
    else if (c->kind == CELL_COUNT)
        fputs(grouped(c->count, 1, number), out);
    else if (c->kind == CELL_NONE)
        fputs("-", out);
    else if (c->kind == CELL_PERCENT)
        fprintf(out, "%.1f&nbsp;%%", c->number);
    else if (c->kind == CELL_NUMBER)
        fprintf(out, "%.4g", c->number);
    else
        html_bar(out, c);
}

static void html_row(struct report *r, const struct report_cell *cells)
{
    fprintf(r->out, "<tr><th scope=\"row\" class=\"%s\">", html_class(&cells[0]));
    html_cell(r->out, &cells[0]);
    fputs("</th>", r->out);
    for (unsigned i = 1; i < r->n_columns; i++) {
        fprintf(r->out, "<td class=\"%s\">", html_class(&cells[i]));
        html_cell(r->out, &cells[i]);
        fputs("</td>", r->out);
    }
    fputs("</tr>\n", r->out);
}

/* -- tables -- */

void report_table(struct report *r, const char *key, const char *title, const char *const *columns, unsigned n)
{
    r->key = key;
    r->title = title;
    r->columns = columns;
    r->n_columns = n;
    r->rows = 0;
    if (r->format == REPORT_JSON)
        fprintf(r->out, "%s\n  \"%s\": [", r->tables ? "," : "", key);
    r->tables += r->format == REPORT_JSON;
}

void report_row(struct report *r, const struct report_cell *cells)
{
    if (!r->rows && r->format != REPORT_JSON)
        r->tables++;
    switch (r->format) {
    case REPORT_TEXT:
        if (!r->rows)
            text_head(r, cells);
        text_row(r, cells);
        break;
    case REPORT_CSV:
        csv_row(r, cells);
        break;
    case REPORT_JSON:
        json_row(r, cells);
        break;
    case REPORT_HTML:
        if (!r->rows)
            html_head(r, cells);
        html_row(r, cells);
        break;
    }
    r->rows++;
}

void report_table_end(struct report *r, const char *remark)
{
    if (r->format == REPORT_JSON)
        fputs(r->rows ? "\n  ]" : "]", r->out);
    if (r->format == REPORT_TEXT && r->rows && remark)
        fprintf(r->out, "  (%s)\n", remark);
    if (r->format != REPORT_HTML || !r->rows)
        return;
    fputs("</tbody></table></div>\n", r->out);
    if (remark) {
        fputs("<p class=\"remark\">", r->out);
        report_escape(r->out, remark);
        fputs("</p>\n", r->out);
    }
    fputs("</section>\n", r->out);
}
