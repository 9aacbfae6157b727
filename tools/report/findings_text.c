/* SPDX-License-Identifier: MIT */
/* See findings.h: writes findings for people, and as rows for programs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../profile/groups.h"
#include "../system/printable.h"
#include "findings.h"

#define WIDTH 100 /* of a line without a terminal */
#define INDENT 7

/* Writes words in lines; each but the first is indented. `at` is the column at which the text begins. */
static void put_wrapped(struct report *r, size_t at, const char *text)
{
    const size_t width = r->view.style.terminal ? r->view.style.terminal : WIDTH;
    char shown[4096];
    printable(text, shown, sizeof shown);
    for (const char *word = shown; *word;) {
        const size_t n = strcspn(word, " ");
        if (at + n > width && at > INDENT + 1) {
            fprintf(r->out, "\n%*s", INDENT, "");
            at = INDENT;
        } else if (word != shown) {
            fputc(' ', r->out);
        }
        fprintf(r->out, "%.*s", (int)n, word);
        at += n + 1;
        word += n + (word[n] == ' ');
    }
    fputc('\n', r->out);
}

static void put_line(struct report *r, const char *head, const char *text)
{
    if (!*text)
        return;
    fprintf(r->out, "%*s%s", INDENT, "", head);
    put_wrapped(r, INDENT + strlen(head), text);
}

const char *finding_code(const struct finding *f, char *text, size_t cap)
{
    const struct place *c = &f->code;
    char number[SYMBOLS_NUMBER_MAX];
    size_t n = 0;
    text[0] = 0;
    if (!f->address)
        return text;
    if (c->symbol)
        n = (size_t)snprintf(text, cap, "%.400s%s", c->symbol, symbols_number(c, number));
    else
        n = (size_t)snprintf(text, cap, "0x%" PRIx64, f->address);
    if (c->file)
        n += (size_t)snprintf(text + n, cap - n, ", %.400s:%u", symbols_short(c->file), c->line);
    if (c->module)
        snprintf(text + n, cap - n, " (%.200s)", symbols_short(c->module));
    return text;
}

static void put_text(struct report *r, const struct finding *f, unsigned rank)
{
    char text[FINDING_CODE_MAX];
    snprintf(text, sizeof text, "%s: %.1f %% of the %s (%.1f to %.1f), %" PRIu64 " samples", f->kind->title,
             100 * f->cost.value, f->of, 100 * f->cost.low, 100 * f->cost.high, f->samples);
    fprintf(r->out, "  %2u.  ", rank);
    put_wrapped(r, INDENT, text);
    put_line(r, "code: ", finding_code(f, text, sizeof text));
    snprintf(text, sizeof text, "%s%s%s%s", f->object, *f->module ? " (" : "", symbols_short(f->module),
             *f->module ? ")" : "");
    put_line(r, "data: ", text);
    put_line(r, "seen: ", f->seen);
    put_line(r, "try:  ", f->advice);
    put_line(r, "more: table ", f->kind->table_is);
}

const char *findings_nothing(const struct findings *f)
{
    if (f->n)
        return NULL;
    if (f->is_saved)
        return "not judged, since saved profiles have no addresses";
    return f->is_short ? "not judged, since there are too few samples for intervals"
                       : "nothing stands out; no fault that can be judged costs 5 %";
}

static void write_text(struct report *r, const struct findings *f)
{
    if (!report_wants(r, "findings", "Findings"))
        return;
    if (f->n)
        put_wrapped(r, 0, "Findings, most costly first (95 % intervals in brackets)");
    else
        put_wrapped(r, (size_t)fprintf(r->out, "Findings: "), findings_nothing(f));
    for (unsigned i = 0; i < f->n; i++)
        put_text(r, &f->list[i], i + 1);
    r->tables++;
}

static struct report_cell word_or_none(const char *word)
{
    return word && *word ? cell_word(word) : cell_none();
}

static void write_rows(struct report *r, const struct findings *f)
{
    static const char *const columns[] = {"rank",   "kind",    "title",         "percent",  "low",  "high",
                                          "of",     "samples", "address",       "function", "file", "line",
                                          "module", "object",  "object_module", "seen",     "try",  "table"};
    report_table(r, "findings", "Findings", columns, sizeof columns / sizeof *columns);
    for (unsigned i = 0; i < f->n; i++) {
        const struct finding *one = &f->list[i];
        const struct place *c = &one->code;
        char *function = c->symbol ? groups_symbol(c->symbol, c->nth) : NULL;
        report_row(
            r, (struct report_cell[]){cell_count(i + 1), cell_word(one->kind->key), cell_word(one->kind->title),
                                      cell_number(100 * one->cost.value), cell_number(100 * one->cost.low),
                                      cell_number(100 * one->cost.high), cell_word(one->of), cell_count(one->samples),
                                      one->address ? cell_address(one->address) : cell_none(), word_or_none(function),
                                      word_or_none(c->file), c->file ? cell_count(c->line) : cell_none(),
                                      word_or_none(c->module), word_or_none(one->object), word_or_none(one->module),
                                      word_or_none(one->seen), word_or_none(one->advice), cell_word(one->kind->table)});
        free(function);
    }
    report_table_end(r, NULL);
}

void findings_write(struct report *r, const struct findings *f)
{
    (r->format == REPORT_TEXT ? write_text : write_rows)(r, f);
}
