/* SPDX-License-Identifier: MIT */
/* See page_sections.h: the findings, each with a link to the table that shows it. */
#include <string.h>

#include "../report/findings.h"
#include "page_sections.h"

/* Escapes a sentence; "%" stays on the line of its number. */
static void put_sentence(FILE *out, char *text)
{
    for (char *at; (at = strstr(text, " %")) != NULL; text = at + 1) {
        *at = 0;
        report_escape(out, text);
        fputs("&nbsp;", out);
    }
    report_escape(out, text);
}

static void put_finding(FILE *out, const struct finding *f)
{
    char text[FINDING_TEXT_MAX];
    fprintf(out, "<li><a href=\"#%s", finding_table(f));
    if (*finding_row(f, text)) {
        fputs("\" data-row=\"", out);
        report_escape(out, text);
    }
    if (finding_is_of_line(f)) {
        fputs("\" data-file=\"", out);
        report_escape(out, f->code.file);
    }
    fputs("\">", out);
    report_escape(out, f->kind->title);
    fputs("</a>", out);
    finding_sentence(f, text);
    put_sentence(out, text);
    fputs(".<br>Try: ", out);
    report_escape(out, f->advice);
    fputs("</li>\n", out);
}

void page_findings(struct profile *p, FILE *out)
{
    static struct findings findings; /* static because it is large */
    findings_find(p, &findings);
    fputs("<section id=\"findings\"><h2>Findings</h2>\n", out);
    const char *const nothing = findings_nothing(&findings);
    if (nothing)
        fprintf(out, "<p>%s.</p>\n", nothing);
    else
        fputs("<ol>\n", out);
    for (size_t i = 0; i < findings.n; i++)
        put_finding(out, &findings.list[i]);
    if (!nothing)
        fputs("</ol>\n<p class=\"remark\">Most costly first; 95&nbsp;% intervals in brackets.</p>\n", out);
    if (*findings.unjudged) {
        fputs("<p class=\"remark\">Not judged, since ", out);
        report_escape(out, findings.unjudged);
        fputs(".</p>\n", out);
    }
    fputs("</section>\n", out);
}
