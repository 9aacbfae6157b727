/* SPDX-License-Identifier: MIT */
/* See stat_report.h: the page, from its parts (page.h). It can be read without scripts, and needs nothing from
 * elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "page.h"

static void put_head(const struct profile *p, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          out);
    report_escape(out, p->name);
    fputs(": Arm SPE profile</title>\n", out);
    page_style(out);
    fputs("</head><body><main>\n<h1>", out);
    report_escape(out, p->name);
    fputs("</h1>\n", out);
}

/* One sentence: what took the most cycles, and which function. */
static void put_lead(const struct profile *p, FILE *out)
{
    struct stat_part parts[STAT_PARTS];
    const uint64_t cycles = p->summary.latencies.total.sum;
    size_t n = 0;
    struct group *functions = groups_rows(&p->groups, GROUPS_FUNCTIONS, &n);
    if (stat_parts(p, parts) && cycles) {
        fprintf(out, "<p class=\"lead\">%.1f&nbsp;%% of the cycles are of ",
                100.0 * (double)parts[0].cycles / (double)cycles);
        report_escape(out, parts[0].name);
        if (n) {
            fprintf(out, "; %.1f&nbsp;%% are in ", 100.0 * (double)functions[0].counts.cycles / (double)cycles);
            if (strcmp(functions[0].name, GROUPS_NO_NAME) == 0)
                report_escape(out, symbols_short(functions[0].where));
            else
                report_escape(out, functions[0].name);
        }
        fputs(".</p>\n", out);
    }
    if (p->has_saved && p->places.pcs.used)
        fputs(
            "<p class=\"remark\">What --save had written is not in the tables by address, process, thread and CPU, nor "
            "in the pictures over time and of the latency of the rest.</p>\n",
            out);
    free(functions);
}

static void put_charts(struct profile *p, FILE *out)
{
    fputs("<div class=\"charts\">\n", out);
    page_latencies(p, out);
    page_times(p, out);
    page_heats(p, out);
    fputs("</div>\n", out);
}

void stat_page(struct profile *profile, FILE *out, size_t most)
{
    struct report r;
    report_begin(&r, out, REPORT_HTML);
    put_head(profile, out);
    if (profile->stats.records) {
        put_lead(profile, out);
        page_cycles(profile, out);
        page_tree(profile, out);
        stat_code(&r, profile, most);
        stat_data(&r, profile, most);
        put_charts(profile, out);
        stat_owners(&r, profile, most);
    }
    fputs("<div class=\"columns\">\n", out);
    stat_facts(&r, profile);
    if (profile->stats.records) {
        stat_cycles(&r, profile);
        stat_rest(&r, profile);
    }
    fputs("</div>\n</main>\n", out);
    page_script(out);
    fputs("</body></html>\n", out);
    report_end(&r);
}
