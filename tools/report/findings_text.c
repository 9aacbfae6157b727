/* SPDX-License-Identifier: MIT */
/* See findings.h: writes findings for people, and as rows for programs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../profile/groups.h"
#include "../system/printable.h"
#include "elide.h"
#include "findings.h"

#define WIDTH 100 /* of a line without a terminal */
#define INDENT 6

static void put_wrapped(struct report *r, size_t at, const char *text)
{
    char shown[FINDING_TEXT_MAX + 128];
    printable(text, shown, sizeof shown);
    report_text_wrap(r->out, shown, (unsigned)at, INDENT, r->view.style.terminal ? r->view.style.terminal : WIDTH);
    fputc('\n', r->out);
}

#define NAME 80 /* characters of a name in a sentence */

static size_t append_code(const struct finding *f, char *text, size_t cap, size_t n)
{
    const struct place *c = &f->code;
    char number[SYMBOLS_NUMBER_MAX], name[ELIDE_MOST];
    if (*f->inlined && !f->lines)
        n = findings_append(text, cap, n, " in %s, inlined", f->inlined);
    if (c->symbol)
        n = findings_append(text, cap, n, " in %s%s", elide(c->symbol, 0, NAME, name), symbols_number(c, number));
    else
        n = findings_append(text, cap, n, " at 0x%" PRIx64, f->address);
    if (c->file && !f->lines)
        n = findings_append(text, cap, n, ", %s:%u", symbols_short(c->file), c->line);
    return c->module ? findings_append(text, cap, n, " (%s)", symbols_short(c->module)) : n;
}

const char *finding_sentence(const struct finding *f, char text[FINDING_TEXT_MAX])
{
    char name[ELIDE_MOST];
    size_t n = 0;
    text[0] = 0;
    if (f->address)
        n = append_code(f, text, FINDING_TEXT_MAX, n);
    if (*f->object)
        n = findings_append(text, FINDING_TEXT_MAX, n, ", data %s", elide(f->object, 0, NAME, name));
    if (*f->module)
        n = findings_append(text, FINDING_TEXT_MAX, n, " (%s)", symbols_short(f->module));
    findings_append(text, FINDING_TEXT_MAX, n, ": %.1f %% of the %s (%.1f to %.1f), %" PRIu64 " samples; %s",
                    100 * f->cost.value, f->of, 100 * f->cost.low, 100 * f->cost.high, f->samples, f->seen);
    return text;
}

static int is_of_code(const struct finding *f)
{
    return f->kind->wait && !f->kind->by_object;
}

int finding_is_of_line(const struct finding *f)
{
    return is_of_code(f) && f->code.file && !f->lines;
}

const char *finding_table(const struct finding *f)
{
    if (f->lines)
        return "functions";
    return is_of_code(f) && !f->code.file ? "pcs_by_latency" : f->kind->table; /* code without lines */
}

const char *finding_row(const struct finding *f, char text[FINDING_TEXT_MAX])
{
    if (finding_is_of_line(f))
        snprintf(text, FINDING_TEXT_MAX, "%s:%u", symbols_short(f->code.file), f->code.line);
    else if (f->lines)
        snprintf(text, FINDING_TEXT_MAX, "%s", f->code.symbol);
    else if (f->kind->by_object)
        snprintf(text, FINDING_TEXT_MAX, "%s", f->object);
    else if (f->line || f->address)
        snprintf(text, FINDING_TEXT_MAX, "0x%" PRIx64, f->line ? f->line : f->address);
    else
        text[0] = 0;
    return text;
}

static void put_text(struct report *r, const struct finding *f, unsigned rank)
{
    char sentence[FINDING_TEXT_MAX], text[FINDING_TEXT_MAX + 128];
    snprintf(text, sizeof text, "%s%s; --table=%s", f->kind->title, finding_sentence(f, sentence), finding_table(f));
    put_wrapped(r, (size_t)fprintf(r->out, "%4u. ", rank), text);
    fprintf(r->out, "%*sTry: ", INDENT, "");
    put_wrapped(r, INDENT + strlen("Try: "), f->advice);
}

const char *findings_nothing(const struct findings *f)
{
    if (f->n)
        return NULL;
    if (f->is_saved)
        return "not judged, since saved profiles have no addresses";
    return f->is_short ? FINDINGS_SHORT : "nothing stands out: no fault that these samples can show costs 5 %";
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
    if (*f->unjudged)
        put_wrapped(r, (size_t)fprintf(r->out, "Not judged, since "), f->unjudged);
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
        const char *const file = one->lines ? NULL : c->file;
        char *function = c->symbol ? groups_symbol(c->symbol, c->nth) : NULL;
        report_row(r, (struct report_cell[]){
                          cell_count(i + 1), cell_word(one->kind->key), cell_word(one->kind->title),
                          cell_number(100 * one->cost.value), cell_number(100 * one->cost.low),
                          cell_number(100 * one->cost.high), cell_word(one->of), cell_count(one->samples),
                          one->address ? cell_address(one->address) : cell_none(), word_or_none(function),
                          word_or_none(file), file ? cell_count(c->line) : cell_none(), word_or_none(c->module),
                          word_or_none(one->object), word_or_none(one->module), word_or_none(one->seen),
                          word_or_none(one->advice), cell_word(finding_table(one))});
        free(function);
    }
    report_table_end(r, NULL);
}

void findings_write(struct report *r, const struct findings *f)
{
    (r->format == REPORT_TEXT ? write_text : write_rows)(r, f);
}
