/* SPDX-License-Identifier: MIT */
/*
 * See page_sections.h: heat maps over time, of latencies and of the data addresses of one program. Data addresses are
 * far apart, so only the ranges that were accessed are drawn, one above the other.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page_sections.h"
#include "../system/memory.h"

#define COLUMNS 96
#define ROWS 48

struct heat {
    unsigned counts[ROWS * COLUMNS]; /* the lowest row is the first */
};

static unsigned column_of(const struct timeline *t, uint64_t time)
{
    const double share = (double)(time - t->least) / ((double)(t->most - t->least) + 1);
    return (unsigned)(share * COLUMNS) < COLUMNS ? (unsigned)(share * COLUMNS) : COLUMNS - 1;
}

static void end(struct chart *c, const struct profile *p, const struct heat *heat, const char *remark, FILE *out)
{
    const struct timeline *t = &page_counts(p)->timeline;
    char text[64] = "all samples are drawn";
    const unsigned most = chart_heat(c, heat->counts, COLUMNS, ROWS);
    page_time_axis(c, p, (double)(t->most - t->least) + 1);
    fputs("<p class=\"remark\">samples in a cell: <span class=\"heats\" role=\"img\" aria-label=\"from light to "
          "dark\">",
          out);
    for (unsigned i = 1; i <= CHART_HEATS; i++)
        fprintf(out, "<span class=\"h%u\"></span>", i);
    if (page_counts(p)->sparse)
        snprintf(text, sizeof text, "one sample in %" PRIu64 " is drawn", UINT64_C(1) << page_counts(p)->sparse);
    fprintf(out, "</span> from 1 to %u on a logarithmic scale; %s", most, text);
    report_escape(out, remark);
    fputs("</p></section>\n", out);
}

/* -- latencies: the vertical axis is logarithmic -- */

static double height_of(unsigned latency, unsigned most)
{
    return log(latency ? latency : 1) / log(most + 1.0);
}

static void draw_latencies(const struct profile *p, FILE *out)
{
    static struct heat heat;
    const struct page_counts *counts = page_counts(p);
    struct chart c;
    char label[16];
    unsigned most = 0;
    memset(&heat, 0, sizeof heat);
    for (size_t i = 0; i < counts->used; i++)
        most = counts->points[i].latency > most ? counts->points[i].latency : most;
    for (size_t i = 0; most && i < counts->used; i++) {
        const struct page_point *point = &counts->points[i];
        const unsigned row = (unsigned)(height_of(point->latency, most) * ROWS);
        if (point->has_latency)
            heat.counts[row * COLUMNS + column_of(&counts->timeline, point->time)]++;
    }
    if (!most)
        return;
    fputs("<section id=\"latency_heat\"><h2>Latency over time</h2>\n", out);
    chart_open(&c, out, "Latency over time", CHART_LEFT, "total latency, cycles");
    for (unsigned mark = 1; mark <= most; mark *= most < 64 ? 2 : 4) {
        snprintf(label, sizeof label, "%u", mark);
        chart_mark(&c, height_of(mark, most), label);
    }
    end(&c, p, &heat, "", out);
}

/* -- data addresses -- */

#define STRETCHES 5
#define APART (UINT64_C(4) << 20) /* bytes without a sample that separate two ranges */
#define LEFT 170.0                /* room for names and addresses */
#define NAME 22                   /* characters that fit into it */

struct stretch {
    uint64_t first, last; /* addresses */
    size_t samples;
    unsigned row, rows;
};

static int by_space(const void *a, const void *b)
{
    const struct page_point *x = a, *y = b;
    return x->space != y->space ? (x->space > y->space) - (x->space < y->space)
                                : (x->address > y->address) - (x->address < y->address);
}

static int by_samples(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    return x->samples != y->samples ? (x->samples < y->samples) - (x->samples > y->samples)
                                    : (x->first > y->first) - (x->first < y->first);
}

static int by_first(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Finds the points of the address space with the most accesses, by address: returns the first one and stores their
 * number in *n. Sorts all points. */
static struct page_point *find_space(struct page_point *points, size_t count, size_t *n)
{
    struct page_point *best = points;
    *n = 0;
    if (count)
        qsort(points, count, sizeof *points, by_space);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && points[to].space == points[from].space;)
            to++;
        if (to - from > *n) {
            *n = to - from;
            best = &points[from];
        }
    }
    return best;
}

