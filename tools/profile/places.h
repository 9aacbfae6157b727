/* SPDX-License-Identifier: MIT */
/* Counts by address and by thread, in bounded memory: where samples were taken, and which threads ran. */
#ifndef PLACES_H
#define PLACES_H

#include <libspe/clock.h>
#include <libspe/record.h>

#include "../input/nodes.h"
#include "../symbols/processes.h"
#include "../symbols/symbols.h"
#include "../symbols/thread_rule.h"
#include "sites.h"
#include "tally.h"

#define PLACES_PAGE UINT64_C(4096) /* bytes of a data page, if the caller sets no other size */
#define PLACES_PAGE_MOST (UINT64_C(1) << 30)
#define PLACES_LINE                                                                                                    \
    UINT64_C(64) /* bytes of a cache line, on every core that has SPE so far; the caller may set others */
#define PLACES_LINE_LEAST UINT64_C(16)
#define PLACES_LINE_MOST UINT64_C(256)
#define PLACES_NODES 4096       /* pairs of nodes */
#define PLACES_LIMIT 32768      /* the default limit for places of each type */
#define PLACES_CORE 0x80000000u /* marks a core that accessed a line, if the thread is not known */

enum { PLACES_LOAD, PLACES_STORE, PLACES_BRANCH, PLACES_OTHER, PLACES_UNKNOWN, PLACES_CLASSES };

struct places {
    size_t limit;  /* set by the caller; 0 means PLACES_LIMIT */
    uint64_t page; /* set by the caller: bytes of a data page; 0 means PLACES_PAGE */
    uint64_t line; /* ... of a cache line; 0 means PLACES_LINE */
    struct nodes nodes;
    struct processes processes;
    struct symbols symbols;
    struct spe_perf_clock clock; /* the file's clock; mult is 0 if it has none */
    struct tally pcs, targets;   /* program counters, with their sites; targets of branches */
    struct tally pages, lines;   /* data addresses */
    struct tally physical;       /* pages by physical address, where the space is its SPE_STATE_* */
    struct tally by_node;        /* by the memory's node, where the space is the core's node; NODES_NONE: not known */
    struct tally who, cores;     /* by identity, where the space is its process's identity; by number of the core */
    struct counts levels[4];     /* by exception level */
    struct counts classes[PLACES_CLASSES];
    struct counts unsourced[PLACES_CLASSES]; /* samples without a data source */
    uint64_t served[COUNTS_LEVELS];          /* loads, by the level that served them */
    uint64_t first, last;                    /* nanoseconds; not known if first is after last */
    uint64_t saved;                          /* nanoseconds for which earlier files were recorded, added up */
};

/* A record, and facts about it in addition to its contents */
struct sample {
    const struct spe_record *record;
    uint64_t midr;
    uint64_t time;             /* nanoseconds of perf's clock; UINT64_MAX if not known */
    uint32_t cpu;              /* UINT32_MAX if not known */
    uint32_t who;              /* number of the thread */
    enum thread_from from;     /* how it is known, or why it is not */
    uint32_t part;             /* parts_of() */
    uint32_t code, target;     /* address spaces of its PC and branch target, if it has them */
    uint32_t data, page, line; /* ... of its data address, and of the beginnings of its page and cache line */
};

/* Returns 0, or -1 if memory runs out. */
int places_begin(struct places *p);

/* Returns the thread and time of a record from a core and, if perf traced one, a thread. places_find_spaces() finds the
 * rest. */
struct sample places_sample(struct places *p, const struct spe_record *record, uint64_t midr, uint32_t cpu,
                            uint32_t tid);

/* Finds the spaces of a sample's addresses. */
void places_find_spaces(struct places *p, struct sample *sample);

/* Count a sample, of which `one` is what counts_of() returns: by code; by page of data; by cache line; by what it is
 * and who ran. Each may run in a thread of its own. */
void places_add_code(struct places *p, const struct sample *sample, const struct counted *one);
void places_add_pages(struct places *p, const struct sample *sample, const struct counted *one);
void places_add_lines(struct places *p, const struct sample *sample, const struct counted *one);
void places_add_owner(struct places *p, const struct sample *sample, const struct counted *one);

/* The bytes of a small page, of which a page of `size` bytes has at most TALLY_SMALL: 4 KiB, or more. 0: none are
 * counted, because the page is not larger. */
uint64_t places_small(uint64_t size);

/* Returns PLACES_LOAD or another class. */
unsigned places_class(const struct spe_record *record, const struct counted *one);

/* Writes "work (1234)" to text[]: the name that a thread had as this identity, or its process had when this identity
 * began. processes_leader() gives the process's own identity at another time. */
const char *places_process(const struct places *p, uint32_t identity, char *text, size_t cap);
const char *places_thread(const struct places *p, uint32_t identity, char *text, size_t cap);

/* The time that was recorded, in nanoseconds; 0 if not known. */
uint64_t places_time(const struct places *p);

/* Ends a file: its time from the first to the last sample is added up. */
void places_end_file(struct places *p);

void places_free(struct places *p);

#endif
