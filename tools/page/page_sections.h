/* SPDX-License-Identifier: MIT */
/*
 * The sections of the page of spe-stat --html (page.h). Each is empty if the profile has no data for it.
 */
#ifndef PAGE_SECTIONS_H
#define PAGE_SECTIONS_H

#include "chart.h"
#include "page_counts.h"
#include "../report/place_tables.h"

/* Writes what costs most, and what to try. */
void page_findings(struct profile *p, FILE *out);

/* Draws where the cycles go, in one picture. */
void page_cycles(const struct profile *p, FILE *out);

/* Draws processes, their modules and their functions as an icicle. */
void page_tree(struct profile *p, FILE *out);

/* Draws the latencies of operations: loads, and all others. */
void page_latencies(const struct profile *p, FILE *out);

/* Draws samples, events, latencies and data addresses over time. */
void page_times(const struct profile *p, FILE *out);
void page_heats(struct profile *p, FILE *out);

void page_style(FILE *out);
void page_script(FILE *out);

/* -- what the sections have in common -- */

/* A share of the profile with a colour, or all shares that follow the coloured ones together. */
struct page_share {
    char name[CELLS_NAME_MAX];
    uint64_t samples, cycles;
    unsigned colour;
    int is_rest; /* not loads, and without a data source */
    struct page_half halves[PAGE_HALVES];
};

/* Stores the shares with the most cycles, and the others as one share for each class, loads first, in
 * shares[PAGE_SHARES]. Returns their number. */
#define PAGE_SHARES (CHART_COLOURS + 1)
unsigned page_shares(const struct profile *p, struct page_share *shares);

/* Writes a list of the colours' meanings. */
void page_legend(FILE *out, const struct page_share *shares, unsigned n, int is_rest);

/* Draws the horizontal axis of a picture: the timeline's time. */
void page_time_axis(struct chart *c, const struct profile *p, double ticks);

#endif
