/* SPDX-License-Identifier: MIT */
/* Where samples were taken, and who ran: counts for each place, in bounded memory. */
#ifndef PLACES_H
#define PLACES_H

#include <libspe/clock.h>
#include <libspe/record.h>

#include "spaces.h"
#include "symbols.h"
#include "tally.h"

#define PLACES_PAGE UINT64_C(4096) /* bytes of a data page */
#define PLACES_LINE UINT64_C(64)   /* and of a cache line, on every core that has SPE so far */
#define PLACES_LIMIT 32768         /* of each kind, if nothing else is asked for */
#define PLACES_CORE 0x80000000u    /* who touched a line, where the thread is not known: a core */

enum { PLACES_LOAD, PLACES_STORE, PLACES_BRANCH, PLACES_OTHER, PLACES_UNKNOWN, PLACES_CLASSES };

struct places {
    size_t limit; /* set by the caller; 0: PLACES_LIMIT */
    struct spaces spaces;
    struct symbols symbols;
    struct spe_perf_clock clock; /* of the file; mult 0: none */
    struct tally pcs, targets;   /* program counters; where branches went */
    struct tally pages, lines;   /* of data */
    struct tally who, cores;     /* by identity; by number of the core */
    struct counts levels[4];     /* by exception level */
    struct counts classes[PLACES_CLASSES];
    struct counts unsourced[PLACES_CLASSES]; /* without a data source */
    uint64_t served[SPE_LEVELS];             /* loads by the level that served them */
    uint64_t first, last;                    /* nanoseconds; first is after last: not known */
    uint64_t saved;                          /* nanoseconds that saved profiles were recorded for, one after another */
};

/* A record, and what is known of it beside what it holds. */
struct sample {
    const struct spe_record *record;
    uint64_t midr;
    uint64_t time; /* nanoseconds of perf's clock; UINT64_MAX: not known */
    uint32_t cpu;  /* UINT32_MAX: not known */
    uint32_t who;  /* identity */
};

/* Returns 0, or -1: there is no memory. */
int places_begin(struct places *p);

/* Who and when, of a record from a core and, where that was traced, a thread. */
struct sample places_sample(struct places *p, const struct spe_record *record, uint64_t midr, uint32_t cpu,
                            uint32_t tid);

void places_add(struct places *p, const struct sample *sample);

/* PLACES_LOAD and the like. */
unsigned places_class(const struct spe_record *record, const struct counted *one);

/* "work (1234)": the name of a process or thread, in text[]. */
const char *places_process(const struct places *p, uint32_t identity, char *text, size_t cap);
const char *places_thread(const struct places *p, uint32_t identity, char *text, size_t cap);

/* How long it was recorded for, in nanoseconds; 0: not known. */
uint64_t places_time(const struct places *p);

void places_free(struct places *p);

#endif
