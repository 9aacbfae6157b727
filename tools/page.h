/* SPDX-License-Identifier: MIT */
/* The parts of the page of spe-stat --html (stat_report.h), a file each. A part writes sections, or nothing where the
 * profile has nothing for it. */
#ifndef PAGE_H
#define PAGE_H

#include "chart.h"
#include "profile.h"
#include "stat_places.h"

/* Where the cycles go, in one picture. */
void page_cycles(const struct profile *p, FILE *out);

/* Processes, their modules, their functions: an icicle. */
void page_tree(struct profile *p, FILE *out);

/* How long operations took: loads, and the rest. */
void page_latencies(const struct profile *p, FILE *out);

/* Samples, events, latencies and data addresses over time. */
void page_times(const struct profile *p, FILE *out);
void page_heats(struct profile *p, FILE *out);

void page_style(FILE *out);
void page_script(FILE *out);

/* -- what the parts share -- */

/* What has a colour: a part of the profile, or those behind the first ones together. */
struct page_part {
    char name[STAT_NAME_MAX];
    uint64_t samples, cycles;
    unsigned colour;
    int is_rest; /* no loads, and without a data source */
    struct picture_half halves[PICTURES_HALVES];
};

/* The parts with the most cycles, and the others as one of each kind, loads first, in parts[PAGE_PARTS]. Returns their
 * number. */
#define PAGE_PARTS (CHART_COLOURS + 1)
unsigned page_parts(const struct profile *p, struct page_part *parts);

/* A list of what colours mean. */
void page_legend(FILE *out, const struct page_part *parts, unsigned n, int is_rest);

/* The horizontal axis of a picture of the timeline's time. */
void page_time_axis(struct chart *c, const struct profile *p, double ticks);

#endif
