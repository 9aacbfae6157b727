/* SPDX-License-Identifier: MIT */
/*
 * Threads that work on items side by side, whose results are taken in the order in which the items were sent. The
 * thread that sends and takes works too, where it would otherwise wait. Threads are started as there is work for them;
 * if none can be started, that one thread does everything.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <pthread.h>
#include <stdint.h>

#define WORKERS_MOST 256                 /* threads */
#define WORKERS_ITEMS (WORKERS_MOST + 2) /* that are sent and not taken */

struct workers {
    unsigned most; /* threads, with the one that sends */
    void (*run)(void *item);
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock: */
    struct {
        void *item;
        int is_done;
    } items[WORKERS_ITEMS];
    uint64_t sent, begun, taken; /* numbers of items */
    unsigned idle;
    int is_over;
    /* of the thread that sends: */
    unsigned started;
    pthread_t threads[WORKERS_MOST];
};

/* The number of threads that the programs use by default: one for each core, WORKERS_MOST at most. */
unsigned workers_default(void);

/* `threads` threads at most, from 1 to WORKERS_MOST, will call run(item) for each item. */
void workers_begin(struct workers *w, unsigned threads, void (*run)(void *item));

/* Sends an item. At most WORKERS_ITEMS may be on their way. */
void workers_send(struct workers *w, void *item);

/* Whether the item that was sent first is done. */
int workers_is_done(struct workers *w);

/* Waits until the item that was sent first is done, and takes it. There must be one. */
void *workers_take(struct workers *w);

/* Ends the threads. Items that were sent and not taken may be left undone. */
void workers_end(struct workers *w);

#endif
