/* SPDX-License-Identifier: MIT */
/* What spe-stat counts: all that a file's records say together, in constant memory. */
#ifndef PROFILE_H
#define PROFILE_H

#include <libspe/spe.h>

#include "asked.h"
#include "branches.h"
#include "checker.h"
#include "groups.h"
#include "pictures.h"
#include "places.h"
#include "select.h"
#include "spe_source.h"

#define PROFILE_KINDS 16 /* of cores, in a profile */

/* Cores of the same implementer and part, which name data sources and events alike. */
struct profile_kind {
    uint64_t midr; /* the least of them; 0: not known */
    uint64_t samples;
};

struct profile {
    char name[512]; /* of the file, or of the first */
    unsigned files;
    struct source_notes notes; /* of all files */
    int is_perf;               /* one of them at least */
    struct profile_kind kinds[PROFILE_KINDS];
    unsigned n_kinds;
    int has_more_kinds; /* than there is room for */
    int is_filtered;
    spe_filter filter;
    struct spe_filter_counts kept;
    int is_checked; /* the rules of the architecture are held against records */
    struct checker check;
    uint64_t findings[SPE_RULES]; /* records that break a rule */
    struct spe_stats stats;
    struct spe_summary summary;  /* of stats */
    int has_saved;               /* what profile_merge() has added is in it */
    struct select select;        /* which samples are wanted, set by the caller */
    struct places places;        /* limit, symfs and the like likewise */
    struct groups groups;        /* the same by names */
    struct asked asked;          /* of the file */
    struct spe_perf_clock clock; /* likewise */
    int has_news;                /* ... that the thread which counts does not have yet */
    int is_surveyed;             /* what its events say is known */
    double interval;             /* operations that a sample stands for; 0: not known, or not one for all files */
    int has_intervals;           /* files differ in it */
    int has_pictures;            /* are wanted, too */
    struct pictures pictures;
    struct branches *branches; /* are counted, too; or NULL */
};

/* Begins a profile that is zero but for what its user sets: is_filtered, filter, select, is_checked, has_pictures,
 * branches, and limit and symbols of places. Returns TOOL_OK, or TOOL_FAILED after a message: there is no memory. */
int profile_begin(struct profile *profile);

/* Takes what a file says beside the samples (source_options.note). */
void profile_note(void *profile, const struct spe_perf_event *event);

/* Decodes and counts all of the source. Says what was lost. Returns TOOL_OK, or TOOL_FAILED after a message: what there
 * is, up to the fault, is counted. */
int profile_add(struct profile *profile, struct spe_source *source);

/* Sums up and finds names, when all has been added. */
void profile_end(struct profile *profile);

/* Adds what another one has counted, but for what is told by address. */
void profile_merge(struct profile *into, const struct profile *from);

/* Counts n samples of cores of that kind. */
void profile_add_kind(struct profile *profile, uint64_t midr, uint64_t n);

/* Whether anything was decoded, be it kept by the filter or not. */
int profile_has_records(const struct profile *profile);

/* The core's words for a data source or an event bit, where all cores that wrote samples have the same; else NULL. */
const char *profile_source_name(const struct profile *profile, unsigned source);
const char *profile_event_name(const struct profile *profile, unsigned bit);

#endif
