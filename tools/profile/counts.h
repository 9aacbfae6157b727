/* SPDX-License-Identifier: MIT */
/* The counts of one place, process or core. Counts can be added in any order. */
#ifndef COUNTS_H
#define COUNTS_H

#include <stddef.h>

#include <libspe/cpu.h>

#include "../system/capacity.h"
#include "../system/numbers.h"

/* Ratios: the samples that ..., and how many of these ... */
enum {
    COUNTS_L1D_REFILL,   /* accessed the level 1 data cache, and refilled it */
    COUNTS_TLB_WALK,     /* accessed a TLB, and walked translation tables */
    COUNTS_LL_MISS,      /* accessed the last level cache, and missed it */
    COUNTS_MISPREDICTED, /* are branches that retired, and were mispredicted */
    COUNTS_RATIOS
};

#define COUNTS_PARTS 16 /* of the samples, over time: see below */

#define COUNTS_LEVELS 24 /* the number of levels; a level that is SPE_LEVEL_UNKNOWN or does not fit is counted as [0] */

#define COUNTS_ADDED 14 /* numbers to which each sample adds what its shape says, and no more */

/* 64-bit numbers only: counts_merge() adds them one after another. saved_profile.c has a name for each. */
struct counts {
    uint64_t cycles; /* sum of the total latencies */
    uint64_t time;   /* that the samples represent, in nanoseconds, or ticks (struct profile) */
    union {
        struct {
            uint64_t samples;
            uint64_t loads, stores; /* accesses that read, and that write: atomics are both */
            uint64_t atomics;
            uint64_t of[COUNTS_RATIOS], in[COUNTS_RATIOS];
            uint64_t remote;
            uint64_t unused; /* so that a row has whole cache lines */
        };
        uint64_t added[COUNTS_ADDED];
    };
    uint64_t levels[COUNTS_LEVELS]; /* cycles of loads, by the level that served them */
};

#define COUNTS_NUMBERS (sizeof(struct counts) / sizeof(uint64_t))

#define COUNTS_SHORT 65535 /* samples, whose latencies of 16 bits have a sum of 32 bits */

/* The counts of a place while it is counted: of COUNTS_SHORT samples at most, and of those before. A sample uses two of
 * its cache lines. */
struct counts_short {
    uint32_t added[COUNTS_ADDED]; /* and cycles, as the last one */
    uint64_t time;
    uint32_t levels[COUNTS_LEVELS];
    struct counts *before; /* or NULL */
};

enum { COUNTS_CYCLES = COUNTS_ADDED - 1 }; /* the one that struct counts does not use */

/* Samples and their time, by part: for intervals. 64-bit numbers only. */
struct counts_parts {
    uint64_t samples_in[COUNTS_PARTS], time_in[COUNTS_PARTS];
};

static inline void counts_parts_add(struct counts_parts *p, unsigned part, uint64_t samples, uint64_t time)
{
    p->samples_in[part] += samples;
    p->time_in[part] += time;
}

/* The counts of many places together: of a name, of a class of operations. 64-bit numbers only. */
struct total {
    struct counts counts;
    struct counts_parts parts;
};

#define TOTAL_NUMBERS (sizeof(struct total) / sizeof(uint64_t))

enum { COUNTS_LOAD, COUNTS_STORE, COUNTS_BRANCH, COUNTS_OTHER, COUNTS_UNKNOWN, COUNTS_CLASSES };

/* What the samples of a shape add, and what they are */
struct counted {
    uint64_t added[COUNTS_ADDED];
    uint32_t added_short[COUNTS_ADDED]; /* the same */
    uint8_t class;                      /* COUNTS_LOAD ... */
    uint8_t load, store;                /* what LDST says */
    uint8_t reads, writes;              /* what it does to memory: an atomic does both, whatever LDST says */
    uint8_t atomic, level;
    uint8_t locks;  /* an atomic, or an exclusive load or store */
    uint8_t is_far; /* it reads from beyond the caches that belong to its core alone; or stores, and misses level 1 */
    uint8_t walks;  /* it waits for a page walk, and says how long */
    uint8_t strays; /* a mispredicted branch to an address in a register */
};

