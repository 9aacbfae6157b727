/* SPDX-License-Identifier: MIT */
/*
 * Writes Parquet: row groups (parquet_groups.h), which are made here or elsewhere. Everything is written from front to
 * back, so a pipe will do. The footer comes last; without it no reader accepts the file. Memory holds one compressed
 * row group, and what the footer will say of the earlier ones.
 */
#ifndef PARQUET_H
#define PARQUET_H

#include "parquet_groups.h"
#include "../system/files.h"

struct parquet {
    struct tool_output *out;
    struct parquet_groups own; /* made here */
    uint64_t at;               /* in the file */
    uint64_t rows;
    struct bytes groups; /* as the footer will have them */
    uint64_t n_groups;
    struct bytes scratch; /* the footer */
};

/* Begins a file with the columns of `schema`, a struct, whose strings must stay valid. Returns TOOL_OK, or TOOL_FAILED:
 * a write failed (see tool_write()), or, after a message, a column has a type that column.h does not have.
 * Call parquet_end() in each case. */
int parquet_begin(struct parquet *p, struct tool_output *out, const struct ArrowSchema *schema);

/* Writes the complete groups, which were made of the same schema, and forgets them. Returns TOOL_OK, or TOOL_FAILED. */
int parquet_take(struct parquet *p, struct parquet_groups *g);

/* Writes the rest and the footer if `status` is TOOL_OK, and frees the memory. Returns the status. */
int parquet_end(struct parquet *p, int status);

#endif
