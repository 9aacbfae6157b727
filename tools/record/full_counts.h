/* SPDX-License-Identifier: MIT */
/* Exact counts to compare with the samples: what all operations of a thread did. Sums are made at the end. */
#ifndef FULL_COUNTS_H
#define FULL_COUNTS_H

#include <stdint.h>
#include <stdio.h>

struct full_row {
    uint64_t a, b;     /* the key: one address or two addresses */
    uint64_t count, k; /* the number of occurrences, and how many of these have the property */
};

/* A table by two addresses. Zeroed storage is an empty table. */
struct full_table {
    struct full_row *rows;
    uint64_t room, used;
};

struct full_counts {
    uint64_t operations[4][256]; /* by CLASS and payload of the Operation Type packet */
    uint64_t events[64];         /* events of all operations */
    uint64_t load_events[64];    /* events of loads */
    struct full_table branches;  /* by source and target (the next instruction if not taken); k: mispredicted */
    struct full_table pages;     /* pages of 4096 bytes, by data address; k: stores */
    struct full_table times;     /* cycles, by first instruction of a block, or by one that waited; k: waits */
};

/* Adds to an entry. */
void full_counts_table_add(struct full_table *table, uint64_t a, uint64_t b, uint64_t count, uint64_t k);

/* Adds all counts of *from, and frees its tables. */
void full_counts_merge(struct full_counts *into, struct full_counts *from);

/* Lines of words and numbers with tabs between them:
 *     operations CLASS PAYLOAD COUNT | event NAME COUNT COUNT_OF_LOADS | branch FROM TO COUNT MISPREDICTED |
 *     page ADDRESS OPERATIONS STORES | time ADDRESS CYCLES WAITS
 * numbers are decimal, addresses hexadecimal. Returns 0, or -1: it cannot be written. */
int full_counts_write(const struct full_counts *counts, FILE *file);

#endif
