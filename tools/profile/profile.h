/* SPDX-License-Identifier: MIT */
/* The profile: everything that spe-stat counts, in constant memory. */
#ifndef PROFILE_H
#define PROFILE_H

#include <libspe-lab/lab.h>

#include "../input/checker.h"
#include "../input/elapsed.h"
#include "../input/perf_settings.h"
#include "../input/spe_source.h"
#include "groups.h"
#include "objects.h"
#include "places.h"
#include "select.h"

#define PROFILE_KINDS 16               /* the most core types in a profile */
#define PROFILE_SOURCES SHAPES_SOURCES /* the least number of data source values that are counted separately */
#define PROFILE_STORAGE ((PROFILE_SOURCES + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY)

/* Cores of the same implementer and part, which name data sources and events in the same way */
struct profile_kind {
    uint64_t midr; /* the least MIDR_EL1 of these; 0 if not known */
    uint64_t samples;
};

/* What is counted in addition to what shapes give */
enum {
    PROFILE_OWNERS = 1, /* by process, thread and core */
    PROFILE_CODE = 2,
    PROFILE_PAGES = 4,
    PROFILE_LINES = 8,
    PROFILE_OBJECTS = 16,
    PROFILE_WAITS = 32, /* what instructions wait for: for findings */
    PROFILE_ALL = 63,
    PROFILE_NOTHING = 64 /* none of these */
};

/* Samples whose time is known in nanoseconds, or in ticks of a clock whose frequency is not known; samples after gaps,
 * pauses and switches of threads, whose time is not known; samples that a filter chose while they were recorded, which
 * do not represent the time before them. */
enum { PROFILE_NANOSECONDS, PROFILE_TICKS, PROFILE_UNTIMED, PROFILE_FILTERED, PROFILE_TIMES };

/* What samples represent in the whole program; the first row is of all samples that were read, wanted or not. */
enum whole_row {
    WHOLE_READ,
    WHOLE_OPERATIONS,
    WHOLE_LOADS,
    WHOLE_STORES,
    WHOLE_BRANCHES,
    WHOLE_MISPREDICTED,
    WHOLE_REFILLS,
    WHOLE_FROM_MEMORY,
    WHOLE_ROWS
};

/* Samples, and latencies and their sum, by part. 64-bit numbers only */
struct latency_parts {
    uint64_t samples[COUNTS_PARTS], count[COUNTS_PARTS], sum[COUNTS_PARTS];
};

struct profile {
    char name[512]; /* name of the file, or of the first one */
    unsigned files;
    struct source_notes notes; /* for all files together */
    struct account account;    /* of each stream of the files that were read, and not of saved profiles */
    int is_perf;               /* at least one file is perf.data */
    struct profile_kind kinds[PROFILE_KINDS];
    unsigned n_kinds;
    int has_more_kinds; /* more core types than there is room for */
    int is_filtered;
    spe_filter filter;
    struct spe_filter_counts kept;
    int is_checked; /* records are checked against the rules of the architecture */
    struct checker check;
    uint64_t findings[CAPACITY_RULES]; /* records that break a rule */
    struct spe_stats stats;
    struct spe_stats parts[COUNTS_PARTS]; /* of the same samples: records, events, operations and ratios by part */
    uint64_t number;                      /* of samples that were read from the file, by which they are in parts */
    unsigned part;                        /* ... the part of the next ones */
    unsigned shift;                       /* parts_shift() of the file */
    uint64_t streams;                     /* of cores or threads, each of which ends somewhere between two samples */
    uint64_t read_in[COUNTS_PARTS];       /* samples that were read, wanted or not, by part */
    uint64_t read_time_in[COUNTS_PARTS];  /* ... and the time that they represent */
    uint64_t whole[WHOLE_ROWS][COUNTS_PARTS]; /* half operations that the samples represent, by part */
    uint64_t without_interval;                /* samples that were read, whose core's interval is not known */
    struct elapsed elapsed;
    uint64_t times[PROFILE_TIMES]; /* samples, by PROFILE_NANOSECONDS ... */
    struct latency_parts latency_parts[SHAPES_LATENCIES], source_parts[PROFILE_SOURCES];
    uint16_t source_rows[SPE_STATS_LEFT_OUT]; /* by data source: its row of source_parts, plus 1; 0 if it has none */
    unsigned source_count;
    spe_source_stats sources; /* with latencies, in storage[] */
    uint8_t storage[PROFILE_STORAGE];
    struct spe_summary summary;     /* of stats */
    struct spe_latencies latencies; /* for all sources together */
    int has_saved;                  /* it includes what profile_merge() has added */
    struct select select;           /* which samples are wanted, set by the caller */
    struct shapes shapes;           /* of the file that is read: what follows is worked out from them */
    struct total levels[4];         /* by exception level */
    struct total classes[COUNTS_CLASSES];
    struct total unsourced[COUNTS_CLASSES]; /* samples without a data source */
    struct places places;                   /* the caller sets limit, symfs and the like */
    struct groups groups;                   /* the same by names */
    struct objects objects;                 /* data, until it is in groups */
    struct perf_settings settings;          /* the file's settings */
    struct nodes nodes;                     /* the file's nodes */
    struct spe_perf_clock clock;            /* the file's clock */
    int has_news;                           /* ... which the thread that counts does not have yet */
    int is_surveyed;                        /* the contents of its events are known */
    double interval;                    /* operations for each sample; 0 if not known, or not the same for all files */
    int has_intervals;                  /* the interval differs between files */
    struct sample_counter page, outlet; /* set by the caller: these count, too; or NULL */
    unsigned wants;                     /* set by the caller: PROFILE_OWNERS ...; 0: PROFILE_ALL */
    unsigned threads;                   /* set by the caller: the most that count; 0: one for each core */
};

