/* SPDX-License-Identifier: MIT */
/* What pictures show and no table has, in constant memory: samples by time, and how long those without a data source
 * took. */
#ifndef PICTURES_H
#define PICTURES_H

#include "places.h"
#include "timeline.h"

#define PICTURES_POINTS 32768 /* samples that are kept: every one, every second, every fourth ... */

struct picture_point {
    uint64_t time;    /* ticks of the timestamp */
    uint64_t address; /* of data */
    uint32_t space;   /* that the address is one of */
    uint32_t who;     /* identity */
    uint16_t latency; /* total, cycles */
    uint8_t has_address, has_latency;
};

/* Latencies by half octaves: from 2^n to 1.5 x 2^n - 1, and from there to the next; 0 with 1. */
#define PICTURES_HALVES 32

struct picture_half {
    uint64_t samples, cycles;
};

struct pictures {
    struct timeline timeline;
    struct picture_half rest[PLACES_CLASSES][PICTURES_HALVES]; /* of records without a data source */
    struct picture_point points[PICTURES_POINTS];
    size_t used;     /* of the points */
    unsigned sparse; /* of 2^sparse samples that have a timestamp one is kept */
};

/* Zeroed storage is empty. */
void pictures_add(struct pictures *p, struct places *places, const struct sample *sample);

unsigned pictures_half(unsigned latency);

/* The least latency of a half. */
unsigned pictures_half_low(unsigned half);

#endif
