/* SPDX-License-Identifier: MIT */
/* Counts by address and by thread, in bounded memory: where samples were taken, and which threads ran. */
#ifndef PLACES_H
#define PLACES_H

#include <libspe/clock.h>
#include <libspe/record.h>

#include "../input/nodes.h"
#include "../symbols/processes.h"
#include "../symbols/symbols.h"
#include "sample.h"
#include "tally.h"

#define PLACES_PAGE UINT64_C(4096) /* bytes of a data page, if the caller sets no other size */
#define PLACES_PAGE_MOST (UINT64_C(1) << 30)
#define PLACES_LINE UINT64_C(64) /* bytes of a cache line, on every core with SPE so far, if the caller sets no other */
#define PLACES_LINE_LEAST UINT64_C(16)
#define PLACES_LINE_MOST UINT64_C(256)
#define PLACES_TABLES 8
#define PLACES_NODES 4096       /* pairs of nodes */
#define PLACES_LIMIT 32768      /* the default limit for places of each type */
#define PLACES_CORE 0x80000000u /* marks a core that accessed a line, if the thread is not known */

#define SITE_DATA 16 /* data addresses that are kept, from the whole time */
#define SITE_WAYS 48 /* distances that are kept, the first ones */
#define SITE_UNIT 4  /* bytes: their unit */

/* The number of samples that wait, and their cycles of waiting by part (counts.h). 64-bit numbers only */
struct site_wait {
    uint64_t samples, cycles_in[COUNTS_PARTS];
};

/* What a load or store waits for, in addition to its counts; and what its data addresses show. Zeroed storage is empty.
 * Whole cache lines; a sample that does not wait seldom uses more than the first. */
struct site {
    /* data */
    uint64_t last;     /* data address of the sample before */
    uint64_t up, down; /* samples of one thread above, and below, the one before */
    uint64_t accesses; /* with a data address */
    uint32_t last_who; /* the thread of the sample before */
    uint32_t n_ways;   /* distances from one sample to the next of the same thread, if they are not 0 */
    uint64_t strays;   /* mispredicted branches to an address in a register */
    /* A load that data from beyond the core's caches serve, or a store that misses level 1: its latency without that of
     * a page walk */
    struct site_wait wait;
    struct site_wait walk; /* loads and stores with a page walk: the latency of translation */
    uint64_t data[SITE_DATA];
    uint32_t data_who[SITE_DATA]; /* the threads that accessed them: the kernel's code accesses data of processes */
    int32_t ways[SITE_WAYS];      /* in units of SITE_UNIT */
};

struct places {
    size_t limit;  /* set by the caller; 0 means PLACES_LIMIT */
    int has_parts; /* set by the caller: counts of names have parts, for intervals */
    int has_waits; /* set by the caller: program counters have sites */
    uint64_t page; /* set by the caller: bytes of a data page; 0 means PLACES_PAGE */
    uint64_t line; /* ... of a cache line; 0 means PLACES_LINE */
    struct nodes nodes;
    struct processes processes;
    struct symbols symbols;
    struct spe_perf_clock clock; /* the file's clock; mult is 0 if it has none */
    union {
        struct {
            struct tally pcs, targets; /* program counters, with their sites; targets of branches */
            struct tally pages, lines; /* data addresses */
            struct tally physical;     /* pages by physical address, where the space is its SPE_STATE_* */
            struct tally by_node;      /* by the memory's node, where the space is the core's; NODES_NONE: not known */
            struct tally who, cores;   /* by identity, where the space is its process's; by number of the core */
        };
        struct tally tables[PLACES_TABLES];
    };
    struct thread_memo memo; /* of the sample before */
    struct owner {           /* ... and its process, which it has from `since` on, if that is kept */
        uint32_t who, leader;
        uint64_t since;
        size_t identities;
        int is_kept;
    } owner;
    uint64_t first, last; /* nanoseconds; not known if first is after last */
    uint64_t saved;       /* nanoseconds for which earlier files were recorded, added up */
};

void places_begin(struct places *p);

/* Count n samples, each of which has a shape: by code; by page of data; by cache line; by thread and core. Each may run
 * in a thread of its own. */
void places_add_code(void *places, const struct sample *samples, size_t n);
void places_add_pages(void *places, const struct sample *samples, size_t n);
void places_add_lines(void *places, const struct sample *samples, size_t n);
void places_add_owners(void *places, const struct sample *samples, size_t n);

/* Call it before the shapes of the samples that were counted are cleared. */
void places_settle(struct places *p);

/* Call it when all samples have been counted. */
void places_finish(struct places *p);

/* The bytes of a small page, of which a page of `size` bytes has at most TALLY_SMALL: 4 KiB, or more. 0: none are
 * counted, because the page is not larger. */
uint64_t places_small(uint64_t size);

/* Writes "work (1234)" to text[]: the name that a thread had as this identity, or its process had when this identity
 * began. processes_leader() gives the process's own identity at another time. */
const char *places_process(const struct places *p, uint32_t identity, char *text, size_t cap);
const char *places_thread(const struct places *p, uint32_t identity, char *text, size_t cap);

/* The time that was recorded, in nanoseconds; 0 if not known. */
uint64_t places_time(const struct places *p);

/* Ends a file: its time from the first to the last sample is added up. */
void places_end_file(struct places *p);

#endif
