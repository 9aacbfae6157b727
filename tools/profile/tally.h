/* SPDX-License-Identifier: MIT */
/*
 * Counts by address of a long stream, in bounded memory. What is counted of an address is in its row. Rows are short
 * while samples are counted, and whole afterwards: tally_finish().
 *
 * The counts are exact while the table has room for all different addresses. Beyond that, numbers of samples are too
 * small by at most `error` (Misra and Gries: when no more addresses fit, every count loses one), and all other counts
 * are too small by the contribution of as many samples. What the entries lack can be counted elsewhere: `drop` gets
 * each entry that is dropped.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "counts.h"

/* Who accessed a line or page: a thread, or a core if threads are not known. If there are more than entries, those who
 * access it often have one: a sample of any other may take over the entry of the least weight. */
#define TALLY_TOUCHERS 8

struct tally_toucher {
    uint32_t who;                    /* the caller's number */
    uint32_t loads, stores, atomics; /* atomics are also counted as both others */
    uint32_t locks;                  /* atomics, and exclusive loads and stores */
    uint64_t read, written, locked;  /* 64ths of the line or page; locked: by accesses that `locks` counts */
    uint64_t code; /* a program counter that accessed it: the first that locks, or else writes; 0 if not known */
    uint64_t time; /* when it did so, to find the mapping of that code */
};

#define TALLY_WRITE 64 /* one write weighs as much as this number of reads: a thread that writes must not be missed */

#define TALLY_CORES 512 /* the most cores that are distinguished */

#define TALLY_SMALL 512 /* the most small pages that are distinguished */

/* Whole cache lines */
struct tally_touches {
    uint64_t parts;                 /* 64ths that anyone accessed: bits */
    uint32_t n, others;             /* n toucher entries; samples of touchers that have none */
    uint32_t sharing;               /* of a line: what the report finds of it (../report/sharing.h), plus 1 */
    uint16_t core;                  /* of the first sample; UINT16_MAX if not known */
    uint16_t has_cores;             /* others are of another core, or one is of a core that is not known */
    uint8_t halved[TALLY_TOUCHERS]; /* see `at` */
    uint64_t cores[TALLY_CORES / 64];
    uint32_t weights[TALLY_TOUCHERS]; /* of an entry: its samples, and those of who had it before */
    uint64_t cycles_in[COUNTS_PARTS]; /* summed latency, by part */
    struct tally_toucher by[TALLY_TOUCHERS];
    union {
        uint64_t small[TALLY_SMALL / 64]; /* of a page, bits: its small pages that anyone accessed */
        /* How often each toucher of a line accessed each 64th. If a number would be too large, all of that toucher's
         * are halved, and from then on half of the accesses count, by chance; and so forth. */
        uint8_t at[TALLY_TOUCHERS][64];
    };
};

/* The size for a page, which needs less */
#define TALLY_PAGE (offsetof(struct tally_touches, small) + TALLY_SMALL / 8)

enum { TALLY_OF_PAGE = UINT16_MAX - 1, TALLY_OF_LINE };

/* A sample of a line or page, as far as it matters there */
struct tally_access {
    const struct counted *one;
    uint64_t code; /* its program counter; 0 if not known */
    uint16_t cycles;
    uint16_t core;    /* modulo UINT16_MAX, which is a core that is not known */
    uint16_t small;   /* number of the small page; TALLY_OF_PAGE if none are counted; TALLY_OF_LINE */
    uint8_t part, at; /* its part of the profile; the 64th of the line or page */
};

struct tally_entry { /* a cache line; a sample uses two or three more of the row */
    uint64_t address;
    uint64_t time;                /* time of the first sample, to find the mapping there at that time */
    uint32_t space;               /* address space of the address */
    uint32_t who;                 /* thread of the first sample; of a line or page: tally_toucher.who */
    uint64_t left;                /* its samples that this table still counts */
    union {                       /* the beginning of its row; NULL: its only sample is in `first` */
        struct counts *counts;    /* after tally_finish(), and in drop() */
        struct counts_short *row; /* before */
    };
    struct tally_access first;
};

/* What a row has after the counts */
static inline struct tally_touches *tally_touches(const struct tally_entry *e)
{
    return (struct tally_touches *)(void *)(e->counts + 1);
}

static inline struct site *tally_site(const struct tally_entry *e)
{
    return (struct site *)(void *)(e->counts + 1);
}