#if defined __GNUC__ && !defined __clang__ /* the loop is a few instructions, also with -O2 */
#define COUNTS_TOGETHER _Pragma("GCC ivdep") _Pragma("GCC unroll 16")
#else
#define COUNTS_TOGETHER
#endif

/* Adds a sample with that latency and time. */
static inline void counts_add(struct counts *c, const struct counted *one, uint64_t cycles, uint64_t time)
{
    uint64_t *restrict to = c->added;
    const uint64_t *restrict from = one->added;
    c->cycles += cycles;
    c->time += time;
    COUNTS_TOGETHER
    for (unsigned i = 0; i < COUNTS_ADDED; i++)
        to[i] += from[i];
    if (one->reads)
        c->levels[one->level] += cycles;
}

/* The same, of which there are fewer than COUNTS_SHORT. */
static inline void counts_add_short(struct counts_short *c, const struct counted *one, uint32_t cycles, uint64_t time)
{
    uint32_t *restrict to = c->added;
    const uint32_t *restrict from = one->added_short;
    c->time += time;
    COUNTS_TOGETHER
    for (unsigned i = 0; i < COUNTS_CYCLES; i++)
        to[i] += from[i];
    to[COUNTS_CYCLES] += cycles;
    if (one->reads)
        c->levels[one->level] += cycles;
}

/* The sum of numbers of all parts. */
static inline uint64_t counts_sum(const uint64_t in[COUNTS_PARTS])
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        sum += in[i];
    return sum;
}

/* Whether such a sample has the property of a ratio. */
static inline uint64_t counts_has(const struct counted *one, unsigned ratio)
{
    return one->added[(offsetof(struct counts, in) - offsetof(struct counts, added)) / sizeof(uint64_t) + ratio];
}

_Static_assert(offsetof(struct counts, samples) == offsetof(struct counts, added), "samples are the first number");

static inline uint32_t counts_short_samples(const struct counts_short *c)
{
    return c->added[0];
}

static inline void counts_merge(struct counts *into, const struct counts *from)
{
    numbers_add(into, from, COUNTS_NUMBERS);
}

/* -- parts -- */

/*
 * The part that a sample belongs to. Neighbouring samples form a batch, and batches go to COUNTS_PARTS parts in turn.
 * So each part has samples of the whole time. The variance between the parts is due to chance, also if neighbouring
 * samples depend on one another (../report/intervals.h).
 *
 * A batch must be longer than samples depend on one another. If a loop takes about as many operations as an interval
 * between samples, and the interval has a random part of 0 to 255 operations, then about (interval / 330)^2 samples
 * come from nearly the same place. So a batch has 64 samples if intervals have about 1000 operations, and four times
 * as many if they are twice as long. But it has at most one of 32 of the samples so far, and at least 16.
 */

/* Binary logarithms of the number of samples in a batch: the least; the most for an interval that is long, not known */
enum { PARTS_SHIFT_LEAST = 4, PARTS_SHIFT_LONG = 12, PARTS_SHIFT_ANY = 6 };

#define PARTS_INTERVAL 814 /* the longest interval for batches of the least size */

/* The number of samples in a batch, as a power of two, for an interval in operations (0 if not known). */
static inline unsigned parts_shift(double interval)
{
    unsigned shift = PARTS_SHIFT_LEAST;
    if (!(interval > 0))
        return PARTS_SHIFT_ANY;
    for (uint64_t longest = PARTS_INTERVAL; interval > (double)longest && shift < PARTS_SHIFT_LONG; longest *= 2)
        shift += 2;
    return shift;
}

/* The size of the batch that has the sample with this number, from 0: its binary logarithm. */
static inline unsigned parts_batch(uint64_t number, unsigned most)
{
    unsigned shift = PARTS_SHIFT_LEAST;
    while (shift < most && number >> (shift + 5))
        shift++;
    return shift;
}

/* The part of the sample. */
static inline unsigned parts_of(uint64_t number, unsigned most)
{
    return (unsigned)(number >> parts_batch(number, most)) % COUNTS_PARTS;
}

/* The number of the next sample that may be of another part. */
static inline uint64_t parts_end(uint64_t number, unsigned most)
{
    const unsigned shift = parts_batch(number, most);
    return ((number >> shift) + 1) << shift;
}

#endif
