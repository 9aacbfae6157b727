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
    if (e->count == ELAPSED_MOST) {
        e->dropped++;
        return;
    }
    e->pauses = list_with_room(e->pauses, e->count, &e->room, sizeof *e->pauses);
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

/* The first pause of a run that is after `from`; UINT64_MAX if there is none. */
static uint64_t next_in(const struct elapsed *e, size_t low, size_t high, uint64_t key, uint64_t from)
{
    const size_t end = high;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct elapsed_pause *p = &e->pauses[middle];
        const int is_after = p->key != key ? p->key > key : p->at > from;
        high = is_after ? middle : high;
        low = is_after ? low : middle + 1;
    }
    return low < end && e->pauses[low].key == key ? e->pauses[low].at : UINT64_MAX;
}

int elapsed_look(const struct elapsed *e, const struct elapsed_stream *stream, struct elapsed_next *next, uint64_t from,
                 uint64_t to)
{
    const uint64_t key = next == &stream->in_time       ? key_of(TIMES_OF_CORE, stream->cpu)
                         : stream->cpu != SPE_PERF_NONE ? key_of(OF_CORE, stream->cpu)
                                                        : key_of(OF_THREAD, stream->tid);
    *next = (struct elapsed_next){from, UINT64_MAX, e->settled};
    for (unsigned i = 0; i < e->run_count; i++) {
        const uint64_t at = next_in(e, i ? e->runs[i - 1] : 0, e->runs[i], key, from);
        next->at = at < next->at ? at : next->at;
    }
    return to >= next->at;
}

#define PLACES 16 /* where a stream may be in the table */

struct elapsed_stream *elapsed_stream(struct elapsed *e, uint32_t cpu, uint32_t tid)
{
    const uint64_t key = cpu != SPE_PERF_NONE ? key_of(OF_CORE, cpu) : key_of(OF_THREAD, tid);
    struct elapsed_stream *unused = NULL, *at = NULL;
    for (unsigned i = 0; i < PLACES; i++) {
        at = &e->streams[((key ^ key >> 32) + i) % ELAPSED_STREAMS];
        if (at->file == e->file && at->cpu == cpu && at->tid == tid)
            return at;
        unused = !unused && at->file != e->file ? at : unused;
    }
    at = unused ? unused : at;
    *at = (struct elapsed_stream){.cpu = cpu, .tid = tid, .file = e->file};
    e->begun++;
    return at;
}
