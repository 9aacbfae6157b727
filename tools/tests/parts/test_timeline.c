/* SPDX-License-Identifier: MIT */
/* Spans of time: each sample is in the span of its time, in any order of the timestamps. */
#include <stdlib.h>
#include <string.h>

#include <libspe/spe.h>

#include "random.h"
#include "tap.h"
#include "profile/timeline.h"

static struct timeline t;

static struct spe_record at(uint64_t time)
{
    return (struct spe_record){
        .present = SPE_HAS_TIMESTAMP | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY, .timestamp = time, .total_latency = 3};
}

/* Adds records with these times. Returns the number of differences in the timeline. */
static int wrong_spans(const uint64_t *times, unsigned n)
{
    int bad = 0;
    uint64_t least = UINT64_MAX, most = 0, samples = 0;
    memset(&t, 0, sizeof t);
    for (unsigned i = 0; i < n; i++) {
        const struct spe_record r = at(times[i]);
        timeline_add(&t, &r);
        least = times[i] < least ? times[i] : least;
        most = times[i] > most ? times[i] : most;
    }
    for (unsigned span = 0; span < TIMELINE_SPANS; span++) {
        uint64_t want = 0;
        for (unsigned i = 0; i < n; i++)
            want += times[i] >> t.shift >= t.first && (times[i] >> t.shift) - t.first == span;
        bad += t.spans[span].samples != want || t.spans[span].cycles != 3 * want;
        samples += want;
    }
    return bad + (samples != n) + (t.samples != n) + (t.least != least) + (t.most != most);
}

/* The least length of spans for these two times. */
static unsigned least_shift(uint64_t least, uint64_t most)
{
    unsigned shift = 0;
    while ((most >> shift) - (least >> shift) >= TIMELINE_SPANS)
        shift++;
    return shift;
}

static void test_times(void)
{
    static const uint64_t ends[] = {0, 255, 256, UINT64_MAX, UINT64_C(1) << 63, 1};
    int bad = wrong_spans(ends, 6), long_spans = 0;
    is(bad, 0, "the first and the last of all times");
    for (unsigned round = 0; round < 300; round++) {
        uint64_t times[40], least = UINT64_MAX, most = 0;
        const unsigned width = 1 + random_below(63), n = 1 + random_below(40);
        const uint64_t base = random_u64() >> random_below(64);
        for (unsigned i = 0; i < n; i++) {
            times[i] = base + (random_u64() >> width);
            least = times[i] < least ? times[i] : least;
            most = times[i] > most ? times[i] : most;
        }
        bad += wrong_spans(times, n);
        long_spans += t.shift > least_shift(least, most) + 1;
    }
    is(bad, 0, "any times in any order: each sample is in its span");
    is(long_spans, 0, "spans are as short as possible, apart from spare ones where times grow");
    const uint64_t down[] = {1000, 999, 800, 745};
    ok(!wrong_spans(down, 4) && t.shift == 0, "256 ticks, backwards: spans of one");
    const uint64_t below[] = {1000, 744};
    ok(!wrong_spans(below, 2) && t.shift == 1, "257: spans of two");
    /* spare spans are where the times grow */
    const uint64_t up[] = {1000, 2000};
    ok(!wrong_spans(up, 2) && t.shift == 2 && t.first == 250, "forwards: spare spans after the last");
    const uint64_t back[] = {2000, 1000};
    ok(!wrong_spans(back, 2) && t.shift == 2 && t.first == 500 - 255, "backwards: spare spans before the first");
}

static void test_columns(void)
{
    static const unsigned events[TIMELINE_EVENTS] = {SPE_EVENT_L1D_REFILL, SPE_EVENT_LL_MISS, SPE_EVENT_TLB_WALK,
                                                     SPE_EVENT_MISPREDICTED};
    int bad = 0;
    memset(&t, 0, sizeof t);
    struct spe_record r = at(5);
    r.present = SPE_HAS_EVENTS;
    timeline_add(&t, &r);
    is(t.samples, 0, "no timestamp: not counted");
    for (unsigned i = 0; i < TIMELINE_EVENTS; i++) {
        r = at(100);
        r.events = UINT64_C(1) << events[i];
        for (unsigned k = 0; k <= i; k++)
            timeline_add(&t, &r);
        bad += timeline_event(i) != events[i];
    }
    const struct timeline_span *span = &t.spans[100 - t.first];
    ok(!bad && span->events[0] == 1 && span->events[1] == 2 && span->events[2] == 3 && span->events[3] == 4, "events");
    r = at(100);
    r.present = SPE_HAS_TIMESTAMP;
    r.events = UINT64_MAX;
    timeline_add(&t, &r);
    ok(span->samples == 11 && span->events[0] == 1 && span->cycles == 30, "absent members are not counted");
    r = at(101);
    r.events = UINT64_C(1) << SPE_EVENT_MISPREDICTED;
    timeline_add(&t, &r);
    r = at(100 + 4096);
    timeline_add(&t, &r);
    span = &t.spans[(100u >> t.shift) - t.first];
    ok(span->samples == 12 && span->cycles == 33 && span->events[3] == 5, "joined spans keep all samples");
}

int main(void)
{
    test_times();
    test_columns();
    return tap_done();
}
