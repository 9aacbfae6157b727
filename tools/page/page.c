/* SPDX-License-Identifier: MIT */
/* See page.h. page_sections.h declares its sections. The page can be read without scripts and needs no other
 * file. */
#include <stdlib.h>
#include <string.h>

#include "../report/profile_report.h"
#include "page.h"
#include "page_sections.h"

/* The first file's name, and how many others there are. */
static void put_name(const struct profile *p, FILE *out)
{
    report_escape(out, p->name);
    if (p->files > 1)
        fprintf(out, " and %u more", p->files - 1);
}

static void put_head(const struct profile *p, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          out);
    put_name(p, out);
    fputs(": Arm SPE profile</title>\n", out);
    page_style(out);
    fputs("</head><body><main>\n<h1>", out);
    put_name(p, out);
    fputs("</h1>\n", out);
}

/* One sentence: the largest part of the summed latency, and the function with most of it. */
static void put_lead(const struct profile *p, FILE *out)
{
    struct cycles_share shares[CYCLES_SHARES];
    const uint64_t cycles = p->latencies.total.sum;
    size_t n = 0;
    struct group *functions = groups_rows(&p->groups, GROUPS_FUNCTIONS, &n);
    if (cycles_shares(p, shares) && cycles) {
        fprintf(out, "<p class=\"lead\">%.1f&nbsp;%% of the summed latency is of ",
                100.0 * (double)shares[0].cycles / (double)cycles);
        report_escape(out, shares[0].name);
        if (n && groups_is_known(&functions[0])) {
            fprintf(out, "; %.1f&nbsp;%% are in ", 100.0 * (double)functions[0].counts.cycles / (double)cycles);
            if (strcmp(functions[0].name, GROUPS_NO_NAME) == 0)
                report_escape(out, symbols_short(functions[0].where));
            else
                report_escape_name(out, functions[0].name, 0);
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

void page_write(struct profile *profile, FILE *out, size_t most)
{
    struct report r;
    report_begin(&r, out, REPORT_HTML, NULL);
    put_head(profile, out);
    if (profile->stats.records) {
        put_lead(profile, out);
        page_findings(profile, out);
        page_cycles(profile, out);
        page_tree(profile, out);
        tables_code(&r, profile, most);
        tables_data(&r, profile, most);
        tables_left_out(&r);
        put_charts(profile, out);
        tables_owners(&r, profile, most);
    }
    fputs("<div class=\"columns\">\n", out);
    tables_account(&r, profile);
    tables_facts(&r, profile);
    if (profile->stats.records) {
        tables_cycles(&r, profile);
        tables_rest(&r, profile);
    }
    fputs("</div>\n</main>\n", out);
    page_script(out);
    fputs("</body></html>\n", out);
    report_end(&r);
}
