/* SPDX-License-Identifier: MIT */
/* See stat_report.h: the page, and its pictures. It needs neither scripts nor anything from elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "stat_report.h"

/* -- total latency by data source: a column for each half octave, a colour for each source -- */

#define HALVES 32

/* Latencies from 2^n to 1.5 x 2^n - 1, and from there to the next; 0 with 1. */
static unsigned half_of(unsigned value)
{
    unsigned n = 0;
    while (value >> n > 1)
        n++;
    return n ? 2 * n + (value >> (n - 1) & 1) : 0;
}

static unsigned half_low(unsigned half)
{
    return half & 1 ? 3u << (half / 2) >> 1 : 1u << half / 2;
}

struct latency_series {
    unsigned source; /* SPE_STATS_SOURCES + 1: what has no colour of its own */
    uint64_t count;
    uint64_t halves[HALVES];
};

static int by_count(const void *a, const void *b)
{
    const struct latency_series *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
                                : (x->source > y->source) - (x->source < y->source);
}

static void series_add(struct latency_series *s, const struct spe_histogram *h)
{
    s->count += h->count;
    for (unsigned b = 0; b < SPE_HISTOGRAM_BUCKETS; b++)
        s->halves[half_of(spe_histogram_low(b))] += h->buckets[b];
}

/* A series for each source, the largest first; those without a colour of their own in the last one. Returns their
 * number. */
static unsigned make_series(const struct profile *p, struct latency_series *series)
{
    unsigned n = 0;
    memset(series, 0, (SPE_STATS_SOURCES + 1) * sizeof *series);
    for (unsigned i = 0; i <= SPE_STATS_NO_SOURCE; i++) {
        if (!p->stats.latencies[i].total.count)
            continue;
        series[n].source = i;
        series_add(&series[n++], &p->stats.latencies[i].total);
    }
    qsort(series, n, sizeof *series, by_count);
    for (unsigned i = CHART_COLOURS; i < n; i++) {
        struct latency_series *rest = &series[CHART_COLOURS - 1];
        rest->source = SPE_STATS_NO_SOURCE + 1;
        for (unsigned half = 0; half < HALVES; half++)
            rest->halves[half] += series[i].halves[half];
    }
    return n < CHART_COLOURS ? n : CHART_COLOURS;
}

static void name_series(const struct profile *p, const struct latency_series *s, char *name)
{
    if (s->source > SPE_STATS_NO_SOURCE)
        snprintf(name, STAT_NAME_MAX, "other data sources");
    else
        stat_source_name(p, s->source, name);
}

/* The halves that have samples. */
struct range {
    unsigned from, to;
};

static struct range find_range(const uint64_t halves[HALVES])
{
    struct range r = {HALVES, 0};
    for (unsigned half = 0; half < HALVES; half++) {
        if (!halves[half])
            continue;
        r.from = r.from < half ? r.from : half & ~1u;
        r.to = half | 1;
    }
    return r;
}

static void draw_latency_columns(struct chart *c, const struct profile *p, const struct latency_series *series,
                                 unsigned n, struct range range)
{
    const double width = 1.0 / (range.to - range.from + 1);
    char name[STAT_NAME_MAX], hint[STAT_NAME_MAX + 80];
    for (unsigned half = range.from; half <= range.to; half++) {
        const double x[2] = {(half - range.from + 0.06) * width, (half - range.from + 0.94) * width};
        double values[2] = {0, 0};
        for (unsigned i = 0; i < n; i++) {
            if (!series[i].halves[half])
                continue;
            name_series(p, &series[i], name);
            snprintf(hint, sizeof hint, "%s, %u to %u cycles: %llu samples", name, half ? half_low(half) : 0,
                     half ? half_low(half + 1) - 1 : 1, (unsigned long long)series[i].halves[half]);
            values[1] = values[0] + (double)series[i].halves[half];
            chart_column(c, x, values, i, hint);
            values[0] = values[1];
        }
    }
}

static void draw_latencies(const struct profile *p, FILE *out)
{
    static struct latency_series series[SPE_STATS_SOURCES + 1];
    const unsigned n = make_series(p, series);
    uint64_t sums[HALVES] = {0}, largest = 0;
    struct chart c;
    char name[STAT_NAME_MAX];
    if (!n)
        return;
    for (unsigned half = 0; half < HALVES; half++) {
        for (unsigned i = 0; i < n; i++)
            sums[half] += series[i].halves[half];
        largest = sums[half] > largest ? sums[half] : largest;
    }
    const struct range range = find_range(sums);
    fputs("<section id=\"latency_chart\"><h2>Total latency by data source</h2>\n", out);
    chart_begin(&c, out, "Samples by total latency and data source", (double)largest, "samples");
    draw_latency_columns(&c, p, series, n, range);
    for (unsigned half = range.from; half <= range.to + 1; half += 2) {
        snprintf(name, sizeof name, "%u", half ? half_low(half) : 0);
        chart_tick(&c, (double)(half - range.from) / (range.to - range.from + 1), name);
    }
    chart_end(&c, "cycles");
    fputs("<ul class=\"legend\">\n", out);
    for (unsigned i = 0; i < n; i++) {
        name_series(p, &series[i], name);
        chart_legend(out, i, name);
    }
    fputs("</ul></section>\n", out);
}

