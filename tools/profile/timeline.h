/* SPDX-License-Identifier: MIT */
/*
 * Counts over time in constant memory. The number of spans is fixed; their length doubles when a timestamp no longer
 * fits.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

#include <libspe/record.h>

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

/* Counts a record if it has a timestamp. Zeroed storage is an empty timeline. */
void timeline_add(struct timeline *t, const struct spe_record *record);

/* The SPE_EVENT_* bit of a column of spans[].events. */
unsigned timeline_event(unsigned column);

#endif
