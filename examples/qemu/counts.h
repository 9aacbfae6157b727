/* SPDX-License-Identifier: MIT */
/* The truth beside the samples: what all operations did, counted in full. Of a thread; sums are made at the end. */
#ifndef COUNTS_H
#define COUNTS_H

#include <stdint.h>
#include <stdio.h>

struct tally_row {
    uint64_t a, b;     /* what is counted: an address, two addresses */
    uint64_t count, k; /* how often, and how many of these */
};

/* A table by two addresses. Zeroed storage is an empty one. */
struct tally {
    struct tally_row *rows;
    uint64_t room, used;
};

struct counts {
    uint64_t operations[4][256]; /* by CLASS and payload of the Operation Type packet */
    uint64_t events[64];         /* of all operations */
    uint64_t load_events[64];    /* of loads */
    struct tally branches;       /* from and to (the next instruction if not taken); k: mispredicted */
    struct tally pages;          /* of 4096 bytes, by data address; k: stores */
};

/* Adds. What there is no memory for is not counted, and tally->room is 0 from then on. */
void tally_add(struct tally *tally, uint64_t a, uint64_t b, uint64_t count, uint64_t k);

/* Adds all of *from, and frees its tables. */
void counts_merge(struct counts *into, struct counts *from);

/* Lines of words and numbers with tabs between them:
 *     operations CLASS PAYLOAD COUNT | event NAME COUNT COUNT_OF_LOADS | branch FROM TO COUNT MISPREDICTED |
 *     page ADDRESS OPERATIONS STORES
 * numbers are decimal, addresses hexadecimal. Returns 0, or -1: it cannot be written. */
int counts_write(const struct counts *counts, FILE *file);

#endif
