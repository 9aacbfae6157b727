/* SPDX-License-Identifier: MIT */
/*
 * The sections of the page of spe-stat --html (page.h). Each is empty if the profile has no data for it.
 */
#ifndef PAGE_SECTIONS_H
#define PAGE_SECTIONS_H

#include "chart.h"
#include "page_counts.h"
#include "../report/annotate.h"
#include "../report/place_tables.h"

/* A page, and what it is of. */
struct page {
    const char *name, *is;
    struct profile *profile, *after; /* `after`: of diff */
    const struct annotate_options *annotate;
    size_t most;
    void (*put_lead)(const struct page *page, FILE *out); /* in one sentence */
    int (*put_body)(const struct page *page, FILE *out);  /* sections; returns TOOL_OK or TOOL_FAILED */
};

/* Writes a page with a list of its contents. Returns the same. */
int page_put(const struct page *page, FILE *out);

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

/*
 * The shares of a profile. Each has a colour, which is the same on all pages: that of its number (chart.h). Levels that
 * cost about the same share one.
 */
enum page_band {
    BAND_L1,
    BAND_L2,
    BAND_SHARED,
    BAND_PEER,
    BAND_MEMORY,
    BAND_CHIP,
    BAND_LOADS,
    BAND_STORES, /* the first that has no loads */
    BAND_BRANCHES,
    BAND_REST,
    PAGE_BANDS
};

_Static_assert(PAGE_BANDS == CHART_PLAIN, "a colour for each");

struct page_share {
    uint64_t samples, cycles;
    struct page_half halves[PAGE_HALVES];
};

/* Divides all samples. */
void page_shares(const struct profile *p, struct page_share shares[PAGE_BANDS]);

/* The first of the loads (0), of the rest (1), and the end (2). */
static inline unsigned page_first(int is_rest)
{
    return is_rest == 0 ? BAND_L1 : is_rest == 1 ? BAND_STORES : PAGE_BANDS;
}

/* The share of loads from a level, SPE_LEVEL_*; the name of a share. */
unsigned page_band(unsigned level);
const char *page_band_name(unsigned band);

/* Writes a list of the colours' meanings; bands are bits. */
void page_legend(FILE *out, unsigned bands);

/* Draws the horizontal axis of a picture: the timeline's time. */
void page_time_axis(struct chart *c, const struct profile *p, double ticks);

#endif
