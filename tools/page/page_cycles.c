/* SPDX-License-Identifier: MIT */
/* See page_sections.h: assigns the colours, and draws the chart of where the summed latency is. */
#include <string.h>

#include "page_sections.h"

/* -- the shares and their colours -- */

static const char *const names[PAGE_BANDS] = {
    [BAND_L1] = "level 1 cache",
    [BAND_L2] = "level 2 cache",
    [BAND_SHARED] = "level 3 or system cache",
    [BAND_PEER] = "caches of other cores",
    [BAND_MEMORY] = "memory",
    [BAND_CHIP] = "another chip",
    [BAND_LOADS] = "loads, level not known",
    [BAND_STORES] = "stores",
    [BAND_BRANCHES] = "branches",
    [BAND_REST] = "other operations",
};

/* Add a level: a row here. */
static const uint8_t of_level[] = {
    [SPE_LEVEL_UNKNOWN] = BAND_LOADS,       [SPE_LEVEL_L1] = BAND_L1,
    [SPE_LEVEL_FILL_BUFFER] = BAND_L1,      [SPE_LEVEL_L2] = BAND_L2,
    [SPE_LEVEL_L3] = BAND_SHARED,           [SPE_LEVEL_LAST] = BAND_SHARED,
    [SPE_LEVEL_SYSTEM_CACHE] = BAND_SHARED, [SPE_LEVEL_ON_CHIP] = BAND_SHARED,
    [SPE_LEVEL_PEER_CORE] = BAND_PEER,      [SPE_LEVEL_PEER_CLUSTER] = BAND_PEER,
    [SPE_LEVEL_CLUSTER] = BAND_PEER,        [SPE_LEVEL_BEYOND_LAST] = BAND_MEMORY,
    [SPE_LEVEL_DRAM] = BAND_MEMORY,         [SPE_LEVEL_DEVICE] = BAND_MEMORY,
    [SPE_LEVEL_REMOTE_CACHE] = BAND_CHIP,   [SPE_LEVEL_REMOTE] = BAND_CHIP,
};

unsigned page_band(unsigned level)
{
    return level < sizeof of_level ? of_level[level] : BAND_LOADS;
}

const char *page_band_name(unsigned band)
{
    return names[band];
}

static unsigned band_of(const struct profile *p, unsigned kind)
{
    static const uint8_t of_class[COUNTS_CLASSES] = {[COUNTS_LOAD] = BAND_LOADS,
                                                     [COUNTS_STORE] = BAND_STORES,
                                                     [COUNTS_BRANCH] = BAND_BRANCHES,
                                                     [COUNTS_OTHER] = BAND_REST,
                                                     [COUNTS_UNKNOWN] = BAND_REST};
    return kind < STAT_UNSOURCED ? page_band(profile_source_level(p, kind)) : of_class[kind - STAT_UNSOURCED];
}

static void add_histogram(struct page_share *share, const struct spe_histogram *h)
{
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++) {
        struct page_half *half = &share->halves[page_half(spe_histogram_low(b))];
        half->samples += h->buckets[b];
        half->cycles += h->buckets[b] * ((uint64_t)spe_histogram_low(b) + spe_histogram_high(b)) / 2;
    }
}

void page_shares(const struct profile *p, struct page_share shares[PAGE_BANDS])
{
    struct cycles_share all[CYCLES_SHARES];
    const unsigned count = cycles_shares(p, all);
    memset(shares, 0, PAGE_BANDS * sizeof *shares);
    for (unsigned i = 0; i < count; i++) {
        const unsigned kind = all[i].kind;
        struct page_share *to = &shares[band_of(p, kind)];
        to->samples += all[i].samples;
        to->cycles += all[i].cycles;
        if (kind < STAT_UNSOURCED)
            add_histogram(to, profile_source_total(p, kind));
        for (unsigned half = 0; kind >= STAT_UNSOURCED && half < PAGE_HALVES; half++) {
            to->halves[half].samples += page_counts(p)->rest[kind - STAT_UNSOURCED][half].samples;
            to->halves[half].cycles += page_counts(p)->rest[kind - STAT_UNSOURCED][half].cycles;
        }
    }
}

void page_legend(FILE *out, unsigned bands)
{
    fputs("<ul class=\"legend\">\n", out);
    for (unsigned band = 0; band < PAGE_BANDS; band++)
        if (bands >> band & 1)
            chart_legend(out, band, names[band]);
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

static void draw_bar(FILE *out, const struct page_share *shares, int is_samples, uint64_t all)
{
    const char *const what = is_samples ? "samples" : "summed latency";
    double x = 0;
    fprintf(out,
            "<div class=\"stack\"><span>%s</span><svg viewBox=\"0 0 %.0f 1\" preserveAspectRatio=\"none\" "
            "role=\"img\"><title>Shares of the %s</title>\n",
            what, WIDTH, what);
    for (unsigned band = 0; band < PAGE_BANDS; band++) {
        const uint64_t value = value_of(&shares[band], is_samples);
        const double width = WIDTH * (double)value / (double)all;
        if (value)
            fprintf(out,
                    "<rect class=\"c%u\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"1\"><title>%s: %.1f %% of the "
                    "%s</title></rect>\n",
                    band, x, width > 2 * GAP ? width - GAP : width, names[band], percent(value, all), what);
        x += width;
    }
    fputs("</svg></div>\n", out);
}

/* "Loads: 62.6 % of the summed latency, 16.1 % of the samples", and the meaning of their colours. */
static void put_group(FILE *out, const struct page_share *shares, int is_rest, const uint64_t all[2])
{
    uint64_t sums[2] = {0, 0};
    for (unsigned band = page_first(is_rest); band < page_first(is_rest + 1); band++)
        for (int k = 0; k < 2; k++)
            sums[k] += value_of(&shares[band], k);
    if (!sums[1])
        return;
    fprintf(out, "<h3>%s: ", is_rest ? "The rest" : "Loads");
    if (all[0])
        fprintf(out, "%.1f %% of the summed latency, ", percent(sums[0], all[0]));
    fprintf(out, "%.1f %% of the samples</h3>\n<ul class=\"legend\">\n", percent(sums[1], all[1]));
    for (unsigned band = page_first(is_rest); band < page_first(is_rest + 1); band++) {
        char text[128];
        int n = snprintf(text, sizeof text, "%s: ", names[band]);
        if (all[0])
            n += snprintf(text + n, sizeof text - (size_t)n, "%.1f %%, of samples ",
                          percent(shares[band].cycles, all[0]));
        snprintf(text + n, sizeof text - (size_t)n, "%.1f %%", percent(shares[band].samples, all[1]));
        if (shares[band].samples)
            chart_legend(out, band, text);
    }
    fputs("</ul>\n", out);
}

void page_cycles(const struct profile *p, FILE *out)
{
    static struct page_share shares[PAGE_BANDS];
    uint64_t all[2] = {0, 0};
    page_shares(p, shares);
    for (unsigned band = 0; band < PAGE_BANDS; band++)
        for (int k = 0; k < 2; k++)
            all[k] += value_of(&shares[band], k);
    if (!all[1])
        return;
    fputs("<section id=\"summed_chart\"><h2>Summed latency and samples</h2>\n", out);
    if (all[0])
        draw_bar(out, shares, 0, all[0]);
    draw_bar(out, shares, 1, all[1]);
    put_group(out, shares, 0, all);
    put_group(out, shares, 1, all);
    fputs("</section>\n", out);
}