/* Begins a profile that is zero except for what its user sets: is_filtered, filter, select, is_checked, page,
 * outlet, wants, and limit, has_parts and symbols of places. */
void profile_begin(struct profile *profile);

/* Makes room for data sources. This is enough for a profile that is only merged into another one. */
void profile_begin_sources(struct profile *profile);

/* Adds what is known of files: the name of the first one, what was read and lost, the operations for each sample (0 if
 * not known), whether they are perf.data. */
void profile_add_files(struct profile *profile, unsigned files, const char *name, const struct source_notes *notes,
                       double interval, int is_perf);

/* Adds what is counted by shape to everything that is worked out from it, and counts from zero again. */
void profile_settle(struct profile *profile);

/* Sums up and finds names, after everything has been added. */
void profile_end(struct profile *profile);

/* Adds the counts of another profile, except those by address. */
void profile_merge(struct profile *into, const struct profile *from);

/* Counts n samples of cores of that type. */
void profile_add_kind(struct profile *profile, uint64_t midr, uint64_t n);

/* Whether the times of the places are known: PROFILE_NANOSECONDS or PROFILE_TICKS, their unit, or -1 if they are not,
 * or if they have both units. */
int profile_time_unit(const struct profile *profile);

/* The time of all samples, in that unit. */
uint64_t profile_time(const struct profile *profile);

/* The number of samples that were read, wanted or not. */
uint64_t profile_read(const struct profile *profile);

/* The parts of a data source below SPE_STATS_LEFT_OUT, or NULL if it has none. profile_add_source_parts() makes them,
 * and returns NULL if they do not fit. */
const struct latency_parts *profile_source_parts(const struct profile *profile, unsigned source);
struct latency_parts *profile_add_source_parts(struct profile *profile, unsigned source);

/* Whether anything was decoded, even if the filter rejected it. */
int profile_has_records(const struct profile *profile);

/* Returns the next data source that occurs, in rising order, after `source` (-1 for the first): its value,
 * SPE_STATS_NO_SOURCE or SPE_STATS_LEFT_OUT. Returns -1 at the end. */
int profile_next_source(const struct profile *profile, int source);

/* The number of samples with a data source. */
uint64_t profile_source_samples(const struct profile *profile, unsigned source);

/* The total latencies of a data source; never NULL, but empty if it has none. */
const struct spe_histogram *profile_source_total(const struct profile *profile, unsigned source);

/* The core's words for a data source or an event bit, if they mean the same on all cores that wrote samples; otherwise
 * NULL. */
const char *profile_source_name(const struct profile *profile, unsigned source);
const char *profile_event_name(const struct profile *profile, unsigned bit);

/* The level of a data source, if it is the same on all cores that wrote samples; otherwise SPE_LEVEL_UNKNOWN. */
unsigned profile_source_level(const struct profile *profile, unsigned source);

#define PROFILE_SOURCE_TEXT 80

/* Writes the name of a data source, "source 13, remote" or "source 13", to text[PROFILE_SOURCE_TEXT]. */
void profile_source_text(const struct profile *profile, unsigned source, char *text);

/* The name of samples of a class (COUNTS_LOAD ...) that have no data source. */
const char *profile_class_name(unsigned class);

#endif