/* -- events over time -- */

/* How long some ticks are, in the unit that suits, if the file says how to make nanoseconds of ticks. (They may be
 * 2^64.) */
static double elapsed(const struct profile *p, double ticks, const char **unit)
{
    static const char *const units[] = {"nanoseconds", "microseconds", "milliseconds", "seconds"};
    unsigned i = 0;
    *unit = "ticks of the timestamp";
    if (!p->notes.clock.mult || p->notes.clock.shift > 63)
        return ticks;
    double time = ticks * (double)p->notes.clock.mult / (double)(UINT64_C(1) << p->notes.clock.shift);
    for (; time >= 2000 && i < 3; i++)
        time /= 1000;
    *unit = units[i];
    return time;
}

static double event_share(const struct timeline_span *span, unsigned event)
{
    return span->samples ? 100.0 * (double)span->events[event] / (double)span->samples : 0;
}

static void draw_time_axis(struct chart *c, const struct profile *p, unsigned spans)
{
    char label[32];
    const char *unit;
    const double end = elapsed(p, (double)spans * (double)(UINT64_C(1) << p->timeline.shift), &unit),
                 step = chart_step(end);
    for (unsigned i = 0; i * step <= end; i++)
        chart_tick(c, i * step / end, chart_number(label, sizeof label, i * step));
    chart_end(c, unit);
}

static void draw_samples(const struct profile *p, FILE *out, const struct timeline_span *span, unsigned n)
{
    struct chart c;
    char hint[64];
    uint64_t largest = 0;
    for (unsigned i = 0; i < n; i++)
        largest = span[i].samples > largest ? span[i].samples : largest;
    chart_begin(&c, out, "Samples over time", (double)largest, "samples");
    for (unsigned i = 0; i < n; i++) {
        const double x[2] = {(double)i / n, (i + 1.0) / n}, values[2] = {0, (double)span[i].samples};
        snprintf(hint, sizeof hint, "%llu samples", (unsigned long long)span[i].samples);
        if (span[i].samples)
            chart_column(&c, x, values, 0, hint);
    }
    draw_time_axis(&c, p, n);
}

/* A line, with gaps where there are no samples. */
static void draw_event(struct chart *c, const struct timeline_span *span, unsigned n, unsigned event)
{
    for (unsigned i = 0; i < n; i++) {
        if (!span[i].samples)
            continue;
        const double x = (i + 0.5) / n, share = event_share(&span[i], event);
        if (!i || !span[i - 1].samples) {
            chart_line_begin(c, event + 1);
            chart_line_to(c, x, share); /* twice, so that one alone is a dot */
        }
        chart_line_to(c, x, share);
        if (i + 1 == n || !span[i + 1].samples)
            chart_line_end(c, spe_event_name(timeline_event(event)));
    }
}

static void draw_events(const struct profile *p, FILE *out, const struct timeline_span *span, unsigned n)
{
    struct chart c;
    double largest = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned event = 0; event < TIMELINE_EVENTS; event++)
            largest = event_share(&span[i], event) > largest ? event_share(&span[i], event) : largest;
    chart_begin(&c, out, "Events over time", largest, "% of the samples");
    for (unsigned event = 0; event < TIMELINE_EVENTS; event++)
        draw_event(&c, span, n, event);
    draw_time_axis(&c, p, n);
    fputs("<ul class=\"legend\">\n", out);
    for (unsigned event = 0; event < TIMELINE_EVENTS; event++)
        chart_legend(out, event + 1, spe_event_name(timeline_event(event)));
    fputs("</ul>\n", out);
}

static void draw_timeline(const struct profile *p, FILE *out)
{
    const struct timeline *t = &p->timeline;
    if (!t->samples)
        return;
    const unsigned from = (unsigned)((t->least >> t->shift) - t->first);
    const unsigned n = (unsigned)((t->most >> t->shift) - (t->least >> t->shift)) + 1;
    fputs("<section id=\"time_chart\"><h2>Over time</h2>\n", out);
    draw_samples(p, out, &t->spans[from], n);
    draw_events(p, out, &t->spans[from], n);
    fputs("</section>\n", out);
}

