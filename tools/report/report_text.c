/* SPDX-License-Identifier: MIT */
/* See report_text.h: the first column to the left, the others below their names. */
#include "report_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../system/printable.h"
#include "elide.h"

#define FIRST_WIDTH 38
#define FIRST_MOST 100   /* where the terminal is wide */
#define LAST_WIDTH 120   /* of a name that ends a line, without a terminal */
#define NAME_LEAST 24    /* ... on a narrow one */
#define TEXT_LEAST 36    /* of words that end a line */
#define ADDRESS_WIDTH 20 /* with two blanks in front */
#define WORD_WIDTH 20    /* of a word that others follow */
#define WIDTH 13
#define LEAST_WIDTH 10 /* of a number, if there are many columns: */
#define MANY 8
#define BAR_WIDTH 40
#define BAR_LEAST 10
#define WORD_MAX 131072 /* bytes: longer names are cut off */
#define COLUMNS_MOST 64

/* How wide each column is, with the blanks before it; 0: left out. */
struct widths {
    unsigned of[COLUMNS_MOST];
    unsigned natural[COLUMNS_MOST]; /* on a terminal: what no cell exceeds */
    unsigned left_out;
};

/* A first column of words: a quarter of a terminal that is wide. */
static unsigned words_width(const struct report_style *style)
{
    const unsigned quarter = style->terminal / 4;
    return quarter < FIRST_WIDTH ? FIRST_WIDTH : quarter > FIRST_MOST ? FIRST_MOST : quarter;
}

size_t report_text_name_width(const struct report_style *style)
{
    return words_width(style) - 2;
}

/* -- a cell -- */

/* Whether only bars follow. */
static int is_last(const struct report_rows *t, const struct report_cell *cells, unsigned i)
{
    return i + 1 == t->n_columns || (i + 2 == t->n_columns && cells[i + 1].kind == CELL_BAR);
}

/* The text of a cell, in at most `width` characters if it is a name and for a terminal. */
static const char *cell_text(const struct report_style *style, const struct report_cell *c, size_t width, char *text)
{
    char name[ELIDE_MOST], number[REPORT_GROUPED_MAX];
    text[0] = 0;
    if (c->kind == CELL_NAME && style->terminal && c->head)
        return printable(elide_place(c->word, c->head, width, name), text, WORD_MAX);
    if (c->kind == CELL_NAME && style->terminal)
        return printable(elide(c->word, (size_t)c->count, width, name), text, WORD_MAX);
    if (cell_is_word(c))
        return printable(c->word, text, WORD_MAX);
    if (c->kind == CELL_ADDRESS)
        snprintf(text, WORD_MAX, "0x%" PRIx64, c->count);
    else if (c->kind == CELL_COUNT)
        snprintf(text, WORD_MAX, "%s", report_grouped(c->count, style->groups_digits && !cell_is_id(c), number));
    else if (c->kind == CELL_NONE)
        snprintf(text, WORD_MAX, "%s", c->count ? "" : "-");
    else if (c->kind == CELL_PERCENT)
        snprintf(text, WORD_MAX, "%.1f %%", c->number);
    else if (c->kind == CELL_NUMBER)
        snprintf(text, WORD_MAX, "%.4g", c->number);
    return text;
}

#define DOTS "..."

static int is_inside_character(const char *text)
{
    return ((unsigned char)*text & 0xc0) == 0x80;
}

/* Leaves out the middle of what is too long: rows often differ at the end. */
static void cut_out(char *text, size_t width)
{
    const size_t size = strlen(text);
    size_t head = width < 2 * sizeof DOTS ? width : (width - strlen(DOTS) + 1) / 2;
    size_t tail = width < 2 * sizeof DOTS ? size : size - (width - strlen(DOTS) - head);
    if (size <= width)
        return;
    while (head && is_inside_character(text + head))
        head--;
    while (tail < size && is_inside_character(text + tail))
        tail++;
    const size_t n = tail < size ? strlen(DOTS) : 0;
    memmove(text + head + n, text + tail, size - tail + 1);
    memcpy(text + head, DOTS, n);
}

/* Words and addresses have two blanks in front, numbers one. */
static unsigned blanks(const struct report_cell *c)
{
    return cell_is_word(c) || c->kind == CELL_ADDRESS || c->kind == CELL_BAR ? 2 : 1;
}

/* Highlights a large share, as in perf. */
static const char *colour_of(const struct report_rows *t, const struct report_cell *c, unsigned i)
{
    const int is_main = strcmp(t->columns[i], "of time") == 0 || strcmp(t->columns[i], "of latency") == 0;
    return !is_main || c->kind != CELL_PERCENT ? "" : c->number >= 5 ? "\033[31m" : c->number >= 0.5 ? "\033[32m" : "";
}

