/* SPDX-License-Identifier: MIT */
/* See page_counts.h. */
#include "page_counts.h"

#include <string.h>

/* -- over time -- */

static const uint8_t columns[TIMELINE_EVENTS] = {SPE_EVENT_L1D_REFILL, SPE_EVENT_LL_MISS, SPE_EVENT_TLB_WALK,
                                                 SPE_EVENT_MISPREDICTED};

unsigned page_event(unsigned column)
{
    return columns[column];
}

static void span_merge(struct timeline_span *into, const struct timeline_span *from)
{
    into->samples += from->samples;
    into->cycles += from->cycles;
    for (unsigned i = 0; i < TIMELINE_EVENTS; i++)
        into->events[i] += from->events[i];
}

/* Makes room for `time`: spans as long as needed, with the spare ones on the side where the timestamps grew. */
static void widen(struct timeline *t, uint64_t time)
{
    struct timeline_span old[TIMELINE_SPANS];
    const uint64_t old_first = t->first;
    const unsigned old_shift = t->shift;
    const int is_before = t->samples && time < t->least;
    const uint64_t least = !t->samples || is_before ? time : t->least;
    const uint64_t most = t->samples && t->most > time ? t->most : time;
    memcpy(old, t->spans, sizeof old);
    memset(t->spans, 0, sizeof t->spans);
    while ((most >> t->shift) - (least >> t->shift) >= TIMELINE_SPANS)
        t->shift++;
    t->first = least >> t->shift;
    if (is_before)
        t->first = most >> t->shift < TIMELINE_SPANS ? 0 : (most >> t->shift) - (TIMELINE_SPANS - 1);
    for (unsigned i = 0; i < TIMELINE_SPANS; i++)
        if (old[i].samples)
            span_merge(&t->spans[((old_first + i) >> (t->shift - old_shift)) - t->first], &old[i]);
}

static void add_to_timeline(struct timeline *t, const struct spe_record *record)
{
    if (!(record->present & SPE_HAS_TIMESTAMP))
        return;
    const uint64_t time = record->timestamp;
    if (!t->samples || (time >> t->shift) - t->first >= TIMELINE_SPANS) /* also true for times before the first span */
        widen(t, time);
    t->least = t->samples && t->least < time ? t->least : time;
    t->most = t->most > time ? t->most : time;
    t->samples++;
    struct timeline_span *span = &t->spans[(time >> t->shift) - t->first];
    span->samples++;
    span->cycles += record->present & SPE_HAS_TOTAL_LATENCY ? record->total_latency : 0;
    for (unsigned i = 0; i < TIMELINE_EVENTS && (record->present & SPE_HAS_EVENTS); i++)
        span->events[i] += record->events >> columns[i] & 1;
}

/* -- latencies, points -- */

unsigned page_half(unsigned latency)
{
    unsigned n = 0;
    while (latency >> n > 1)
        n++;
    return n ? 2 * n + (latency >> (n - 1) & 1) : 0;
}

unsigned page_half_low(unsigned half)
{
    if (half < 2)
        return 0;
    return half & 1 ? 3u << (half / 2) >> 1 : 1u << half / 2;
}

/* Keeps every second point. */
static void thin_out(struct page_counts *p)
{
    for (size_t i = 0; i < PAGE_POINTS / 2; i++)
        p->points[i] = p->points[2 * i];
    p->used = PAGE_POINTS / 2;
    p->sparse++;
}

/* Adds a point for a record that the timeline has already counted. */
static void add_point(struct page_counts *p, const struct sample *s)
{
    const struct spe_record *r = s->record;
    if ((p->timeline.samples - 1) & ((UINT64_C(1) << p->sparse) - 1))
        return;
    if (p->used == PAGE_POINTS)
        thin_out(p);
    struct page_point *point = &p->points[p->used++];
    *point = (struct page_point){.time = r->timestamp, .who = s->who};
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

static void add(struct page_counts *p, const struct sample *s)
{
    const struct spe_record *r = s->record;
    add_to_timeline(&p->timeline, r);
    if (r->present & SPE_HAS_TIMESTAMP)
        add_point(p, s);
    if ((r->present & SPE_HAS_TOTAL_LATENCY) && s->shape->source == SPE_STATS_NO_SOURCE) {
        struct page_half *half = &p->rest[s->shape->counted.class][page_half(r->total_latency)];
        half->samples++;
        half->cycles += r->total_latency;
    }
}

void page_counts_add(void *counts, const struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(counts, &samples[i]);
}
