/* SPDX-License-Identifier: MIT */
/*
 * A finding: what costs much in a profile, and what to try. It is stated only if its cost is more than chance and is
 * worth the work: the lower end of its 95 % interval (intervals.h) is at least the `least` of its type, and
 * FINDINGS_SAMPLES samples or more carry it. Findings need addresses, which saved profiles lack.
 */
#ifndef FINDING_H
#define FINDING_H

#include "../profile/profile.h"
#include "intervals.h"

#define FINDINGS_MOST 32    /* the most costly ones are kept */
#define FINDINGS_SAMPLES 10 /* the least number that carries a finding */
#define FINDINGS_LEAST 0.05 /* the least share that is worth the work */

struct findings;
struct finding_kind;
struct waits;

struct finding {
    const struct finding_kind *kind;
    struct interval cost; /* a share ... */
    const char *of;       /* ... of the "summed latency", "time" or "samples" */
    uint64_t samples;     /* that carry it */
    uint64_t address;     /* of the instruction; 0 if not known */
    struct place code;    /* that does it */
    char object[256];     /* data, or "" */
    char module[256];     /* of the data, or "" */
    char seen[768];       /* what the samples show */
    const char *advice;   /* what to try */
};

struct finding_kind {
    const char *key;      /* "false-sharing" */
    const char *title;    /* "False sharing" */
    const char *table;    /* key of the table that shows it ... */
    const char *table_is; /* ... and its title */
    double least;         /* share, see above */
    void (*judge)(struct findings *f, const struct finding_kind *kind);
    /* for judge_waits(); otherwise NULL */
    const struct site_wait *(*wait)(const struct site *site); /* the wait to sum up; NULL if it does not apply */
    int by_object;                                            /* sums by data object; otherwise by source line */
    void (*describe)(struct findings *f, const struct waits *w, struct finding *out); /* sets seen and advice */
    const char *advice;
};

struct findings {
    struct profile *profile;
    struct finding list[FINDINGS_MOST]; /* the most costly one first */
    size_t n;
    int is_short; /* too few samples to judge */
    int is_saved; /* some or all are of saved profiles */
};

/* The share of `cost` in `whole`, both by part: 1 at most, also the ends of its interval. */
struct interval findings_share(const uint64_t cost[COUNTS_PARTS], const uint64_t whole[COUNTS_PARTS]);

/* Whether its cost and samples suffice. */
int findings_is_stated(const struct finding *finding);

/* Adds a finding that is stated. */
void findings_add(struct findings *f, const struct finding *finding);

/* Instructions that wait, of one source line or on one data object */
struct waits {
    const struct tally_entry *top; /* the one with the most cycles */
    struct place code, data;       /* its place; the object that it accesses most */
    uint32_t space;                /* the process's, that has the object */
    struct site_wait sum;
    uint64_t cycles;
};

/* Stores the names of an object and its module in the finding. */
void findings_name_object(struct finding *out, const struct place *data);

#endif
