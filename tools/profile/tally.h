/* SPDX-License-Identifier: MIT */
/*
 * Counts by address of a long stream, in bounded memory. The counts are exact while the table has room for all
 * different addresses. Beyond that, numbers of samples are too small by at most `error` (Misra and Gries: when no more
 * addresses fit, every count loses one), and all other counts are too small by the contribution of as many samples.
 * What the entries lack can be counted elsewhere: `drop` gets each entry that is dropped.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "counts.h"

/* Who accessed a line or page: a thread, or a core if threads are not known. */
#define TALLY_TOUCHERS 8

struct tally_toucher {
    uint32_t who;                    /* the caller's number */
    uint32_t loads, stores, atomics; /* atomics are also counted as both others */
    uint64_t read, written;          /* 64ths of the line or page */
    uint64_t code;                   /* a program counter that accessed it, preferably one that wrote; 0 if not known */
    uint64_t time;                   /* when it did so, to find the mapping of that code */
};

#define TALLY_CORES 256 /* the most cores that are distinguished */

#define TALLY_SMALL 512 /* the most small pages that are distinguished */

struct tally_touches {
    uint64_t cycles_in[COUNTS_PARTS]; /* summed latency, by part */
    uint64_t cores[TALLY_CORES / 64];
    uint32_t n, others; /* n toucher entries; samples of touchers for which there was no room */
    struct tally_toucher by[TALLY_TOUCHERS];
    uint64_t small[]; /* with room for TALLY_SMALL bits: the small pages of a larger page that anyone accessed */
};

struct tally_entry {
    uint64_t address;
    uint64_t time;  /* time of the first sample, to find the mapping there at that time */
    uint32_t space; /* address space of the address */
    uint32_t who;   /* thread of the first sample */
    uint64_t left;  /* its samples that this table still counts */
    struct counts counts;
    union { /* what the table counts in addition; NULL if nothing */
        void *extra;
        struct tally_touches *touches;
        struct site *site; /* sites.h */
    };
};

struct tally {
    struct tally_entry *entries; /* [0..used) are in use */
    unsigned char *extras;       /* NULL if extra_size is 0 */
    size_t extra_size;
    uint32_t *slots; /* number of an entry plus 1; 0 if free */
    size_t limit, used, size;
    uint64_t seed; /* of the hashes */
    uint64_t error;
    uint64_t lost; /* samples that are in no entry: samples of dropped entries, and samples that did not fit */
    /* Set by the caller after tally_begin(), or NULL: gets each entry that is dropped. It must not use the tally. The
     * code that counts passes a sample that does not fit in the same way (places.c). */
    void (*drop)(void *context, const struct tally_entry *entry);
    void *context;
};

/* Makes room for `limit` addresses, each with `extra_size` bytes (a multiple of 8; 0: none), which are 0 at first.
 * Returns 0, or -1 if memory runs out. */
int tally_begin(struct tally *t, size_t limit, size_t extra_size);

/* Counts one more sample of the address. Returns its entry, to whose other counts the caller adds, or NULL if it has
 * none. */
struct tally_entry *tally_count(struct tally *t, uint32_t space, uint64_t address);

/* The entry of an address, or NULL if it has none. */
const struct tally_entry *tally_find(const struct tally *t, uint32_t space, uint64_t address);

/* Forgets all addresses. */
void tally_clear(struct tally *t);

/* Notes who accessed which 64th, on which core (UINT32_MAX if not known), by which code (0 if not known) and
 * when. */
void tally_touch(struct tally_touches *t, uint32_t who, uint32_t cpu, unsigned part, uint64_t code, uint64_t time,
                 const struct counted *one);

/* The parts of the line or page that anyone accessed: bits. */
uint64_t tally_parts(const struct tally_touches *t);

/* The number of small pages, of which there is room. */
unsigned tally_small(const struct tally_touches *t);

/* The number of cores. */
unsigned tally_cores(const struct tally_touches *t);

/* Returns the entries, sorted by cycles or by samples, the largest first; the order of equal entries is fixed. The
 * caller frees the list. Returns NULL if it has no entries, or if memory runs out. */
const struct tally_entry **tally_order(const struct tally *t, int by_samples);

void tally_free(struct tally *t);

#endif
