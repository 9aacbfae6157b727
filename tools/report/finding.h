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
#define FINDINGS_LEAST 0.05 /* the least share of latency that is worth the work */
#define FINDINGS_FLUSH 10   /* operations: what a mispredicted branch costs, about, to compare it with latency */

struct findings;
struct finding_kind;
struct waits;

struct finding {
    const struct finding_kind *kind;
    struct interval cost; /* a share ... */
    const char *of;       /* ... of the "summed latency" or "operations" */
    double weight;        /* by which findings are in order: of operations, FINDINGS_FLUSH times the share */
    uint64_t samples;     /* that carry it */
    uint64_t address;     /* of the instruction; 0 if not known */
    uint64_t line;        /* address of the shared cache line; 0 if it is none */
    unsigned lines;       /* of a function that it sums up; 0: `code` has the line, if it is known */
    struct place code;    /* that does it */
    char inlined[256];    /* "lock < locker", if it is in an inlined function */
    char object[512];     /* data, or "" */
    char module[256];     /* of the data, or "" */
    char seen[768];       /* what the samples show */
    const char *advice;   /* what to try */
};

struct finding_kind {
    const char *key;   /* "false-sharing" */
    const char *title; /* "False sharing" */
    const char *table; /* key of the table that shows it, if its code has lines */
    double least;      /* share, see above */
    const char *advice;
    void (*judge)(struct findings *f, const struct finding_kind *kind);
    const char *(*unjudged)(const struct profile *p); /* why it cannot be judged: words; NULL if it can */
    /* for judge_waits(); otherwise NULL */
    const struct site_wait *(*wait)(const struct tally_entry *e); /* the wait to sum up; NULL if it does not apply */
    int by_object;                                                /* sums by data object; otherwise by source line */
    void (*describe)(struct findings *f, const struct waits *w, struct finding *out); /* sets seen and advice */
};

struct findings {
    struct profile *profile;
    struct finding list[FINDINGS_MOST]; /* the most costly one first */
    size_t n;
    int is_short;       /* too few samples to judge */
    int is_saved;       /* some or all are of saved profiles */
    char unjudged[512]; /* "no branch was sampled: Mispredicted branches", and others; "" if all were judged */
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
    unsigned lines; /* of a function; 0: of one line or object */
};

/* Appends to text[cap], which has n bytes. Returns how many it has then: cap - 1 at most. */
size_t findings_append(char *text, size_t cap, size_t n, const char *format, ...);

/* Order of objects: by symbol; memory without one by process. 0: the same. */
int finding_by_object(const struct place *x, uint32_t space_x, const struct place *y, uint32_t space_y);

/* Order of code: by function. */
int finding_by_function(const struct place *x, const struct place *y);

/* Order of code: by source line; without one by function; without that by address. 0: the same. */
int finding_by_line(const struct place *x, uint64_t address_x, const struct place *y, uint64_t address_y);

/* Stores the code of that address in the finding. */
void findings_name_code(struct profile *p, struct finding *out, uint32_t space, uint64_t address, uint64_t time);

/* Stores the names of an object and its module in the finding. */
void findings_name_object(struct finding *out, const struct place *data);

#endif
