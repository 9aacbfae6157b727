/* SPDX-License-Identifier: MIT */
/*
 * Batches of samples, and counters that take them side by side: each counter gets all batches complete and in order,
 * so that its result does not depend on the number of threads. The thread that sends also counts, where it would
 * otherwise wait. The queue has a few slots, so that memory is constant.
 */
#ifndef BATCH_QUEUE_H
#define BATCH_QUEUE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "sample.h"

#define BATCH_QUEUE_RECORDS 256 /* a batch is 56 KiB; the batches stay in a core's second cache, ... */
#define BATCH_QUEUE_BATCHES 8   /* ... and are enough that threads seldom wait for each other */
#define BATCH_QUEUE_COUNTERS 7  /* the most counters */

struct batch {
    struct spe_record records[BATCH_QUEUE_RECORDS];
    struct sample samples[BATCH_QUEUE_RECORDS]; /* of those that are wanted; sample.record says which */
    size_t n;                                   /* of records; when it is sent: of samples */
    uint64_t midr;                              /* MIDR_EL1 of the records' core; 0 if not known */
    uint32_t cpu;                               /* number of the core; UINT32_MAX if not known */
    uint32_t tid;                               /* thread that was traced; UINT32_MAX if not known */
    uint64_t start;                             /* stream offset of the buffer */
    uint64_t each;                              /* half operations for each sample; 0 if not known */
    uint64_t *account;                          /* ACCOUNT_ROWS numbers of its stream, until it is sent */
};

struct batch_queue {
    struct batch batches[BATCH_QUEUE_BATCHES];
    struct sample_counter counters[BATCH_QUEUE_COUNTERS]; /* [0..n_counters): set by the caller */
    unsigned n_counters;
    unsigned most;  /* threads, with the one that sends */
    unsigned slots; /* batches that are used; with one thread only one, which stays in its core's caches */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock: */
    uint64_t sent;                        /* batches so far */
    uint64_t taken[BATCH_QUEUE_COUNTERS]; /* ... and those that each counter has counted */
    int is_busy[BATCH_QUEUE_COUNTERS];    /* a thread runs the counter */
    int is_over;
    /* of the thread that sends: */
    unsigned started;
    pthread_t threads[BATCH_QUEUE_COUNTERS];
};

/* Up to `threads` threads will run the counters. The others are started when there is work for them. */
void batch_queue_begin(struct batch_queue *queue, unsigned threads);

/* Returns the next batch to fill, when one is free. */
struct batch *batch_queue_claim(struct batch_queue *queue);

/* Sends the claimed batch. */
void batch_queue_send(struct batch_queue *queue);

/* Returns when each counter has counted all batches. What they use can then be changed, and their results read. */
void batch_queue_drain(struct batch_queue *queue);

/* Drains the queue, and ends the threads. */
void batch_queue_end(struct batch_queue *queue);

#endif
