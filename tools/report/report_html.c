/* SPDX-License-Identifier: MIT */
/* See report_html.h. */
#include "report_html.h"

#include <inttypes.h>
#include <string.h>

#include "elide.h"
#include "escape.h"

static void html_escape(FILE *out, char c)
{
    fprintf(out, "&#%d;", c);
}

void report_escape(FILE *out, const char *text)
{
    escape_text(out, text, "<>&\"", html_escape);
}

static const char *html_class(const struct report_cell *c)
{
    return cell_is_word(c) ? "word" : c->kind == CELL_BAR ? "bars" : "number";
}

static void html_head(FILE *out, const struct report_rows *t)
{
    fprintf(out, "<section id=\"%s\"><h2>", t->key);
    report_escape(out, t->title);
    fputs("</h2><div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"", out);
    report_escape(out, t->title);
    fputs("\"><table>\n<thead><tr>", out);
    const struct report_cell *cells = report_row_at(t, 0);
    for (unsigned i = 0; i < t->n_columns; i++)
        if (cells[i].kind == CELL_BAR)
            fputs("<td></td>", out);
        else if (report_is_shown(t, i))
            fprintf(out, "<th scope=\"col\" class=\"%s\">%s</th>", html_class(&cells[i]), report_column_name(t, i));
    fputs("</tr></thead>\n<tbody>\n", out);
}

void report_escape_name(FILE *out, const char *name, size_t at)
{
    char shorter[ELIDE_MOST];
    if (strlen(name) <= REPORT_PAGE_WIDTH) {
        report_escape(out, name);
        return;
    }
    fputs("<span title=\"", out);
    report_escape(out, name);
    fputs("\">", out);
    report_escape(out, elide(name, at, REPORT_PAGE_WIDTH, shorter));
    fputs("</span>", out);
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
    char number[REPORT_GROUPED_MAX];
    if (c->kind == CELL_WORD)
        report_escape(out, c->word);
    else if (c->kind == CELL_NAME)
        report_escape_name(out, c->word, (size_t)c->count);
    else if (c->kind == CELL_ADDRESS)
        fprintf(out, "0x%" PRIx64, c->count);
    else if (c->kind == CELL_COUNT)
        fputs(report_grouped(c->count, !cell_is_id(c), number), out);
    else if (c->kind == CELL_NONE)
        fputs(c->count ? "" : "-", out);
    else if (c->kind == CELL_PERCENT)
        fprintf(out, "%.1f&nbsp;%%", c->number);
    else if (c->kind == CELL_NUMBER)
        fprintf(out, "%.4g", c->number);
    else
        html_bar(out, c);
}

static void html_row(FILE *out, const struct report_rows *t, const struct report_cell *cells)
{
    fprintf(out, "<tr><th scope=\"row\" class=\"%s\">", html_class(&cells[0]));
    html_cell(out, &cells[0]);
    fputs("</th>", out);
    for (unsigned i = 1; i < t->n_columns; i++) {
        if (!report_is_shown(t, i))
            continue;
        fprintf(out, "<td class=\"%s\">", html_class(&cells[i]));
        html_cell(out, &cells[i]);
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

void report_html(FILE *out, const struct report_rows *t)
{
    if (!t->count)
        return;
    html_head(out, t);
    for (size_t i = 0; i < t->count; i++)
        html_row(out, t, report_row_at(t, i));
    fputs("</tbody></table></div>\n", out);
    if (t->remark) {
        fputs("<p class=\"remark\">", out);
        report_escape(out, t->remark);
        fputs("</p>\n", out);
    }
    fputs("</section>\n", out);
}
