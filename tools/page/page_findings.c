/* SPDX-License-Identifier: MIT */
/* See page_sections.h: the findings, each with a link to the table that shows it. */
#include <inttypes.h>

#include "../report/findings.h"
#include "page_sections.h"

static void put_item(FILE *out, const char *head, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "<br>%s: ", head);
    report_escape(out, text);
}

static void put_finding(FILE *out, const struct finding *f)
{
    char code[FINDING_CODE_MAX];
    fprintf(out, "<li><a href=\"#%s\">", f->kind->table);
    report_escape(out, f->kind->title);
    fprintf(out, "</a>: %.1f&nbsp;%% of the %s (%.1f to %.1f), %" PRIu64 " samples", 100 * f->cost.value, f->of,
            100 * f->cost.low, 100 * f->cost.high, f->samples);
    put_item(out, "code", finding_code(f, code, sizeof code));
    put_item(out, "data", f->object);
    put_item(out, "seen", f->seen);
    put_item(out, "try", f->advice);
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
    fputs(nothing
              ? "</section>\n"
              : "</ol>\n<p class=\"remark\">Those that cost most first; in brackets: 95 % intervals.</p></section>\n",
          out);
}