struct tally {
    struct tally_entry *entries; /* [0..used) are in use; before the first is an empty one */
    char *rows;                  /* ... and their rows, at most as many */
    void *memory[2];             /* in which they begin at a cache line */
    size_t row_size, made;       /* bytes; rows that have been used */
    size_t parts_at;             /* bytes from the beginning of a row; 0: it has no parts */
    void *unused;                /* rows of dropped entries, each of which begins with a pointer to the next one */
    uint32_t *slots;             /* number of an entry plus 1; 0 if free */
    size_t limit, used, size;
    uint64_t seed;     /* of the hashes: odd */
    unsigned shift;    /* of hashes to places in slots[] */
    size_t fresh;      /* bytes of a row that are 0 at first: all, unless the caller sets it */
    size_t fetched[4]; /* offsets of the cache lines of a row that most samples use */
    uint64_t error;
    uint64_t lost; /* samples that are in no entry: samples of dropped entries, and samples that did not fit */
    /* Set by the caller after tally_begin(), or NULL: gets each entry that is dropped. It must not use the tally. The
     * code that counts passes a sample that does not fit in the same way (places.c). */
    void (*drop)(void *context, const struct tally_entry *entry, const struct counts_parts *parts);
    void *context;
};

/* Makes room for `limit` addresses, each with `extra` bytes (a multiple of 64) after its counts, and parts if
 * has_parts. */
void tally_begin(struct tally *t, size_t limit, size_t extra, int has_parts);

/* An address to count, and where the table looks for it: tally_look() */
struct tally_key {
    uint64_t address;
    uint32_t space;
    uint32_t at;
};

/* Where the search for an address begins. */
static inline uint32_t tally_place(const struct tally *t, uint32_t space, uint64_t address)
{
    return (uint32_t)((address ^ (uint64_t)space << 40) * t->seed >> t->shift);
}

/* Returns the slot of an address, or the free slot for it. */
static inline uint32_t *tally_slot(const struct tally *t, const struct tally_key *key)
{
    size_t at = key->at;
    for (; t->slots[at]; at = (at + 1) & (t->size - 1)) {
        const struct tally_entry *e = &t->entries[t->slots[at] - 1];
        if (e->address == key->address && e->space == key->space)
            break;
    }
    return &t->slots[at];
}

/* Finds out where the table will look for n addresses, and has the processor fetch what is there. The table may change
 * before they are counted. */
void tally_look(const struct tally *t, struct tally_key *keys, size_t n);

/* Makes an entry for an address, which belongs in that slot. Returns NULL if it gets none. */
struct tally_entry *tally_add(struct tally *t, const struct tally_key *key, uint32_t *slot);

/* Counts one more sample of the address. Returns its entry, or NULL if it has none. A new one has no row: the caller
 * sets `first`, or makes it. */
static inline struct tally_entry *tally_count_key(struct tally *t, const struct tally_key *key)
{
    uint32_t *slot = tally_slot(t, key);
    struct tally_entry *e = *slot ? &t->entries[*slot - 1] : tally_add(t, key, slot);
    if (e)
        e->left++;
    return e;
}

/* The same with a row. */
struct tally_entry *tally_count(struct tally *t, uint32_t space, uint64_t address);

/* Makes room for another sample in a row. */
void tally_carry(struct tally_entry *e);

/* Adds what a sample counts to an entry's row. */
static inline void tally_add_sample(struct tally_entry *e, const struct counted *one, uint32_t cycles, uint64_t time)
{
    if (counts_short_samples(e->row) == COUNTS_SHORT)
        tally_carry(e);
    counts_add_short(e->row, one, cycles, time);
}

/* Gives an entry a row, which is empty. */
void tally_make_row(struct tally *t, struct tally_entry *e);

/* ... with what its first access counts there, which is in `first`; and the same for all entries that have none. */
void tally_make_touches(struct tally *t, struct tally_entry *e);
void tally_settle(struct tally *t);

/* Makes all rows complete. Afterwards nothing is counted but by tally_count() and counts_merge(). */
void tally_finish(struct tally *t);

/* The parts of an entry's row; NULL if it has none. */
static inline struct counts_parts *tally_parts_of(const struct tally *t, const struct tally_entry *e)
{
    return t->parts_at ? (struct counts_parts *)(void *)((char *)e->counts + t->parts_at) : NULL;
}

/* The entry of an address, or NULL if it has none. */
const struct tally_entry *tally_find(const struct tally *t, uint32_t space, uint64_t address);

/* Adds an access at that time of who is touches->by[i]; or of a new one, if i is touches->n. */
void tally_touch(struct tally_touches *t, uint32_t i, uint32_t who, uint64_t time, const struct tally_access *access);

/* The number of small pages, of which there is room. */
unsigned tally_small(const struct tally_touches *t);

/* The number of cores. */
unsigned tally_cores(const struct tally_touches *t);

/* Returns the `most` entries with the most cycles or samples, in this order, which is fixed for equal ones; *n is their
 * number. `is` tells which are wanted; NULL: all. The caller frees the list. */
const struct tally_entry **tally_top(const struct tally *t, int by_samples, size_t most, size_t *n,
                                     int (*is)(const struct tally_entry *e));

void tally_free(struct tally *t);

#endif
