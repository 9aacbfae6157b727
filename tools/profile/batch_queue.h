/* SPDX-License-Identifier: MIT */
/*
 * Hands batches of records from the thread that decodes to the thread that counts. The queue has a few slots, so that
 * memory is constant and both threads work at the same time. All batches arrive complete and in order.
 */
#ifndef BATCH_QUEUE_H
#define BATCH_QUEUE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

#define BATCH_QUEUE_RECORDS 512 /* a batch is 64 KiB; eight batches stay in a core's cache, ... */
#define BATCH_QUEUE_BATCHES 8   /* ... and are enough that neither thread often waits for the other */

struct batch {
    struct spe_record records[BATCH_QUEUE_RECORDS];
    size_t n;
    uint64_t midr;  /* MIDR_EL1 of the records' core; 0 if not known */
    uint32_t cpu;   /* number of the core; UINT32_MAX if not known */
    uint32_t tid;   /* thread that was traced; UINT32_MAX if not known */
    uint64_t start; /* stream offset of the buffer */
};

struct batch_queue {
    struct batch batches[BATCH_QUEUE_BATCHES];
    void (*take)(struct batch *batch);
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t sent, taken; /* batches so far */
    int ended;
    int has_thread; /* 0 if no thread could be started: batches are counted when they are sent */
};

/* Starts a thread that calls `take` for each batch. `take` may change the batch. */
void batch_queue_start(struct batch_queue *queue, void (*take)(struct batch *batch));

/* Returns the next batch to fill; waits until one is free. */
struct batch *batch_queue_claim(struct batch_queue *queue);

/* Sends the claimed batch. */
void batch_queue_send(struct batch_queue *queue);

/* Waits until every batch has been taken, and ends the thread. Afterwards its results can be read. */
void batch_queue_finish(struct batch_queue *queue);

#endif
