/* SPDX-License-Identifier: MIT */
/*
 * Counts by address of a long stream, in bounded memory: exact as long as there are no more different addresses than
 * the table has room for; beyond, numbers of samples are too small by `error` at most (Misra and Gries: when no address
 * more fits, every count loses one), and what else is counted by that of so many samples.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "counts.h"

/* Who touched a line or page: a thread, or a core where threads are not known. */
#define TALLY_TOUCHERS 8

struct tally_toucher {
    uint32_t who; /* as the caller numbers them */
    uint32_t loads, stores;
    uint64_t read, written; /* 64ths of the line or page */
    uint64_t code;          /* a program counter that did, one that wrote if any did; 0: not known */
};

#define TALLY_CORES 256 /* that are told apart */

struct tally_touches {
    uint64_t cores[TALLY_CORES / 64];
    uint32_t n, others; /* samples of those for whom there was no room */
    struct tally_toucher by[TALLY_TOUCHERS];
};

struct tally_entry {
    uint64_t address;
    uint64_t time;  /* of the first sample: what was mapped there then */
    uint32_t space; /* that the address is one of */
    uint32_t who;   /* of the first sample */
    uint64_t left;  /* of its samples, in this table's reckoning */
    struct counts counts;
    struct tally_touches *touches; /* NULL: this table has none */
};

struct tally {
    struct tally_entry *entries; /* [0..used) are in use */
    struct tally_touches *touches;
    uint32_t *slots; /* number of an entry plus 1; 0: free */
    size_t limit, used, size;
    uint64_t seed; /* of this run's hashes, so that no file can be made in which all addresses meet */
    uint64_t error;
};

/* Makes room for `limit` addresses, with touches if that is wanted. Returns 0, or -1: there is no memory. */
int tally_begin(struct tally *t, size_t limit, int has_touches);

/* Counts one more of the address. Returns its entry, of which the caller adds to the rest; or NULL: it has none. */
struct tally_entry *tally_count(struct tally *t, uint32_t space, uint64_t address);

/* Notes who touched which 64th, at a core (UINT32_MAX: not known), by which code (0: not known). */
void tally_touch(struct tally_touches *t, uint32_t who, uint32_t cpu, unsigned part, uint64_t code,
                 const struct counted *one);

/* How many cores there are. */
unsigned tally_cores(const struct tally_touches *t);

/* The entries in order: by cycles, or by samples; the largest first, always the same where they are alike. The caller
 * frees the list; NULL: there are none, or no memory. */
const struct tally_entry **tally_order(const struct tally *t, int by_samples);

void tally_free(struct tally *t);

#endif
