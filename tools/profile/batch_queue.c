/* SPDX-License-Identifier: MIT */
/* See batch_queue.h. */
#include "batch_queue.h"

static void *run(void *argument)
{
    struct batch_queue *r = argument;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (r->taken == r->sent && !r->ended)
            pthread_cond_wait(&r->changed, &r->lock);
        if (r->taken == r->sent)
            break;
        struct batch *batch = &r->batches[r->taken % BATCH_QUEUE_BATCHES];
        pthread_mutex_unlock(&r->lock);
        r->take(batch);
        pthread_mutex_lock(&r->lock);
        r->taken++;
        pthread_cond_signal(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

void batch_queue_start(struct batch_queue *queue, void (*take)(struct batch *batch))
{
    queue->take = take;
    queue->sent = queue->taken = 0;
    queue->ended = 0;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->has_thread = pthread_create(&queue->thread, NULL, run, queue) == 0;
}

struct batch *batch_queue_claim(struct batch_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->sent - queue->taken == BATCH_QUEUE_BATCHES)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
    return &queue->batches[queue->sent % BATCH_QUEUE_BATCHES];
}

void batch_queue_send(struct batch_queue *queue)
{
    if (!queue->has_thread) {
        queue->take(&queue->batches[0]);
        return;
    }
    pthread_mutex_lock(&queue->lock);
    queue->sent++;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void batch_queue_finish(struct batch_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->ended = 1;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    if (queue->has_thread)
        pthread_join(queue->thread, NULL);
    pthread_mutex_destroy(&queue->lock);
    pthread_cond_destroy(&queue->changed);
}
