/* SPDX-License-Identifier: MIT */
/*
 * A column chunk of Parquet: one column of a row group, kept in memory page by page until it is complete. A page is a
 * batch. Values are in a dictionary while it has less than half as many entries as there are values, and plain after
 * that.
 */
#ifndef PARQUET_COLUMN_H
#define PARQUET_COLUMN_H

#include "column.h"
#include "compress.h"

#define PARQUET_BATCH 16384 /* most rows: a page's data then stay in a core's cache */

/* The working memory for one page. */
struct parquet_work {
    uint64_t values[PARQUET_BATCH]; /* the values that are present */
    uint64_t places[PARQUET_BATCH]; /* ... in the dictionary */
    struct bytes page, packed;      /* a page, and what it is compressed */
    int is_packed;                  /* packed is of page */
    struct compress *compress;
};

struct parquet_column {
    struct column is;
    /* of the chunk: */
    struct bytes pages; /* with their headers */
    uint64_t rows, nulls;
    uint64_t plain_size; /* size of the pages without compression */
    int has_places;      /* some pages refer to the dictionary */
    int is_over;         /* the dictionary is too large: later pages have the values themselves, */
    int has_differences; /* ... or the differences between them */
    int is_compressed;
    int has_range; /* least and most are of something */
    uint64_t least, most;
    struct bytes least_word, most_word;
    /* its dictionary: */
    struct bytes words; /* in the form of its page */
    uint64_t *entries;
    unsigned count, most_entries;
    uint16_t *slots; /* by hash: an entry's index plus 1 */
    unsigned slot_bits;
};

void parquet_column_begin(struct parquet_column *c);

/* Adds a page: the values of an array of at most PARQUET_BATCH rows. */
void parquet_column_put(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array);

/* Puts the dictionary's page, with its header, into *out; nothing if no page refers to it. */
void parquet_column_dictionary(struct parquet_column *c, struct parquet_work *work, struct bytes *out);

/* Begins another chunk. */
void parquet_column_clear(struct parquet_column *c);

void parquet_column_free(struct parquet_column *c);

#endif
