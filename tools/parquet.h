/* SPDX-License-Identifier: MIT */
/*
 * Parquet: row groups of a chunk a column, with the least and the most of each, so that engines leave out the groups
 * that a question cannot be about. Written front to back, so that a pipe will do; the footer comes last, and without it
 * no reader takes a file for one. In memory are one row group, compressed, and what the footer will say of those before
 * it.
 */
#ifndef PARQUET_H
#define PARQUET_H

#include "parquet_column.h"
#include "tool.h"

#define PARQUET_GROUP (8 * PARQUET_BATCH) /* rows of a row group: what engines hand to a thread */

struct parquet {
    struct tool_output *out;
    unsigned count; /* columns */
    struct parquet_column *columns;
    struct parquet_work work;
    uint64_t at; /* in the file */
    uint64_t rows, group_rows;
    struct bytes groups; /* as the footer will have them */
    uint64_t n_groups;
    struct bytes scratch; /* dictionary pages, and the footer */
};

/* Begins a file of what `schema`, a struct, says, whose strings must last. Returns TOOL_OK, or TOOL_FAILED: as
 * tool_write(), or after a message there is no memory, or a column has a type that column.h does not know;
 * parquet_end() in each case. */
int parquet_begin(struct parquet *p, struct tool_output *out, const struct ArrowSchema *schema);

/* Adds a batch, of PARQUET_BATCH rows at most. In all batches a place in a dictionary stands for the same word. */
int parquet_put(struct parquet *p, const struct ArrowArray *batch);

/* Writes what is left and the footer if `status` is TOOL_OK, and frees what was taken. Returns the status. */
int parquet_end(struct parquet *p, int status);

#endif
