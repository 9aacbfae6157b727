/* SPDX-License-Identifier: MIT */
/* See page_sections.h: samples and events over time. */
#include "page_sections.h"

/* Converts ticks to a suitable unit, if the file has a conversion to nanoseconds. (There may be 2^64 ticks.) */
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

_Static_assert(TIMELINE_EVENTS <= CHART_LINES, "a line for each event");

static double event_share(const struct timeline_span *span, unsigned event)
{
    return span->samples ? 100.0 * (double)span->events[event] / (double)span->samples : 0;
}

void page_time_axis(struct chart *c, const struct profile *p, double ticks)
{
    char label[32];
    const char *unit;
    const double end = elapsed(p, ticks, &unit), step = chart_step(end);
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
        const double next =
            i + 1 < n ? i + 1.1 : n; /* past the edge, so that rounding leaves no gap that looks like a pause */
        const double x[2] = {(double)i / n, next / n}, values[2] = {0, (double)span[i].samples};
        snprintf(hint, sizeof hint, "%llu sample%s", (unsigned long long)span[i].samples,
                 span[i].samples == 1 ? "" : "s");
        if (span[i].samples)
            chart_column(&c, x, values, CHART_PLAIN, hint);
    }
    page_time_axis(&c, p, n * (double)(UINT64_C(1) << page_counts(p)->timeline.shift));
}

/* Draws a line, with gaps where samples are missing. */
static void draw_event(struct chart *c, const struct timeline_span *span, unsigned n, unsigned event)
{
    for (unsigned i = 0; i < n; i++) {
        if (!span[i].samples)
            continue;
        const double x = (i + 0.5) / n, share = event_share(&span[i], event);
        if (!i || !span[i - 1].samples) {
            chart_line_begin(c, event);
            chart_line_to(c, x, share); /* twice, so that a single point is a dot */
        }
        chart_line_to(c, x, share);
        if (i + 1 == n || !span[i + 1].samples)
            chart_line_end(c, spe_event_name(page_event(event)));
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
    page_time_axis(&c, p, n * (double)(UINT64_C(1) << page_counts(p)->timeline.shift));
    fputs("<ul class=\"legend\">\n", out);
    for (unsigned event = 0; event < TIMELINE_EVENTS; event++)
        chart_legend_line(out, event, spe_event_name(page_event(event)));
    fputs("</ul>\n", out);
}

void page_times(const struct profile *p, FILE *out)
{
    const struct timeline *t = &page_counts(p)->timeline;
    if (!t->samples)
        return;
    const unsigned from = (unsigned)((t->least >> t->shift) - t->first);
    const unsigned n = (unsigned)((t->most >> t->shift) - (t->least >> t->shift)) + 1;
    fputs("<section id=\"time_chart\"><h2>Samples over time</h2>\n", out);
    draw_samples(p, out, &t->spans[from], n);
    fputs("</section>\n<section id=\"event_chart\"><h2>Events over time</h2>\n", out);
    draw_events(p, out, &t->spans[from], n);
    fputs("</section>\n", out);
}