/* Finds the ranges of n sorted points with the most samples, in order. Returns their number. */
static unsigned find_stretches(const struct page_point *points, size_t n, struct stretch *out)
{
    struct stretch *all = tool_malloc(n * sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (!i || points[i].address - points[i - 1].address > APART)
            all[count++] = (struct stretch){points[i].address, 0, 0, 0, 0};
        all[count - 1].last = points[i].address;
        all[count - 1].samples++;
    }
    qsort(all, count, sizeof *all, by_samples);
    count = count < STRETCHES ? count : STRETCHES;
    qsort(all, count, sizeof *all, by_first);
    memcpy(out, all, count * sizeof *all);
    free(all);
    return (unsigned)count;
}

/* Gives each range the rows that two labels need, and shares out the other rows by samples. */
static void give_rows(struct stretch *s, unsigned n)
{
    const unsigned least = 8;
    size_t samples = 0, before = 0;
    for (unsigned i = 0; i < n; i++)
        samples += s[i].samples;
    for (unsigned i = 0; i < n; i++) {
        const unsigned spare = ROWS - n * least;
        const unsigned from = (unsigned)(spare * before / samples);
        before += s[i].samples;
        s[i].row = i * least + from;
        s[i].rows = least + (unsigned)(spare * before / samples) - from;
    }
}

static void count_point(struct heat *heat, const struct stretch *s, const struct timeline *t,
                        const struct page_point *point)
{
    const double share = (double)(point->address - s->first) / ((double)(s->last - s->first) + 1);
    const unsigned row = (unsigned)(share * s->rows) < s->rows ? (unsigned)(share * s->rows) : s->rows - 1;
    heat->counts[(s->row + row) * COLUMNS + column_of(t, point->time)]++;
}

/* Labels a range with its contents and first address. */
static void label(struct chart *c, struct profile *p, const struct stretch *s, uint32_t space)
{
    struct place place;
    char text[4 * NAME];
    symbols_find(&p->places.symbols, space, s->first, UINT64_MAX, &place);
    snprintf(text, sizeof text, "%.*s", NAME, place.module ? symbols_short(place.module) : "");
    chart_label(c, (s->row + 4.0) / ROWS, text);
    snprintf(text, sizeof text, "0x%" PRIx64, s->first);
    chart_mark(c, (double)s->row / ROWS, text);
}

/* Draws n points of `all`. */
static void draw_addresses(struct profile *p, struct page_point *points, size_t n, size_t all, FILE *out)
{
    static struct heat heat;
    struct stretch stretches[STRETCHES];
    struct chart c;
    char process[256], remark[512];
    size_t k = 0, missed = n;
    const unsigned count = find_stretches(points, n, stretches);
    memset(&heat, 0, sizeof heat);
    give_rows(stretches, count);
    for (unsigned i = 0; i < count; i++) {
        missed -= stretches[i].samples;
        while (points[k].address < stretches[i].first)
            k++;
        for (; k < n && points[k].address <= stretches[i].last; k++)
            count_point(&heat, &stretches[i], &page_counts(p)->timeline, &points[k]);
    }
    fputs("<section id=\"address_heat\"><h2>Data addresses over time</h2>\n", out);
    chart_open(&c, out, "Data addresses over time", LEFT, "first address");
    for (unsigned i = 0; i < count; i++)
        label(&c, p, &stretches[i], points[0].space);
    snprintf(remark, sizeof remark,
             "; data of %s: %zu of %zu samples with a data address, %zu of them outside the picture",
             points[0].address >> 63             ? "the kernel"
             : points[0].who == PROCESSES_NOBODY ? "a process that is not known"
                                                 : places_process(&p->places, points[0].who, process, sizeof process),
             n, all, missed);
    end(&c, p, &heat, remark, out);
}

void page_heats(struct profile *p, FILE *out)
{
    const struct page_counts *counts = page_counts(p);
    struct page_point *points = tool_malloc(sizeof counts->points);
    size_t count = 0, n;
    draw_latencies(p, out);
    for (size_t i = 0; i < counts->used; i++)
        if (counts->points[i].has_address)
            points[count++] = counts->points[i];
    struct page_point *const best = find_space(points, count, &n);
    if (n)
        draw_addresses(p, best, n, count, out);
    free(points);
}
