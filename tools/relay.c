/* SPDX-License-Identifier: MIT */
/* See relay.h. */
#include "relay.h"

static void *run(void *argument)
{
    struct relay *r = argument;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (r->taken == r->sent && !r->ended)
            pthread_cond_wait(&r->changed, &r->lock);
        if (r->taken == r->sent)
            break;
        struct relay_batch *batch = &r->batches[r->taken % RELAY_BATCHES];
        pthread_mutex_unlock(&r->lock);
        r->take(batch);
        pthread_mutex_lock(&r->lock);
        r->taken++;
        pthread_cond_signal(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

void relay_start(struct relay *relay, void (*take)(struct relay_batch *batch))
{
    relay->take = take;
    relay->sent = relay->taken = 0;
    relay->ended = 0;
    pthread_mutex_init(&relay->lock, NULL);
    pthread_cond_init(&relay->changed, NULL);
    relay->has_thread = pthread_create(&relay->thread, NULL, run, relay) == 0;
}

struct relay_batch *relay_claim(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    while (relay->sent - relay->taken == RELAY_BATCHES)
        pthread_cond_wait(&relay->changed, &relay->lock);
    pthread_mutex_unlock(&relay->lock);
    return &relay->batches[relay->sent % RELAY_BATCHES];
}

void relay_send(struct relay *relay)
{
    if (!relay->has_thread) {
        relay->take(&relay->batches[0]);
        return;
    }
    pthread_mutex_lock(&relay->lock);
    relay->sent++;
    pthread_cond_signal(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
}

void relay_finish(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    relay->ended = 1;
    pthread_cond_signal(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
    if (relay->has_thread)
        pthread_join(relay->thread, NULL);
    pthread_mutex_destroy(&relay->lock);
    pthread_cond_destroy(&relay->changed);
}
