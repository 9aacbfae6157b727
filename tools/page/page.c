/* SPDX-License-Identifier: MIT */
/* See page.h. page_sections.h declares its sections. The page can be read without scripts and needs no other
 * file. */
#include <stdlib.h>
#include <string.h>

#include "../report/annotate.h"
#include "../report/profile_report.h"
#include "../system/message.h"
#include "../system/platform.h"
#include "../system/memory.h"
#include "page.h"
#include "page_sections.h"

/* -- what both pages have -- */

static void put_head(const struct page *page, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          out);
    report_escape(out, page->name);
    fprintf(out, ": %s</title>\n", page->is);
    page_style(out);
    fputs("</head><body><header>\n<a class=\"skip\" href=\"#main\">Skip the contents</a>\n<h1>", out);
    report_escape(out, page->name);
    fputs("</h1>\n", out);
}

/* Appends text up to `end`, which it has. Returns what follows. */
static const char *copy_until(FILE *out, const char *text, const char *end)
{
    const char *at = strstr(text, end);
    at = at ? at : text + strlen(text);
    fwrite(text, 1, (size_t)(at - text), out);
    return at;
}

/* A link to each section of the body that has a heading next to its beginning; how long its tables may be. */
static void put_contents(const char *body, size_t most, FILE *out)
{
    static const char begin[] = "<section id=\"", heading[] = "\"><h2>";
    fputs("<nav aria-label=\"Contents\"><ul>\n", out);
    for (const char *at = body; (at = strstr(at, begin)) != NULL;) {
        const char *const id = at + strlen(begin);
        at = id + strcspn(id, "\"");
        if (strncmp(at, heading, strlen(heading)) != 0 || strncmp(id, ANNOTATE_LISTING, strlen(ANNOTATE_LISTING)) == 0)
            continue;
        fputs("<li><a href=\"#", out);
        copy_until(out, id, "\"");
        fputs("\">", out);
        at = copy_until(out, at + strlen(heading), "</h2>");
        fputs("</a></li>\n", out);
    }
    fprintf(out, "</ul><p class=\"remark\">Each table has at most %zu rows (--top).</p></nav>\n", most);
}

/* Reads a file that was written, as a string. The caller frees it; NULL: it cannot be read. */
static char *read_back(FILE *file)
{
    const long size = fflush(file) == 0 && !ferror(file) && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = size >= 0 ? tool_malloc((size_t)size + 1) : NULL;
    rewind(file);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        return NULL;
    }
    text[size] = 0;
    return text;
}

int page_put(const struct page *page, FILE *out)
{
    FILE *const file = platform_temporary(); /* what the page has is known only when it is written */
    const int status = file ? page->put_body(page, file) : TOOL_FAILED;
    char *const body = file ? read_back(file) : NULL;
    if (file)
        fclose(file);
    put_head(page, out);
    page->put_lead(page, out);
    fputs("</header>\n", out);
    if (body) {
        put_contents(body, page->most, out);
        fprintf(out, "<main id=\"main\">\n%s</main>\n", body);
    }
    page_script(out);
    fputs("</body></html>\n", out);
    free(body);
    return body ? status : tool_error("cannot be written or read; is there room for it?", "temporary file");
}

/* -- the page of a profile -- */

/* One sentence: the largest part of the summed latency, and the function with most of it. */
static void put_lead(const struct page *page, FILE *out)
{
    const struct profile *p = page->profile;
    struct cycles_share shares[CYCLES_SHARES];
    const uint64_t cycles = p->latencies.total.sum;
    size_t n = 0;
    struct group *functions = groups_rows(&p->groups, GROUPS_FUNCTIONS, &n);
    if (cycles_shares(p, shares) && cycles) {
        fprintf(out, "<p class=\"lead\">%.1f&nbsp;%% of the summed latency is from ",
                100.0 * (double)shares[0].cycles / (double)cycles);
        report_escape(out, shares[0].name);
        if (n && groups_is_known(&functions[0])) {
            fprintf(out, "; %.1f&nbsp;%% is in ", 100.0 * (double)functions[0].counts.cycles / (double)cycles);
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
    page_findings(p, out);
    page_cycles(p, out);
    page_tree(p, out);
    fputs("<div class=\"charts\">\n", out);
    page_latencies(p, out);
    page_times(p, out);
    page_heats(p, out);
    fputs("</div>\n", out);
}

static int put_body(const struct page *page, FILE *out)
{
    struct profile *p = page->profile;
    struct report r;
    int status = TOOL_OK;
    report_begin(&r, out, REPORT_HTML, NULL);
    if (p->stats.records) {
        put_charts(p, out);
        tables_code(&r, p, page->most);
        status = annotate_page(p, page->annotate, out);
        tables_data(&r, p, page->most);
        tables_left_out(&r);
        tables_owners(&r, p, page->most);
    }
    fputs("<div class=\"columns\">\n", out);
    tables_account(&r, p);
    tables_facts(&r, p);
    if (p->stats.records) {
        tables_cycles(&r, p);
        tables_rest(&r, p);
    }
    fputs("</div>\n", out);
    return report_end(&r) == TOOL_OK ? status : TOOL_FAILED;
}

int page_write(struct profile *profile, const struct annotate_options *annotate, FILE *out, size_t most)
{
    char name[4096];
    snprintf(name, sizeof name, profile->files > 1 ? "%.4000s and %u more" : "%.4000s", profile->name,
             profile->files - 1);
    return page_put(&(struct page){.name = name,
                                   .is = "Arm SPE profile",
                                   .profile = profile,
                                   .annotate = annotate,
                                   .most = most,
                                   .put_lead = put_lead,
                                   .put_body = put_body},
                    out);
}