static void put_bar(FILE *out, const struct report_cell *c, unsigned width)
{
    const int from = (int)(c->from * width), size = (int)(c->number * width);
    fprintf(out, "  %*s", from, "");
    for (int i = 0; i < size; i++)
        fputc('#', out);
}

#define NARROWEST 10 /* characters of wrapped text; on a terminal without room for them, it is not indented */

/* How much of a word a line gets: what is too long for one is broken after a comma, or after another sign. */
static unsigned part_of_word(const char *word, unsigned size, unsigned room)
{
    static const char *const signs[] = {",", ";:/)>]}(<[{=+-.", NULL};
    for (unsigned k = 0; size > room && signs[k]; k++)
        for (unsigned i = room; i-- > 0;)
            if (strchr(signs[k], word[i]))
                return i + 1;
    return size;
}

void report_text_wrap(FILE *out, const char *text, unsigned at, unsigned indent, unsigned width)
{
    report_text_break(out, text, "", at, indent, width);
}

void report_text_break(FILE *out, const char *text, const char *mark, unsigned at, unsigned indent, unsigned width)
{
    int is_part = 0;
    width -= (unsigned)strlen(mark);
    indent = indent + NARROWEST <= width ? indent : 2;
    for (const char *word = text; *word;) {
        unsigned n = (unsigned)strcspn(word, " ");
        if (strncmp(word + n, " %", 2) == 0) /* stays with its number */
            n += 1 + (unsigned)strcspn(word + n + 1, " ");
        const unsigned size = n;
        n = *mark || width < NARROWEST
                ? size
                : part_of_word(word, size, word == text && at > indent ? width - at : width - indent);
        const int is_break = word != text && (is_part || at + 1 + n > width);
        if (is_break) {
            fprintf(out, "%s\n%*s", mark, (int)indent, "");
            at = indent;
        }
        at += (unsigned)fprintf(out, "%s%.*s", is_break || word == text ? "" : " ", (int)n, word);
        is_part = n < size;
        word += n + (word[n] == ' ');
    }
}

static void put_cell(FILE *out, const struct report_rows *t, const struct report_cell *cells, unsigned i,
                     const struct widths *w, const struct report_style *style)
{
    const struct report_cell *c = &cells[i];
    const unsigned before = blanks(c), width = w->of[i] - before;
    const char *const colour = style->is_coloured ? colour_of(t, c, i) : "";
    const int is_left =
        cell_is_word(c) || (c->kind == CELL_ADDRESS && (i == 0 || cell_is_word(&report_row_at(t, 0)[i])));
    char text[WORD_MAX];
    if (c->kind == CELL_BAR) {
        put_bar(out, c, width);
        return;
    }
    cell_text(style, c, width, text);
    fprintf(out, "%*s%s", (int)before, "", colour);
    const int is_end = i + 1 == t->n_columns || (!style->terminal && is_last(t, cells, i));
    if (style->terminal && is_end && c->kind == CELL_WORD) {
        report_text_wrap(out, text, style->terminal - width, style->terminal - width, style->terminal);
        return;
    }
    if (style->terminal)
        cut_out(text, width);
    fprintf(out, is_left ? "%-*s" : "%*s", is_left && is_end ? 0 : (int)width, text);
    fputs(*colour ? "\033[m" : "", out);
}

/* -- widths without a terminal: the same for all rows, so that tables look alike -- */

static unsigned fixed_width(const struct report_rows *t, const struct report_cell *cells, unsigned i,
                            const struct report_style *style)
{
    const unsigned name = (unsigned)strlen(t->columns[i]), title = (unsigned)strlen(t->title) + 1;
    if (i == 0 && (cells[0].kind != CELL_ADDRESS || t->n_columns < MANY))
        return words_width(style);
    if (i == 0)
        return title > ADDRESS_WIDTH ? title : ADDRESS_WIDTH;
    if (cells[i].kind == CELL_BAR)
        return BAR_WIDTH + 2;
    if (cell_is_word(&cells[i]))
        return is_last(t, cells, i) ? LAST_WIDTH + 2 : WORD_WIDTH + 2;
    return (t->n_columns < MANY ? WIDTH : name > LEAST_WIDTH ? name : LEAST_WIDTH) + 1;
}

/* -- widths on a terminal: as much as the cells need, as far as there is room -- */

/* Columns that are left out on a narrow terminal, the least important first, after bars and columns that say the same
 * in all rows. Others stay longer. The second list stays to the end, as does the column that the rows are sorted by. */
static const char *const importance[] = {
    "small pages",  "remote",         "ll misses",   "cores",       "atomics", "threads", "tlb walk",
    "mispredicted", "time, s",        "declared at", "file",        "low",     "high",    "reads at",
    "module",       "summed latency", "share",       "main source", "stores",  "loads",   "before",
    "l1d miss",     "samples",        "most",        "99 %",        "after",   "of time", "of latency"};
