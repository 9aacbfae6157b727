/* SPDX-License-Identifier: MIT */
/*
 * What happened when, in constant memory: spans of time, as many as there are, that become twice as long whenever the
 * timestamps do not fit any more.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

#include <libspe/record.h>

#define TIMELINE_SPANS 256

/* The events that are counted by time; the names are in timeline.c. */
#define TIMELINE_EVENTS 4

struct timeline_span {
    uint64_t samples;
    uint64_t cycles; /* the sum of the total latencies */
    uint64_t events[TIMELINE_EVENTS];
};

struct timeline {
    struct timeline_span spans[TIMELINE_SPANS]; /* span i: timestamps whose bits above `shift` are first + i */
    uint64_t first;
    uint64_t least, most; /* timestamps */
    uint64_t samples;     /* that have a timestamp */
    unsigned shift;
};

/* Counts a record that has a timestamp; others are not counted. Zeroed storage is an empty timeline. */
void timeline_add(struct timeline *t, const struct spe_record *record);

/* The SPE_EVENT_* bit of a column of spans[].events. */
unsigned timeline_event(unsigned column);

#endif
