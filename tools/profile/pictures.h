/* SPDX-License-Identifier: MIT */
/*
 * Counts that only the charts of the page show, in constant memory: samples over time, and the latencies of samples
 * without a data source.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include "places.h"

/* The number of spans over time is fixed; their length doubles when a timestamp no longer fits. */
#define TIMELINE_SPANS 256

/* The number of events that are counted by time; timeline.c has their names */
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

#define PICTURES_POINTS 32768 /* the most samples that are kept: every one, then every second, every fourth ... */

struct picture_point {
    uint64_t time;    /* timestamp in ticks */
    uint64_t address; /* data address */
    uint32_t space;   /* address space of the address */
    uint32_t who;     /* number of the thread */
    uint16_t latency; /* total latency in cycles */
    uint8_t has_address, has_latency;
};

/* Latencies by half octaves: from 2^n to 1.5 x 2^n - 1, and from there to the next; 0 is counted with 1 */
#define PICTURES_HALVES 32

struct picture_half {
    uint64_t samples, cycles;
};

struct pictures {
    struct timeline timeline;
    struct picture_half rest[COUNTS_CLASSES][PICTURES_HALVES]; /* records without a data source */
    struct picture_point points[PICTURES_POINTS];
    size_t used;     /* number of points */
    unsigned sparse; /* one of 2^sparse samples with a timestamp is kept */
};

/* The SPE_EVENT_* bit of a column of timeline.spans[].events. */
unsigned pictures_event(unsigned column);

/* Adds a sample. Zeroed storage is empty. */
void pictures_add(struct pictures *p, const struct sample *sample);

unsigned pictures_half(unsigned latency);

/* The least latency of a half octave. */
unsigned pictures_half_low(unsigned half);

#endif
