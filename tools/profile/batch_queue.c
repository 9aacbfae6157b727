/* SPDX-License-Identifier: MIT */
/* See batch_queue.h. */
#include "batch_queue.h"

#include <string.h>

/* The number of batches that every counter has counted. */
static uint64_t taken_by_all(const struct batch_queue *q)
{
    uint64_t least = q->sent;
    for (unsigned i = 0; i < q->n_counters; i++)
        least = q->taken[i] < least ? q->taken[i] : least;
    return least;
}

/* The counter that is most behind and that no thread runs; n_counters if there is nothing to do. */
static unsigned find_work(const struct batch_queue *q)
{
    unsigned found = q->n_counters;
    uint64_t least = q->sent;
    for (unsigned i = 0; i < q->n_counters; i++)
        if (!q->is_busy[i] && q->taken[i] < least) {
            found = i;
            least = q->taken[i];
        }
    return found;
}

/* Counts one batch, or else waits for a change; the lock is held, but not meanwhile. */
static void work_or_wait(struct batch_queue *q)
{
    const unsigned i = find_work(q);
    if (i == q->n_counters) {
        pthread_cond_wait(&q->changed, &q->lock);
        return;
    }
    const struct batch *batch = &q->batches[q->taken[i] % q->slots];
    q->is_busy[i] = 1;
    pthread_mutex_unlock(&q->lock);
    q->counters[i].add(q->counters[i].context, batch->samples, batch->n);
    pthread_mutex_lock(&q->lock);
    q->taken[i]++;
    q->is_busy[i] = 0;
    pthread_cond_broadcast(&q->changed);
}

static void *run(void *argument)
{
    struct batch_queue *q = argument;
    pthread_mutex_lock(&q->lock);
    while (!q->is_over)
        work_or_wait(q);
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

void batch_queue_begin(struct batch_queue *q, unsigned threads)
{
    q->most = threads;
    q->slots = threads > 1 ? BATCH_QUEUE_BATCHES : 1;
    q->sent = 0;
    q->is_over = 0;
    q->started = 0;
    memset(q->taken, 0, sizeof q->taken); /* and no counter is busy between files */
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
}

struct batch *batch_queue_claim(struct batch_queue *q)
{
    const uint64_t ahead = q->started ? q->slots : 1; /* alone: a batch at a time, while the caches have it */
    pthread_mutex_lock(&q->lock);
    while (q->sent - taken_by_all(q) >= ahead)
        work_or_wait(q);
    pthread_mutex_unlock(&q->lock);
    return &q->batches[q->sent % q->slots];
}

void batch_queue_send(struct batch_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->sent++;
    const int has_work = q->sent > 1 && find_work(q) != q->n_counters;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    if (!has_work || q->started + 1 >= q->most || q->started == q->n_counters)
        return;
    if (pthread_create(&q->threads[q->started], NULL, run, q) == 0)
        q->started++;
    else
        q->most = 1; /* no more attempts */
}

void batch_queue_drain(struct batch_queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (taken_by_all(q) < q->sent)
        work_or_wait(q);
    pthread_mutex_unlock(&q->lock);
}

void batch_queue_end(struct batch_queue *q)
{
    batch_queue_drain(q);
    pthread_mutex_lock(&q->lock);
    q->is_over = 1;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    while (q->started)
        pthread_join(q->threads[--q->started], NULL);
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->changed);
}
