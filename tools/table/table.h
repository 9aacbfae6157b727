/* SPDX-License-Identifier: MIT */
/*
 * Writes records as a table with the columns of libspe-lab/arrow.h and of thread_columns.h, as an Arrow stream or a
 * Parquet file, to a file or a pipe. Memory does not grow with the number of records, except for the description of
 * each row group in Parquet's footer.
 */
#ifndef TABLE_H
#define TABLE_H

#include <libspe-lab/arrow.h>

#include "../system/files.h"
#include "record_thread.h"

struct table;
struct table_slice;

enum table_format { TABLE_NONE, TABLE_ARROW, TABLE_PARQUET };

/* Begins a table in *out, whose records' threads *finder finds. Nothing is written until there are many rows, or the
 * table ends. */
struct table *table_begin(enum table_format format, struct tool_output *out, const struct thread_finder *finder);

/* Adds a record, with its bytes for IMPLEMENTATION DEFINED packets, or NULL. Returns TOOL_OK, or TOOL_FAILED: a
 * write failed, which tool_finish() reports. After a failure nothing more may be added. */
int table_append(struct table *t, const struct spe_record *record, const uint8_t *bytes,
                 const struct spe_arrow_core *core);

/* Ends the rows of the finder's file: later rows are of another file. Returns the same as table_append(). */
int table_end_file(struct table *t);

/*
 * Rows that are made apart from the table, by any thread; a slice belongs to one thread at a time. The table must
 * outlive it. Returns NULL after a message if a column has a type that Parquet lacks.
 */
struct table_slice *table_slice_begin(struct table *t);
void table_slice_free(struct table_slice *p);

/* Add the records of all bytes that were fed to the decoder, without their IMPLEMENTATION DEFINED packets; or one
 * record, as table_append() does. Return TOOL_OK, or TOOL_FAILED after a message. */
int table_slice_take(struct table_slice *p, spe_decoder *decoder, const struct spe_arrow_core *core);
int table_slice_append(struct table_slice *p, const struct spe_record *record, const uint8_t *bytes,
                       const struct spe_arrow_core *core);

/* Completes the rows so far: later rows begin another batch, or another row group. */
int table_slice_end(struct table_slice *p);

/* Whether the slice's complete rows take so much memory that they should be put. */
int table_slice_is_large(const struct table_slice *p);

/* Forgets all rows. */
void table_slice_clear(struct table_slice *p);

/* Adds the complete rows of the slice to the table, and removes them from the slice. As table_append(). */
int table_put(struct table *t, struct table_slice *p);

/* The bytes of input that make a slice of a good size. */
size_t table_slice_input(enum table_format format);

/* Completes the table if `status` is TOOL_OK and nothing has failed; the table may be NULL. Returns the status. */
int table_end(struct table *t, int status);

#endif
