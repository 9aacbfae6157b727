/* SPDX-License-Identifier: MIT */
/*
 * A column chunk of Parquet: what a row group holds of one column, page by page, in memory until all of its pages are
 * there. A batch is a page. Values stand in a dictionary as long as it has less than half as many of them as there are
 * values, and plainly from then on.
 */
#ifndef PARQUET_COLUMN_H
#define PARQUET_COLUMN_H

#include "column.h"
#include "compress.h"

#define PARQUET_BATCH 16384 /* rows at most: what is at work on a page stays in a core's cache */

/* What one page needs at a time. */
struct parquet_work {
    uint64_t values[PARQUET_BATCH]; /* those that are there */
    uint64_t places[PARQUET_BATCH]; /* ... in the dictionary */
    struct bytes page, packed;      /* a page, and what it is compressed */
    struct compress *compress;
};

struct parquet_column {
    struct column is;
    /* of the chunk: */
    struct bytes pages; /* with their headers */
    uint64_t rows, nulls;
    uint64_t plain_size; /* of the pages, had they not been compressed */
    int has_places;      /* pages that refer to the dictionary */
    int is_over;         /* it has become too large: later pages have their values themselves, */
    int has_differences; /* ... or the differences between them */
    int is_compressed;
    unsigned rests; /* chunks that are not, for those before did not become smaller */
    int has_range;  /* least and most are of something */
    uint64_t least, most;
    struct bytes least_word, most_word;
    /* its dictionary: */
    struct bytes words; /* as they stand in its page */
    uint64_t *entries;
    unsigned count, most_entries;
    uint16_t *slots; /* by hash: an entry's place + 1 */
    unsigned slot_bits;
};

/* Returns 0: there is no memory. parquet_column_free() in each case. */
int parquet_column_begin(struct parquet_column *c);

/* Adds a page: the values of an array of PARQUET_BATCH rows at most. */
void parquet_column_put(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array);

/* The dictionary's page, with its header, into *out; nothing if no page refers to it. */
void parquet_column_dictionary(struct parquet_column *c, struct parquet_work *work, struct bytes *out);

/* A chunk begins anew. */
void parquet_column_clear(struct parquet_column *c);

/* Whether memory ran out. */
int parquet_column_is_short(const struct parquet_column *c);

void parquet_column_free(struct parquet_column *c);

#endif
