/* SPDX-License-Identifier: MIT */
/* See elapsed.h. */
#include "elapsed.h"

#include <stdlib.h>
#include <string.h>

#include "../system/list.h"

/* Offsets of a core's stream, of a thread's stream if the file has a buffer for each thread, times of a core */
enum { OF_CORE, OF_THREAD, TIMES_OF_CORE };

static uint64_t key_of(uint64_t what, uint32_t number)
{
    return what << 32 | number;
}

void elapsed_begin_file(struct elapsed *e)
{
    e->file++;
    e->count = e->settled = e->run_count = 0;
}

static void add_pause(struct elapsed *e, uint64_t key, uint64_t at)
{
    if (e->count < ELAPSED_MOST)
        e->pauses = list_with_room(e->pauses, e->count, &e->room, sizeof *e->pauses);
    if (e->count == e->room)
        e->dropped++;
    else
        e->pauses[e->count++] = (struct elapsed_pause){key, at};
}

void elapsed_take(struct elapsed *e, const struct spe_perf_event *event)
{
    if (event->type == SPE_PERF_SWITCH && event->cpu != SPE_PERF_NONE)
        add_pause(e, key_of(TIMES_OF_CORE, event->cpu), event->time);
    if (event->type != SPE_PERF_AUX)
        return;
    const uint64_t end = event->aux_flags & SPE_PERF_AUX_OVERWRITE ? event->offset : event->offset + event->size;
    if (event->cpu != SPE_PERF_NONE)
        add_pause(e, key_of(OF_CORE, event->cpu), end);
    if (event->tid != SPE_PERF_NONE)
        add_pause(e, key_of(OF_THREAD, event->tid), end);
}

static int by_place(const void *a, const void *b)
{
    const struct elapsed_pause *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->at > y->at) - (x->at < y->at);
}

/* Where the last but n-th run begins. */
static size_t run_start(const struct elapsed *e, unsigned n)
{
    return e->run_count > n + 1 ? e->runs[e->run_count - n - 2] : 0;
}

void elapsed_settle(struct elapsed *e)
{
    if (e->count == e->settled)
        return;
    e->settled = e->runs[e->run_count++] = e->count;
    while (e->run_count > 1 && 2 * (e->count - run_start(e, 0)) > run_start(e, 0) - run_start(e, 1)) {
        e->run_count--; /* the last two become one */
        e->runs[e->run_count - 1] = e->count;
    }
    qsort(e->pauses + run_start(e, 0), e->count - run_start(e, 0), sizeof *e->pauses, by_place);
}

/* Whether a run has a pause after `from`, and not after `to`. */
static int paused_in(const struct elapsed *e, size_t low, size_t high, uint64_t key, uint64_t from, uint64_t to)
{
    const size_t end = high;
    while (low < high) { /* the first pause after `from` */
        const size_t middle = low + (high - low) / 2;
        const struct elapsed_pause *p = &e->pauses[middle];
        const int is_after = p->key != key ? p->key > key : p->at > from;
        high = is_after ? middle : high;
        low = is_after ? low : middle + 1;
    }
    return low < end && e->pauses[low].key == key && e->pauses[low].at <= to;
}

static int paused(const struct elapsed *e, uint64_t key, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < e->run_count; i++)
        if (paused_in(e, i ? e->runs[i - 1] : 0, e->runs[i], key, from, to))
            return 1;
    return 0;
}

uint64_t elapsed_since(struct elapsed *e, const struct elapsed_sample *s)
{
    const uint64_t key = s->cpu != SPE_PERF_NONE ? key_of(OF_CORE, s->cpu) : key_of(OF_THREAD, s->tid);
    const uint64_t offset = s->start + s->record->offset;
    struct elapsed_stream *last = &e->streams[(key ^ key >> 32) % ELAPSED_STREAMS];
    const int is_new = last->file != e->file || last->cpu != s->cpu || last->tid != s->tid;
    const int is_same = !is_new && last->is_known && last->start == s->start; /* perf reads a buffer when it pauses */
    const struct elapsed_stream old = *last;
    e->begun += (unsigned)is_new;
    const int is_cut = (s->record->flags & SPE_RECORD_TRUNCATED) != 0;
    *last = (struct elapsed_stream){s->cpu, s->tid, s->thread, e->file, s->time, s->start, offset, !is_cut};
    if (s->time == UINT64_MAX) { /* no timestamp: the next sample also represents this one's time */
        last->time = old.time;
        last->is_known = is_same && !is_cut && !(s->record->flags & SPE_RECORD_AFTER_GAP) && old.thread == s->thread;
        last->offset = old.offset;
        return ELAPSED_UNKNOWN;
    }
    if (!is_same || is_cut || old.thread != s->thread || s->time < old.time ||
        (s->record->flags & SPE_RECORD_AFTER_GAP) || paused(e, key, old.offset, offset) ||
        (s->cpu != SPE_PERF_NONE && paused(e, key_of(TIMES_OF_CORE, s->cpu), old.time, s->time)))
        return ELAPSED_UNKNOWN;
    return s->time - old.time;
}