static const char *const always[] = {"change", "verdict", "latency more", "object",
                                     "place",  "effect",  "rule",         "source"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static int is_same(const struct report_cell *x, const struct report_cell *y)
{
    if (x->kind != y->kind)
        return 0;
    return cell_is_word(x) ? strcmp(x->word, y->word) == 0
                           : x->count == y->count && !(x->number < y->number) && !(x->number > y->number);
}

/* Whether all rows say the same. */
static int is_constant(const struct report_rows *t, unsigned i)
{
    size_t row = 1;
    while (row < t->count && is_same(&report_row_at(t, 0)[i], &report_row_at(t, row)[i]))
        row++;
    return t->count > 1 && row == t->count;
}

/* Whether the rows are sorted by this column, if the user chose no other. */
static int is_order(const struct report_rows *t, unsigned i)
{
    const char *const column = strstr(t->key, "by_samples") ? "samples" : "of latency";
    return t->sorted ? i == t->sorted : strcmp(t->columns[i], column) == 0;
}

static size_t importance_of(const struct report_rows *t, unsigned i)
{
    size_t at = 0;
    for (size_t n = 0; n < COUNT(always); n++)
        if (is_order(t, i) || strcmp(always[n], t->columns[i]) == 0)
            return SIZE_MAX;
    while (at < COUNT(importance) && strcmp(importance[at], t->columns[i]) != 0)
        at++;
    return report_row_at(t, 0)[i].kind == CELL_BAR || is_constant(t, i) ? 0 : at + 1;
}

static unsigned natural_width(const struct report_rows *t, unsigned i, const struct report_style *style)
{
    const struct report_cell *first = &report_row_at(t, 0)[i];
    const size_t name = report_text_name_width(style),
                 words = style->terminal > 2 * name ? style->terminal - name : name;
    const size_t most = i ? ELIDE_MOST - 1 : first->kind == CELL_NAME ? name : words;
    size_t width = first->kind == CELL_BAR ? BAR_WIDTH : strlen(t->columns[i]);
    char text[WORD_MAX];
    for (size_t row = 0; row < t->count; row++) {
        const size_t n = strlen(cell_text(style, &report_row_at(t, row)[i], most, text));
        width = n > width ? n : width;
    }
    return (unsigned)(width < most ? width : most) + blanks(first);
}

/* What a column can be made narrower to. */
static unsigned least_width(const struct report_rows *t, const struct widths *w, unsigned i)
{
    const struct report_cell *first = &report_row_at(t, 0)[i];
    const unsigned least = first->kind == CELL_NAME && i                       ? NAME_LEAST + 2
                           : cell_is_word(first) && i && i + 1 == t->n_columns ? TEXT_LEAST + 2
                           : first->kind == CELL_BAR                           ? BAR_LEAST + 2
                                                                               : w->natural[i];
    return least < w->natural[i] ? least : w->natural[i];
}

static unsigned sum_of(const struct report_rows *t, const struct widths *w)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < t->n_columns; i++)
        sum += w->of[i];
    return sum;
}

/* Leaves out the least important column; of equal ones the last. Returns 0 if only those are left that always stay. */
static int leave_one_out(const struct report_rows *t, struct widths *w)
{
    unsigned worst = 0;
    for (unsigned i = 1; i < t->n_columns; i++)
        if (w->of[i] && importance_of(t, i) != SIZE_MAX && (!worst || importance_of(t, i) <= importance_of(t, worst)))
            worst = i;
    w->of[worst] = worst ? 0 : w->of[worst];
    w->left_out += worst && report_row_at(t, 0)[worst].kind != CELL_BAR;
    return worst != 0;
}

/* Whether no row has a value in this column. */
static int is_empty(const struct report_rows *t, unsigned i)
{
    size_t row = 0;
    while (row < t->count && report_row_at(t, row)[i].kind == CELL_NONE)
        row++;
    return row == t->count;
}

static void fit(const struct report_rows *t, const struct report_style *style, struct widths *w)
{
    for (unsigned i = 0; i < t->n_columns; i++) {
        w->natural[i] = natural_width(t, i, style);
        w->of[i] = i && (is_empty(t, i) || !report_is_shown(t, i)) ? 0 : least_width(t, w, i);
    }
    while (sum_of(t, w) > style->terminal && leave_one_out(t, w))
        ;
    if (sum_of(t, w) > style->terminal) { /* names give way before what always stays */
        const unsigned over = sum_of(t, w) - style->terminal;
        w->of[0] = w->of[0] > over + NAME_LEAST ? w->of[0] - over : w->of[0] < NAME_LEAST ? w->of[0] : NAME_LEAST;
    }
    for (unsigned i = t->n_columns; --i > 0 && sum_of(t, w) > style->terminal;) {
        const unsigned over = sum_of(t, w) - style->terminal;
        w->of[i] = w->of[i] > over + LEAST_WIDTH ? w->of[i] - over : 0;
    }
    if (w->of[0] > style->terminal)
        w->of[0] = style->terminal > 8 ? style->terminal : 8;
    for (unsigned i = 1; i < t->n_columns; i++) { /* the rest */
        const unsigned sum = sum_of(t, w), rest = sum < style->terminal ? style->terminal - sum : 0;
        const unsigned wanted = w->of[i] ? w->natural[i] - w->of[i] : 0;
        w->of[i] += wanted < rest ? wanted : rest;
    }
    const unsigned title = (unsigned)strlen(t->title) + 1, sum = sum_of(t, w);
    if (title > w->of[0] && title - w->of[0] + sum <= style->terminal)
        w->of[0] = title;
}

