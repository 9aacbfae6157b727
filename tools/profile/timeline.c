/* SPDX-License-Identifier: MIT */
/* See timeline.h. */
#include "timeline.h"

#include <string.h>

static const uint8_t columns[TIMELINE_EVENTS] = {SPE_EVENT_L1D_REFILL, SPE_EVENT_LL_MISS, SPE_EVENT_TLB_WALK,
                                                 SPE_EVENT_MISPREDICTED};

unsigned timeline_event(unsigned column)
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

void timeline_add(struct timeline *t, const struct spe_record *record)
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
