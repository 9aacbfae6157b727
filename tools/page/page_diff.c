/* SPDX-License-Identifier: MIT */
/* See page.h: the page of two profiles. */
#include <math.h>

#include "../report/diff_report.h"
#include "page.h"
#include "page_sections.h"

static void put_title(const struct profile *a, const struct profile *b, FILE *out)
{
    report_escape(out, a->name);
    fputs(" and ", out);
    report_escape(out, b->name);
}

/* One sentence: the time of the threads, before and after. */
static void put_answer(const struct profile *a, const struct profile *b, FILE *out)
{
    const int has_time = profile_time_unit(a) == PROFILE_NANOSECONDS && profile_time_unit(b) == PROFILE_NANOSECONDS;
    const double before = (double)profile_time(a) / 1e9, after = (double)profile_time(b) / 1e9;
    if (!has_time || !(before > 0))
        return;
    fprintf(
        out,
        "<p class=\"lead\">The threads ran for %.4g&nbsp;s before and for %.4g&nbsp;s after: %.1f&nbsp;%% %s.</p>\n",
        before, after, 100 * fabs(after - before) / before, after < before ? "less" : "more");
}

int page_write_diff(struct profile *before, struct profile *after, FILE *out, size_t most)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          out);
    put_title(before, after, out);
    fputs(": two Arm SPE profiles</title>\n", out);
    page_style(out);
    fputs("</head><body><main>\n<h1>", out);
    put_title(before, after, out);
    fputs("</h1>\n", out);
    put_answer(before, after, out);
    const int status = diff_report(before, after, out, REPORT_HTML, most, NULL);
    fputs("</main>\n</body></html>\n", out);
    return status;
}
