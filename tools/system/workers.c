/* SPDX-License-Identifier: MIT */
/* See workers.h. */
#include "workers.h"

#include "platform.h"

unsigned workers_default(void)
{
    const unsigned cores = platform_cores();
    return cores < WORKERS_MOST ? cores : WORKERS_MOST;
}

/* Runs the next item that nobody has begun; the lock is held, but not meanwhile. */
static void run_next(struct workers *w)
{
    const uint64_t n = w->begun++ % WORKERS_ITEMS;
    void *item = w->items[n].item;
    pthread_mutex_unlock(&w->lock);
    w->run(item);
    pthread_mutex_lock(&w->lock);
    w->items[n].is_done = 1;
    pthread_cond_broadcast(&w->changed);
}

static void *work(void *argument)
{
    struct workers *w = argument;
    pthread_mutex_lock(&w->lock);
    while (!w->is_over) {
        if (w->begun < w->sent) {
            run_next(w);
            continue;
        }
        w->idle++;
        pthread_cond_wait(&w->changed, &w->lock);
        w->idle--;
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void workers_begin(struct workers *w, unsigned threads, void (*run)(void *item))
{
    w->most = threads;
    w->run = run;
    w->sent = w->begun = w->taken = 0;
    w->idle = w->started = 0;
    w->is_over = 0;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
}

void workers_send(struct workers *w, void *item)
{
    pthread_mutex_lock(&w->lock);
    const uint64_t n = w->sent++ % WORKERS_ITEMS;
    w->items[n].item = item;
    w->items[n].is_done = 0;
    const int is_busy = w->sent - w->begun > w->idle;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    if (is_busy && w->started + 1 < w->most && w->sent > 1 &&
        pthread_create(&w->threads[w->started], NULL, work, w) == 0)
        w->started++;
}

int workers_is_done(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    const int is_done = w->taken < w->sent && w->items[w->taken % WORKERS_ITEMS].is_done;
    pthread_mutex_unlock(&w->lock);
    return is_done;
}

void *workers_take(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    const uint64_t n = w->taken++ % WORKERS_ITEMS;
    while (!w->items[n].is_done) {
        if (w->begun < w->sent)
            run_next(w);
        else
            pthread_cond_wait(&w->changed, &w->lock);
    }
    void *item = w->items[n].item;
    pthread_mutex_unlock(&w->lock);
    return item;
}

void workers_end(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->is_over = 1;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    while (w->started)
        pthread_join(w->threads[--w->started], NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
}
