/* SPDX-License-Identifier: MIT */
/* See page_sections.h: assigns the colours, and draws the chart of where the summed latency is. */
#include <stdlib.h>
#include <string.h>

#include "page_sections.h"
#include "../profile/profile.h"

/* -- the shares that have a colour -- */

#define COLOURED (CHART_COLOURS - 1) /* shares with a colour of their own; the last colour is for all others */

static void add_histogram(struct page_share *share, const struct spe_histogram *h)
{
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++) {
        struct page_half *half = &share->halves[page_half(spe_histogram_low(b))];
        half->samples += h->buckets[b];
        half->cycles += h->buckets[b] * ((uint64_t)spe_histogram_low(b) + spe_histogram_high(b)) / 2;
    }
}

static void add_share(struct page_share *to, const struct profile *p, const struct cycles_share *share)
{
    to->samples += share->samples;
    to->cycles += share->cycles;
    if (share->kind < STAT_UNSOURCED)
        add_histogram(to, profile_source_total(p, share->kind));
    for (unsigned i = 0; share->kind >= STAT_UNSOURCED && i < PAGE_HALVES; i++) {
        to->halves[i].samples += page_counts(p)->rest[share->kind - STAT_UNSOURCED][i].samples;
        to->halves[i].cycles += page_counts(p)->rest[share->kind - STAT_UNSOURCED][i].cycles;
    }
}

/* Sorts loads first, and each class by cycles, the most first. */
static int by_kind(const void *a, const void *b)
{
    const struct page_share *x = a, *y = b;
    return x->is_rest != y->is_rest ? x->is_rest - y->is_rest : (x->colour > y->colour) - (x->colour < y->colour);
}

unsigned page_shares(const struct profile *p, struct page_share *shares)
{
    struct cycles_share all[CYCLES_SHARES];
    struct page_share others[2];
    const unsigned count = cycles_shares(p, all);
    unsigned n = 0;
    memset(shares, 0, PAGE_SHARES * sizeof *shares);
    memset(others, 0, sizeof others);
    for (unsigned i = 0; i < count; i++) {
        const int is_rest = all[i].kind > STAT_UNSOURCED + COUNTS_LOAD;
        struct page_share *to = i < COLOURED ? &shares[n++] : &others[is_rest];
        snprintf(to->name, sizeof to->name, "%.*s", CELLS_NAME_MAX - 1,
                 i < COLOURED ? all[i].name
                 : is_rest    ? "others"
                              : "other loads");
        to->colour = i < COLOURED ? i : COLOURED;
        to->is_rest = is_rest;
        add_share(to, p, &all[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        if (others[i].samples)
            shares[n++] = others[i];
    if (n)
        qsort(shares, n, sizeof *shares, by_kind);
    return n;
}

void page_legend(FILE *out, const struct page_share *shares, unsigned n, int is_rest)
{
    fputs("<ul class=\"legend\">\n", out);
    for (unsigned i = 0; i < n; i++)
        if (shares[i].is_rest == is_rest)
            chart_legend(out, shares[i].colour, shares[i].name);
    fputs("</ul>\n", out);
}

/* -- the picture: what each share is of all cycles, and in all samples -- */

#define WIDTH 1000.0
#define GAP 1.0

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static uint64_t value_of(const struct page_share *share, int is_samples)
{
    return is_samples ? share->samples : share->cycles;
}

static void draw_bar(FILE *out, const struct page_share *shares, unsigned n, int is_samples, uint64_t all)
{
    const char *const what = is_samples ? "samples" : "summed latency";
    double x = 0;
    fprintf(out,
            "<div class=\"stack\"><span>%s</span><svg viewBox=\"0 0 %.0f 1\" preserveAspectRatio=\"none\" "
            "role=\"img\"><title>Shares of the %s</title>\n",
            what, WIDTH, what);
    for (unsigned i = 0; i < n; i++) {
        const uint64_t value = value_of(&shares[i], is_samples);
        const double width = WIDTH * (double)value / (double)all;
        if (value) {
            fprintf(out, "<rect class=\"c%u\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"1\"><title>", shares[i].colour,
                    x, width > 2 * GAP ? width - GAP : width);
            report_escape(out, shares[i].name);
            fprintf(out, ": %.1f %% of the %s</title></rect>\n", percent(value, all), what);
        }
        x += width;
    }
    fputs("</svg></div>\n", out);
}

/* "Loads: 62.6 % of the summed latency, 16.1 % of the samples", and the meaning of their colours. */
static void put_group(FILE *out, const struct page_share *shares, unsigned n, int is_rest, const uint64_t all[2])
{
    uint64_t sums[2] = {0, 0};
    for (unsigned i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            sums[k] += shares[i].is_rest == is_rest ? value_of(&shares[i], k) : 0;
    if (!sums[1])
        return;
    fprintf(out, "<h3>%s: ", is_rest ? "The rest" : "Loads");
    if (all[0])
        fprintf(out, "%.1f %% of the summed latency, ", percent(sums[0], all[0]));
    fprintf(out, "%.1f %% of the samples</h3>\n<ul class=\"legend\">\n", percent(sums[1], all[1]));
    for (unsigned i = 0; i < n; i++) {
        char text[CELLS_NAME_MAX + 64];
        if (all[0])
            snprintf(text, sizeof text, "%.*s: %.1f %%, of samples %.1f %%", CELLS_NAME_MAX - 1, shares[i].name,
                     percent(shares[i].cycles, all[0]), percent(shares[i].samples, all[1]));
        else
            snprintf(text, sizeof text, "%.*s: %.1f %%", CELLS_NAME_MAX - 1, shares[i].name,
                     percent(shares[i].samples, all[1]));
        if (shares[i].is_rest == is_rest)
            chart_legend(out, shares[i].colour, text);
    }
    fputs("</ul>\n", out);
}

void page_cycles(const struct profile *p, FILE *out)
{
    static struct page_share shares[PAGE_SHARES];
    const unsigned n = page_shares(p, shares);
    uint64_t all[2] = {0, 0};
    for (unsigned i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            all[k] += value_of(&shares[i], k);
    if (!all[1])
        return;
    fputs("<section id=\"summed_chart\"><h2>Summed latency and samples</h2>\n", out);
    if (all[0])
        draw_bar(out, shares, n, 0, all[0]);
    draw_bar(out, shares, n, 1, all[1]);
    put_group(out, shares, n, 0, all);
    put_group(out, shares, n, 1, all);
    fputs("</section>\n", out);
}
