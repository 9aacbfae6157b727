/* SPDX-License-Identifier: MIT */
/*
 * Counts that only the charts of the page show, in constant memory: samples over time, and the latencies of samples
 * without a data source.
 */
#ifndef PAGE_COUNTS_H
#define PAGE_COUNTS_H

#include "../profile/profile.h"

/* The number of spans over time is fixed; their length doubles when a timestamp no longer fits. */
#define TIMELINE_SPANS 256

/* The number of events that are counted by time */
#define TIMELINE_EVENTS 4

struct timeline_span {
    uint64_t samples;
    uint64_t cycles; /* sum of the total latencies */
    uint64_t events[TIMELINE_EVENTS];
};

struct timeline {
    struct timeline_span spans[TIMELINE_SPANS]; /* span i: timestamps whose bits above `shift` are first + i */
    uint64_t first;
    uint64_t least, most; /* timestamps */
    uint64_t samples;     /* records that have a timestamp */
    unsigned shift;
};

#define PAGE_POINTS 32768 /* the most samples that are kept: every one, then every second, every fourth ... */

struct page_point {
    uint64_t time;    /* timestamp in ticks */
    uint64_t address; /* data address */
    uint32_t space;   /* address space of the address */
    uint32_t who;     /* number of the thread */
    uint16_t latency; /* total latency in cycles */
    uint8_t has_address, has_latency;
};

/* Latencies by half octaves: from 2^n to 1.5 x 2^n - 1, and from there to the next; 0 is counted with 1 */
#define PAGE_HALVES 32

struct page_half {
    uint64_t samples, cycles;
};

struct page_counts {
    struct timeline timeline;
    struct page_half rest[COUNTS_CLASSES][PAGE_HALVES]; /* records without a data source */
    struct page_point points[PAGE_POINTS];
    size_t used;     /* number of points */
    unsigned sparse; /* one of 2^sparse samples with a timestamp is kept */
};

/* Counts n samples (profile.page). Zeroed storage is empty. */
void page_counts_add(void *counts, const struct sample *samples, size_t n);

static inline const struct page_counts *page_counts(const struct profile *p)
{
    return p->page.context;
}

/* The SPE_EVENT_* bit of a column of timeline.spans[].events. */
unsigned page_event(unsigned column);

unsigned page_half(unsigned latency);

/* The least latency of a half octave. */
unsigned page_half_low(unsigned half);

#endif
