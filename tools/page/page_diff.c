/* SPDX-License-Identifier: MIT */
/* See page.h: the page of two profiles. */
#include <math.h>

#include "../report/diff_report.h"
#include "page.h"
#include "page_sections.h"

/* One sentence: the time of the threads, before and after. */
static void put_answer(const struct page *page, FILE *out)
{
    const struct profile *a = page->profile, *b = page->after;
    const int has_time = profile_time_unit(a) == PROFILE_NANOSECONDS && profile_time_unit(b) == PROFILE_NANOSECONDS;
    const double before = (double)profile_time(a) / 1e9, after = (double)profile_time(b) / 1e9;
    if (!has_time || !(before > 0))
        return;
    const double change = 100 * fabs(after - before) / before;
    fprintf(out, "<p class=\"lead\">The threads ran for %.4g&nbsp;s before and for %.4g&nbsp;s after: ", before, after);
    if (change < 0.05)
        fputs("equally long.</p>\n", out);
    else
        fprintf(out, "%.1f&nbsp;%% %s.</p>\n", change, after < before ? "less" : "more");
}

static int put_tables(const struct page *page, FILE *out)
{
    return diff_report(page->profile, page->after, out, REPORT_HTML, page->most, NULL);
}

int page_write_diff(struct profile *before, struct profile *after, FILE *out, size_t most)
{
    char name[8192];
    snprintf(name, sizeof name, "%.4000s and %.4000s", before->name, after->name);
    return page_put(&(struct page){.name = name,
                                   .is = "two Arm SPE profiles",
                                   .profile = before,
                                   .after = after,
                                   .most = most,
                                   .put_lead = put_answer,
                                   .put_body = put_tables},
                    out);
}
