/* SPDX-License-Identifier: MIT */
/*
 * Row groups of Parquet in memory, with one chunk for each column, and the least and greatest value of each chunk, by
 * which engines skip row groups. A group depends on nothing before it but for its place in the file, so that many
 * threads can make groups of one file.
 */
#ifndef PARQUET_GROUPS_H
#define PARQUET_GROUPS_H

#include "parquet_column.h"

#define PARQUET_GROUP (8 * PARQUET_BATCH) /* rows of a row group: what engines hand to a thread */

/* Where in the footer a place in the file is missing: its distance from the first of the groups. */
struct parquet_place {
    uint64_t at;
    uint64_t offset;
};

struct parquet_groups {
    unsigned count; /* columns */
    struct parquet_column *columns;
    struct parquet_work work;
    uint64_t group_rows; /* of the group in progress */
    /* of complete groups: */
    uint64_t n, rows;
    struct bytes data;   /* as in the file */
    struct bytes footer; /* what it says of them, without places in the file, ... */
    struct bytes places; /* ... which are to be inserted here: struct parquet_place */
};

/* Begins groups of the columns of `schema`, a struct, whose strings must stay valid. Returns TOOL_OK, or TOOL_FAILED
 * after a message: a column has a type that column.h does not have. Call parquet_groups_free() in each case. */
int parquet_groups_begin(struct parquet_groups *g, const struct ArrowSchema *schema);

/* Adds a batch, of PARQUET_BATCH rows at most. A place in a dictionary means the same word in all batches. Returns
 * TOOL_OK, or TOOL_FAILED after a message: the batch does not fit. */
int parquet_groups_put(struct parquet_groups *g, const struct ArrowArray *batch);

/* Completes the group in progress, if there is one. */
void parquet_groups_end(struct parquet_groups *g);

/* Forgets the complete groups. */
void parquet_groups_clear(struct parquet_groups *g);

void parquet_groups_free(struct parquet_groups *g);

/* Parquet's number of a column's physical type. */
int parquet_physical(const struct column *c);

#endif
