/* SPDX-License-Identifier: MIT */
/*
 * See page_sections.h: latencies, with one column for each half octave. The height is the sum of cycles, because slow
 * operations are rare and have few samples.
 */
#include "page_sections.h"

/* The half octaves that have samples */
struct range {
    unsigned from, to;
};

static unsigned half_high(unsigned half)
{
    return half < 2 ? 1 : page_half_low(half + 1) - 1;
}

static struct range find_range(const struct page_share *shares, int is_rest, uint64_t *largest)
{
    struct range r = {PAGE_HALVES, 0};
    *largest = 0;
    for (unsigned half = 0; half < PAGE_HALVES; half++) {
        uint64_t samples = 0, cycles = 0;
        for (unsigned band = page_first(is_rest); band < page_first(is_rest + 1); band++) {
            samples += shares[band].halves[half].samples;
            cycles += shares[band].halves[half].cycles;
        }
        if (!samples)
            continue;
        r.from = r.from < half ? r.from : half & ~1u;
        r.to = half | 1;
        *largest = cycles > *largest ? cycles : *largest;
    }
    return r;
}

/* Returns the shares that have samples, as bits. */
static unsigned draw_columns(struct chart *c, const struct page_share *shares, int is_rest, struct range range)
{
    const double width = 1.0 / (range.to - range.from + 1);
    unsigned bands = 0;
    char hint[160];
    for (unsigned half = range.from; half <= range.to; half++) {
        const double x[2] = {(half - range.from + 0.06) * width, (half - range.from + 0.94) * width};
        double values[2] = {0, 0};
        for (unsigned band = page_first(is_rest); band < page_first(is_rest + 1); band++) {
            const struct page_half *h = &shares[band].halves[half];
            if (!h->samples)
                continue;
            const unsigned low = page_half_low(half), high = half_high(half);
            int n = snprintf(hint, sizeof hint, "%s, %u", page_band_name(band), low);
            if (high > low)
                n += snprintf(hint + n, sizeof hint - (size_t)n, " to %u", high);
            snprintf(hint + n, sizeof hint - (size_t)n, " cycles: %llu sample%s, summed %llu",
                     (unsigned long long)h->samples, h->samples == 1 ? "" : "s", (unsigned long long)h->cycles);
            values[1] = values[0] + (double)h->cycles;
            chart_column(c, x, values, band, hint);
            values[0] = values[1];
            bands |= 1u << band;
        }
    }
    return bands;
}

static void draw(const struct page_share *shares, int is_rest, FILE *out)
{
    struct chart c;
    char label[16];
    uint64_t largest;
    const struct range range = find_range(shares, is_rest, &largest);
    if (range.from > range.to)
        return;
    fprintf(out, "<section id=\"%s\"><h2>%s</h2>\n", is_rest ? "rest_chart" : "latency_chart",
            is_rest ? "Latency of the rest" : "Latency by data source");
    chart_begin(&c, out,
                is_rest ? "Summed latency of the rest by latency" : "Summed latency by latency and data source",
                (double)largest, "cycles, summed");
    const unsigned bands = draw_columns(&c, shares, is_rest, range);
    const unsigned step = range.to - range.from < 20 ? 2 : 4; /* far enough apart for long numbers */
    for (unsigned half = range.from; half <= range.to + 1; half += step) {
        snprintf(label, sizeof label, "%u", page_half_low(half));
        chart_tick(&c, (double)(half - range.from) / (range.to - range.from + 1), label);
    }
    chart_end(&c, "total latency, cycles");
    page_legend(out, bands);
    fputs("</section>\n", out);
}

void page_latencies(const struct profile *p, FILE *out)
{
    static struct page_share shares[PAGE_BANDS];
    page_shares(p, shares);
    draw(shares, 0, out);
    draw(shares, 1, out);
}
