/* SPDX-License-Identifier: MIT */
/*
 * Writes Arrow's IPC stream: messages, each followed by columns as they are in memory. Readers accept a stream that
 * ends after any message; so the first bytes of a file are written last, and an incomplete file is not a stream. A pipe
 * has no such protection.
 */
#ifndef ARROW_IPC_H
#define ARROW_IPC_H

#include "column.h"
#include "../system/files.h"

struct arrow_ipc_piece {
    const void *at;
    uint64_t size; /* bytes, without padding */
};

struct arrow_ipc {
    struct tool_output *out;
    unsigned count; /* columns */
    struct column *columns;
    int64_t *sent;                  /* by column: words of its dictionary that were sent */
    struct arrow_ipc_piece *pieces; /* the buffers of all columns of a batch */
    struct bytes message;           /* the message that is being made */
    uint8_t front[8];               /* the first bytes of the file */
};

/* Begins a stream with the columns of `schema`, a struct, whose strings must stay valid. Returns TOOL_OK, or
 * TOOL_FAILED: a write failed (see tool_write()), or, after a message, a column has a type that column.h does not
 * have. Call arrow_ipc_end() in each case. */
int arrow_ipc_begin(struct arrow_ipc *ipc, struct tool_output *out, const struct ArrowSchema *schema);

/* Adds a batch. An index into a dictionary must mean the same word in all batches. */
int arrow_ipc_put(struct arrow_ipc *ipc, const struct ArrowArray *batch);

/* Ends the stream if `status` is TOOL_OK, and frees its memory. Returns the status. */
int arrow_ipc_end(struct arrow_ipc *ipc, int status);

#endif
