/* SPDX-License-Identifier: MIT */
/* See page_parts.h: assigns the colours, and draws the chart of where the summed latency is. */
#include <stdlib.h>
#include <string.h>

#include "page_parts.h"
#include "../profile/source_names.h"

/* -- the parts that have a colour -- */

#define COLOURED (CHART_COLOURS - 1) /* parts with a colour of their own; the last colour is for all others */

static void add_histogram(struct page_part *part, const struct spe_histogram *h)
{
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++) {
        struct picture_half *half = &part->halves[chart_counts_half(spe_histogram_low(b))];
        half->samples += h->buckets[b];
        half->cycles += h->buckets[b] * ((uint64_t)spe_histogram_low(b) + spe_histogram_high(b)) / 2;
    }
}

static void add_part(struct page_part *to, const struct profile *p, const struct cycles_part *part)
{
    to->samples += part->samples;
    to->cycles += part->cycles;
    if (part->kind < STAT_UNSOURCED)
        add_histogram(to, profile_source_total(p, part->kind));
    for (unsigned i = 0; part->kind >= STAT_UNSOURCED && i < CHART_COUNTS_HALVES; i++) {
        to->halves[i].samples += p->pictures.rest[part->kind - STAT_UNSOURCED][i].samples;
        to->halves[i].cycles += p->pictures.rest[part->kind - STAT_UNSOURCED][i].cycles;
    }
}

/* Sorts loads first, and each class by cycles, the most first. */
static int by_kind(const void *a, const void *b)
{
    const struct page_part *x = a, *y = b;
    return x->is_rest != y->is_rest ? x->is_rest - y->is_rest : (x->colour > y->colour) - (x->colour < y->colour);
}

unsigned page_parts(const struct profile *p, struct page_part *parts)
{
    struct cycles_part all[CYCLES_PARTS];
    struct page_part others[2];
    const unsigned count = cycles_parts(p, all);
    unsigned n = 0;
    memset(parts, 0, PAGE_PARTS * sizeof *parts);
    memset(others, 0, sizeof others);
    for (unsigned i = 0; i < count; i++) {
        const int is_rest = all[i].kind > STAT_UNSOURCED + PLACES_LOAD;
        struct page_part *to = i < COLOURED ? &parts[n++] : &others[is_rest];
        snprintf(to->name, sizeof to->name, "%.*s", CELLS_NAME_MAX - 1,
                 i < COLOURED ? all[i].name
                 : is_rest    ? "others"
                              : "other loads");
        to->colour = i < COLOURED ? i : COLOURED;
        to->is_rest = is_rest;
        add_part(to, p, &all[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        if (others[i].samples)
            parts[n++] = others[i];
    if (n)
        qsort(parts, n, sizeof *parts, by_kind);
    return n;
}

void page_legend(FILE *out, const struct page_part *parts, unsigned n, int is_rest)
{
    fputs("<ul class=\"legend\">\n", out);
    for (unsigned i = 0; i < n; i++)
        if (parts[i].is_rest == is_rest)
            chart_legend(out, parts[i].colour, parts[i].name);
    fputs("</ul>\n", out);
}

/* -- the picture: the share of each part in all cycles, and in all samples -- */

#define WIDTH 1000.0
#define GAP 1.0

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static uint64_t value_of(const struct page_part *part, int is_samples)
{
    return is_samples ? part->samples : part->cycles;
}

static void draw_bar(FILE *out, const struct page_part *parts, unsigned n, int is_samples, uint64_t all)
{
    const char *const what = is_samples ? "samples" : "summed latency";
    double x = 0;
    fprintf(out,
            "<div class=\"stack\"><span>%s</span><svg viewBox=\"0 0 %.0f 1\" preserveAspectRatio=\"none\" "
            "role=\"img\"><title>Shares of the %s</title>\n",
            what, WIDTH, what);
    for (unsigned i = 0; i < n; i++) {
        const uint64_t value = value_of(&parts[i], is_samples);
        const double width = WIDTH * (double)value / (double)all;
        if (value) {
            fprintf(out, "<rect class=\"c%u\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"1\"><title>", parts[i].colour,
                    x, width > 2 * GAP ? width - GAP : width);
            report_escape(out, parts[i].name);
            fprintf(out, ": %.1f %% of the %s</title></rect>\n", percent(value, all), what);
        }
        x += width;
    }
    fputs("</svg></div>\n", out);
}

/* "Loads: 62.6 % of the summed latency, 16.1 % of the samples", and the meaning of their colours. */
static void put_group(FILE *out, const struct page_part *parts, unsigned n, int is_rest, const uint64_t all[2])
{
    uint64_t sums[2] = {0, 0};
    for (unsigned i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            sums[k] += parts[i].is_rest == is_rest ? value_of(&parts[i], k) : 0;
    if (!sums[1])
        return;
    fprintf(out, "<h3>%s: ", is_rest ? "The rest" : "Loads");
    if (all[0])
        fprintf(out, "%.1f %% of the summed latency, ", percent(sums[0], all[0]));
    fprintf(out, "%.1f %% of the samples</h3>\n<ul class=\"legend\">\n", percent(sums[1], all[1]));
    for (unsigned i = 0; i < n; i++) {
        char text[CELLS_NAME_MAX + 64];
        if (all[0])
            snprintf(text, sizeof text, "%.*s: %.1f %%, of samples %.1f %%", CELLS_NAME_MAX - 1, parts[i].name,
                     percent(parts[i].cycles, all[0]), percent(parts[i].samples, all[1]));
        else
            snprintf(text, sizeof text, "%.*s: %.1f %%", CELLS_NAME_MAX - 1, parts[i].name,
                     percent(parts[i].samples, all[1]));
        if (parts[i].is_rest == is_rest)
            chart_legend(out, parts[i].colour, text);
    }
    fputs("</ul>\n", out);
}

void page_cycles(const struct profile *p, FILE *out)
{
    static struct page_part parts[PAGE_PARTS];
    const unsigned n = page_parts(p, parts);
    uint64_t all[2] = {0, 0};
    for (unsigned i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            all[k] += value_of(&parts[i], k);
    if (!all[1])
        return;
    fputs("<section id=\"summed_chart\"><h2>Summed latency and samples</h2>\n", out);
    if (all[0])
        draw_bar(out, parts, n, 0, all[0]);
    draw_bar(out, parts, n, 1, all[1]);
    put_group(out, parts, n, 0, all);
    put_group(out, parts, n, 1, all);
    fputs("</section>\n", out);
}
