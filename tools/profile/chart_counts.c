/* SPDX-License-Identifier: MIT */
/* See chart_counts.h. */
#include "chart_counts.h"

unsigned chart_counts_half(unsigned latency)
{
    unsigned n = 0;
    while (latency >> n > 1)
        n++;
    return n ? 2 * n + (latency >> (n - 1) & 1) : 0;
}

unsigned chart_counts_half_low(unsigned half)
{
    if (half < 2)
        return 0;
    return half & 1 ? 3u << (half / 2) >> 1 : 1u << half / 2;
}

/* Keeps every second point. */
static void thin_out(struct chart_counts *p)
{
    for (size_t i = 0; i < CHART_COUNTS_POINTS / 2; i++)
        p->points[i] = p->points[2 * i];
    p->used = CHART_COUNTS_POINTS / 2;
    p->sparse++;
}

/* Adds a point for a record that the timeline has already counted. */
static void add_point(struct chart_counts *p, const struct sample *s)
{
    const struct spe_record *r = s->record;
    if ((p->timeline.samples - 1) & ((UINT64_C(1) << p->sparse) - 1))
        return;
    if (p->used == CHART_COUNTS_POINTS)
        thin_out(p);
    struct picture_point *point = &p->points[p->used++];
    *point = (struct picture_point){.time = r->timestamp, .who = s->who};
    if (r->present & SPE_HAS_DATA_VA) {
        point->has_address = 1;
        point->address = spe_address_canonical(r->data_va);
        point->space = s->data;
    }
    if (r->present & SPE_HAS_TOTAL_LATENCY) {
        point->has_latency = 1;
        point->latency = r->total_latency;
    }
}

void chart_counts_add(struct chart_counts *p, const struct sample *s, const struct counted *one)
{
    const struct spe_record *r = s->record;
    timeline_add(&p->timeline, r);
    if (r->present & SPE_HAS_TIMESTAMP)
        add_point(p, s);
    if ((r->present & SPE_HAS_TOTAL_LATENCY) && spe_record_data_source(r) < 0) {
        struct picture_half *half = &p->rest[places_class(r, one)][chart_counts_half(r->total_latency)];
        half->samples++;
        half->cycles += r->total_latency;
    }
}