/* -- the mix: a bar of all samples -- */

static void draw_mix(const struct profile *p, FILE *out)
{
    const struct spe_summary *s = &p->summary;
    const struct {
        const char *name;
        uint64_t n;
    } parts[] = {{"load", s->loads},
                 {"store", s->stores},
                 {"branch", s->classes[SPE_CLASS_BRANCH]},
                 {"other", s->classes[SPE_CLASS_OTHER]},
                 {"reserved or none", s->classes[3] + s->no_operation}};
    const double all = (double)s->records;
    double x = 0;
    char text[64];
    fputs("<section id=\"mix_chart\"><h2>Mix of operations</h2>\n<svg viewBox=\"0 0 720 36\" role=\"img\" "
          "preserveAspectRatio=\"none\" class=\"mix\"><title>Mix of operations</title>\n",
          out);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const double width = 720 * (double)parts[i].n / all;
        if (parts[i].n)
            fprintf(out,
                    "<rect class=\"c%u\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"36\"><title>%s</title></rect>\n", i,
                    x, width, parts[i].name);
        x += width;
    }
    fputs("</svg>\n<ul class=\"legend\">\n", out);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(text, sizeof text, "%s, %.1f %%", parts[i].name, 100 * (double)parts[i].n / all);
        if (parts[i].n)
            chart_legend(out, i, text);
    }
    fputs("</ul></section>\n", out);
}

/* -- the page -- */

static const char style[] =
    ":root{color-scheme:light dark;--text:#1d2330;--dim:#596273;--line:#d5dae2;--page:#fff;--c0:#0060a8;--c1:#c94f00;"
    "--c2:#00795c;--c3:#a3307f;--c4:#7a6200;--c5:#2c87c9;--c6:#6b4bb8;--c7:#68707d}\n"
    "@media(prefers-color-scheme:dark){:root{--text:#e6e9ef;--dim:#a3acba;--line:#3a424f;--page:#14181f;--c0:#5aa9ec;"
    "--c1:#f08a4b;--c2:#3fc09a;--c3:#e07fc0;--c4:#d0b13c;--c5:#9cd0f5;--c6:#b09af0;--c7:#9aa3b0}}\n"
    "body{margin:0 auto;padding:1.5rem;max-width:78rem;background:var(--page);color:var(--text);"
    "font:15px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:0 0 .5rem}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(34rem,100%),1fr));gap:2rem}\n"
    "#mix_chart{grid-column:1/-1}.tables{margin-top:2.5rem;columns:34rem;column-gap:2rem}\n"
    ".tables section{break-inside:avoid;padding-bottom:2rem}section{min-width:0}.wide{overflow-x:auto}.wide "
    "svg{min-width:34rem}\n"
    "svg{display:block;width:100%}rect{shape-rendering:crispEdges}svg.mix{height:2.25rem}\n"
    "svg text{font:12px system-ui,sans-serif;fill:var(--dim)}.grid{stroke:var(--line)}.axis{stroke:var(--dim)}\n"
    ".line{stroke-width:1.5;stroke-linecap:round}polyline.line{fill:none}\n"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\n"
    "thead th{color:var(--dim);font-weight:400}th:first-child,.word{text-align:left}tbody th{font-weight:400}\n"
    ".bars{width:40%}.bar{height:.8rem;background:var(--c0)}.remark{color:var(--dim);margin:.3rem 0 0}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.5rem 0 0}\n"
    ".legend span{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem}\n";

static void put_style(FILE *out)
{
    fprintf(out, "<style>\n%s", style);
    for (unsigned i = 0; i < CHART_COLOURS; i++)
        fprintf(out, "rect.c%u{fill:var(--c%u)}span.c%u{background:var(--c%u)}.line.c%u{stroke:var(--c%u)}\n", i, i, i,
                i, i, i);
    fputs("</style>\n", out);
}

void stat_page(struct profile *profile, FILE *out, size_t most)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          out);
    report_escape(out, profile->name);
    fputs(": Arm SPE profile</title>\n", out);
    put_style(out);
    fputs("</head><body>\n<h1>", out);
    report_escape(out, profile->name);
    fputs("</h1>\n", out);
    if (profile->stats.records) {
        fputs("<div class=\"charts\">\n", out);
        draw_mix(profile, out);
        draw_latencies(profile, out);
        draw_timeline(profile, out);
        fputs("</div>\n", out);
    }
    fputs("<div class=\"tables\">\n", out);
    stat_report(profile, out, REPORT_HTML, most);
    fputs("</div>\n</body></html>\n", out);
}
