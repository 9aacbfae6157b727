/* SPDX-License-Identifier: MIT */
/*
 * Batches of records from the thread that decodes to one that counts: a ring of a few, so that memory is constant and
 * both work at a time. Batches arrive whole, all of them, in order.
 */
#ifndef RELAY_H
#define RELAY_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

#define RELAY_RECORDS 512 /* a batch is 64 KiB; eight of them stay in a core's cache, */
#define RELAY_BATCHES 8   /* and are enough that neither thread often waits for the other */

struct relay_batch {
    struct spe_record records[RELAY_RECORDS];
    size_t n;
    uint64_t midr; /* of the core that they are of; 0: not known */
    uint32_t cpu;  /* its number; UINT32_MAX: not known */
    uint32_t tid;  /* of the thread that was traced; likewise */
};

struct relay {
    struct relay_batch batches[RELAY_BATCHES];
    void (*take)(struct relay_batch *batch);
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t sent, taken; /* batches so far */
    int ended;
    int has_thread; /* 0: none could be had, batches are taken as they are sent */
};

/* Starts a thread that calls `take` for each batch, which may change it. */
void relay_start(struct relay *relay, void (*take)(struct relay_batch *batch));

/* The next batch to fill; waits until one is free. */
struct relay_batch *relay_claim(struct relay *relay);

/* Sends the batch that was claimed. */
void relay_send(struct relay *relay);

/* Waits until every batch has been taken, and ends the thread. What it wrote can be read then. */
void relay_finish(struct relay *relay);

#endif
