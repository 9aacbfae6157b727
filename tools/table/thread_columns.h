/* SPDX-License-Identifier: MIT */
/*
 * Adds the threads of records to the library's columns: `tid` becomes the thread of the record, however it is known,
 * and pid, thread_name and tid_from follow the last column; after them impdef, the IMPLEMENTATION DEFINED packets.
 */
#ifndef THREAD_COLUMNS_H
#define THREAD_COLUMNS_H

#include <libspe-lab/arrow.h>

#include "impdef.h"
#include "record_thread.h"

#define THREAD_COLUMNS_ROWS 16384 /* the most rows of a batch */

/* Replace a schema, or a batch, of all columns of the library by one with the added columns, which owns it. The
 * finder's names must stay where they are until the batch is released. The batch takes the cells, which are those of
 * its rows. */
void thread_columns_schema(struct ArrowSchema *schema);
void thread_columns_batch(struct ArrowArray *batch, const struct thread_finder *finder, struct impdef_cells *cells);

#endif
