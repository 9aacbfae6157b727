/* SPDX-License-Identifier: MIT */
/*
 * Arrow's IPC streaming format: what the C Data interface holds, as it lies in memory, behind messages that say so. A
 * file that is not complete does not begin as one that is, for readers take a stream for whole that ends between two
 * messages: its first bytes are written last. What goes to a pipe has no mark of its end then.
 */
#ifndef ARROW_IPC_H
#define ARROW_IPC_H

#include "column.h"
#include "tool.h"

struct arrow_ipc_piece {
    const void *at;
    uint64_t size; /* bytes, without padding */
};

struct arrow_ipc {
    struct tool_output *out;
    unsigned count; /* columns */
    struct column *columns;
    int64_t *sent;                  /* words of the dictionary of each that went out */
    struct arrow_ipc_piece *pieces; /* the buffers of all, in a batch */
    struct bytes message;           /* one, before it goes out */
    uint8_t front[8];               /* of the file */
};

/* Begins a stream of what `schema`, a struct, says, whose strings must last. Returns TOOL_OK, or TOOL_FAILED: as
 * tool_write(), or after a message there is no memory, or a column has a type that column.h does not know;
 * arrow_ipc_end() in each case. */
int arrow_ipc_begin(struct arrow_ipc *ipc, struct tool_output *out, const struct ArrowSchema *schema);

/* Adds a batch. In all batches a place in a dictionary stands for the same word. */
int arrow_ipc_put(struct arrow_ipc *ipc, const struct ArrowArray *batch);

/* Ends the stream if `status` is TOOL_OK, and frees what was taken. Returns the status. */
int arrow_ipc_end(struct arrow_ipc *ipc, int status);

#endif