/* -- tables -- */

static void put_head(FILE *out, const struct report_rows *t, const struct widths *w, const struct report_style *style)
{
    const struct report_cell *cells = report_row_at(t, 0);
    const int is_apart = style->terminal && strlen(t->title) >= w->of[0];
    fputs(style->is_coloured ? "\033[1m" : "", out);
    if (is_apart) {
        report_text_wrap(out, t->title, 0, 2, style->terminal);
        fputc('\n', out);
    }
    fprintf(out, "%-*s", (int)w->of[0], is_apart ? t->columns[0] : t->title);
    for (unsigned i = 1; i < t->n_columns; i++) {
        if (!w->of[i] || cells[i].kind == CELL_BAR)
            continue;
        const int width = (int)(w->of[i] - blanks(&cells[i]));
        if (cell_is_word(&cells[i]))
            fprintf(out, "  %-*s", is_last(t, cells, i) ? 0 : width, t->columns[i]);
        else
            fprintf(out, " %*s", (int)w->of[i] - 1, t->columns[i]);
    }
    fputs(style->is_coloured ? "\033[m\n" : "\n", out);
}

void report_text_fold(FILE *out, const char *text, unsigned indent, unsigned width)
{
    fprintf(out, "%*s", (int)indent, "");
    report_text_wrap(out, text, indent, indent, width);
    fputc('\n', out);
}

static void put_remark(FILE *out, const char *remark, const struct report_style *style)
{
    char text[WORD_MAX];
    snprintf(text, sizeof text, "(%s)", remark);
    if (style->terminal)
        report_text_fold(out, text, 2, style->terminal);
    else
        fprintf(out, "  %s\n", text);
}

/* A table of one row: "Modules: p; samples 1,705; share 100.0 %" */
static void put_line(FILE *out, const struct report_rows *t, const struct report_style *style)
{
    const struct report_cell *cells = report_row_at(t, 0);
    struct report_style whole = *style;
    char text[2 * WORD_MAX], value[WORD_MAX];
    whole.terminal = 0;
    size_t n = (size_t)snprintf(text, sizeof text, "%s: %s", t->title, cell_text(&whole, &cells[0], 0, value));
    fputs(style->is_coloured ? "\033[1m" : "", out);
    for (unsigned i = 1; i < t->n_columns && n < sizeof text; i++)
        if (cells[i].kind != CELL_BAR && cells[i].kind != CELL_NONE && report_is_shown(t, i) &&
            !(cell_is_word(&cells[i]) && !*cells[i].word))
            n += (size_t)snprintf(text + n, sizeof text - n, "; %s %s", t->columns[i],
                                  cell_text(&whole, &cells[i], 0, value));
    if (style->terminal)
        report_text_wrap(out, text, 0, 2, style->terminal);
    else
        fputs(text, out);
    fputs(style->is_coloured ? "\033[m\n" : "\n", out);
}

unsigned report_text(FILE *out, const struct report_rows *t, const struct report_style *style)
{
    struct widths w = {{0}, {0}, 0};
    if (!t->count || t->n_columns > COLUMNS_MOST)
        return 0;
    if (t->count == 1 && t->n_columns > 1) {
        put_line(out, t, style);
        if (t->remark)
            put_remark(out, t->remark, style);
        return 0;
    }
    if (style->terminal)
        fit(t, style, &w);
    for (unsigned i = 0; !style->terminal && i < t->n_columns; i++)
        w.of[i] = report_is_shown(t, i) ? fixed_width(t, report_row_at(t, 0), i, style) : 0;
    put_head(out, t, &w, style);
    for (size_t row = 0; row < t->count; row++) {
        const struct report_cell *cells = report_row_at(t, row);
        for (unsigned i = 0; i < t->n_columns; i++)
            if (w.of[i])
                put_cell(out, t, cells, i, &w, style);
        fputc('\n', out);
    }
    if (t->remark)
        put_remark(out, t->remark, style);
    return w.left_out;
}
