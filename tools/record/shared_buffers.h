/* SPDX-License-Identifier: MIT */
/*
 * The threads' buffers, in memory that spe-record and the plugin share: when a signal ends the program, spe-record
 * writes their contents.
 */
#ifndef SHARED_BUFFERS_H
#define SHARED_BUFFERS_H

#include <stdatomic.h>

#include "setup.h"

enum { SHARED_PAGE = 4096 }; /* precedes a buffer: */

struct shared_buffer {
    uint32_t is_live;         /* a thread uses it */
    uint32_t index, pid, tid; /* of the thread: struct output_thread */
    uint64_t written;         /* bytes of its stream before these bytes */
    uint64_t used;            /* bytes in the buffer */
    /* Only in the first buffer: */
    _Atomic uint64_t samples; /* of all threads */
    int error;                /* errno of a write of perf.data that failed, or 0 */
    int counts;               /* 1: the full counts are written; -errno: they cannot be; 0: the plugin has not ended */
};

/* spe-record makes the memory: setup->shared. Returns 0, or -1. */
int shared_make(struct setup *setup);

/* For both sides. Returns the n-th buffer's head, or NULL if the buffer or the shared memory does not exist. */
struct shared_buffer *shared_at(const struct setup *setup, unsigned n);

/* The plugin counts a sample; spe-record reads the number of samples so far. */
void shared_count_sample(const struct setup *setup);
uint64_t shared_samples(const struct setup *setup);

/* Writes to perf.data, in the plugin or in spe-record. Returns 0; or -1, and stores errno in the first buffer. It does
 * not try to write beyond RLIMIT_FSIZE, because SIGXFSZ would reach the recorded program. */
int shared_write(const struct setup *setup, int descriptor, uint64_t offset, const void *bytes, size_t size);

static inline uint8_t *shared_bytes(struct shared_buffer *buffer)
{
    return (uint8_t *)buffer + SHARED_PAGE;
}

#endif
