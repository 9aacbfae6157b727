/* SPDX-License-Identifier: MIT */
/*
 * Counts that only the charts of the page show, in constant memory: samples over time, and the latencies of samples
 * without a data source.
 */
#ifndef CHART_COUNTS_H
#define CHART_COUNTS_H

#include "places.h"
#include "timeline.h"

#define CHART_COUNTS_POINTS 32768 /* the most samples that are kept: every one, then every second, every fourth ... */

struct picture_point {
    uint64_t time;    /* timestamp in ticks */
    uint64_t address; /* data address */
    uint32_t space;   /* address space of the address */
    uint32_t who;     /* number of the thread */
    uint16_t latency; /* total latency in cycles */
    uint8_t has_address, has_latency;
};

/* Latencies by half octaves: from 2^n to 1.5 x 2^n - 1, and from there to the next; 0 is counted with 1 */
#define CHART_COUNTS_HALVES 32

struct picture_half {
    uint64_t samples, cycles;
};

struct chart_counts {
    struct timeline timeline;
    struct picture_half rest[PLACES_CLASSES][CHART_COUNTS_HALVES]; /* records without a data source */
    struct picture_point points[CHART_COUNTS_POINTS];
    size_t used;     /* number of points */
    unsigned sparse; /* one of 2^sparse samples with a timestamp is kept */
};

/* Adds a sample. Zeroed storage is empty. */
void chart_counts_add(struct chart_counts *p, const struct sample *sample, const struct counted *one);

unsigned chart_counts_half(unsigned latency);

/* The least latency of a half octave. */
unsigned chart_counts_half_low(unsigned half);

#endif
