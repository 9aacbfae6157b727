/* SPDX-License-Identifier: MIT */
/*
 * The threads' buffers, in memory that spe-record and the plugin share: when a signal ends the program, spe-record
 * writes what is in them.
 */
#ifndef SHARED_H
#define SHARED_H

#include "setup.h"

enum { SHARED_PAGE = 4096 }; /* in front of a buffer: */

struct shared_buffer {
    uint32_t is_live;         /* a thread has it */
    uint32_t index, pid, tid; /* of the thread: struct output_thread */
    uint64_t written;         /* bytes of its stream before these */
    uint64_t used;            /* bytes that are in it */
};

/* spe-record makes the memory: setup->shared. 0, or -1. */
int shared_make(struct setup *setup);

/* Both sides: the n-th buffer's head; NULL: there are not so many, or there is no such memory. */
struct shared_buffer *shared_at(const struct setup *setup, unsigned n);

static inline uint8_t *shared_bytes(struct shared_buffer *buffer)
{
    return (uint8_t *)buffer + SHARED_PAGE;
}

#endif
