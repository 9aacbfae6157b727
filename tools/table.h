/* SPDX-License-Identifier: MIT */
/*
 * Records as a table of libspe/arrow.h's columns, into a file or a pipe: Arrow's stream or Parquet. Memory does not
 * grow with their number, but for what Parquet's footer says of each row group.
 */
#ifndef TABLE_H
#define TABLE_H

#include <libspe/arrow.h>

#include "tool.h"

struct table;

enum table_format { TABLE_NONE, TABLE_ARROW, TABLE_PARQUET };

/* Begins a table in *out, to which nothing is written before there are many rows or its end. Returns NULL after a
 * message: there is no memory. */
struct table *table_begin(enum table_format format, struct tool_output *out);

/* Adds the records of all that was fed to the decoder, or one. Returns TOOL_OK, or TOOL_FAILED: there is
 * no memory, after a message; or a write failed, tool_finish() gives it. Stop then. */
int table_take(struct table *t, spe_decoder *decoder, const struct spe_arrow_core *core);
int table_append(struct table *t, const struct spe_record *record, const struct spe_arrow_core *core);

/* Completes the table if `status` is TOOL_OK and nothing has failed; NULL: there is none. Returns the status. */
int table_end(struct table *t, int status);

#endif
