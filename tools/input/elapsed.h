/* SPDX-License-Identifier: MIT */
/*
 * How long a thread ran from one sample to the next. A sample represents the time since the sample before it, which the
 * same core wrote of the same thread. That time is not known, and is left out, if samples are missing in between, if
 * the core ran another thread in between, or if tracing paused: at the end of each range of bytes that the kernel
 * reports (PERF_RECORD_AUX), which it ends when a thread is switched out, and at switch events.
 */
#ifndef ELAPSED_H
#define ELAPSED_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>
#include <libspe/record.h>

#define ELAPSED_STREAMS 4096             /* cores or threads whose last sample is kept; power of two */
#define ELAPSED_MOST (UINT32_C(1) << 22) /* pauses of a file; more are only counted */
#define ELAPSED_RUNS 24                  /* more than ELAPSED_MOST can be halved */
#define ELAPSED_UNKNOWN UINT64_MAX

/* A list of pauses has none after `from` and before `at`. */
struct elapsed_next {
    uint64_t from, at; /* at: UINT64_MAX: none follows; 0: not known */
    size_t count;      /* of pauses, when it was found */
};

struct elapsed_stream {
    struct elapsed_next in_bytes, in_time; /* of the stream, of its core */
    uint32_t cpu, tid;                     /* whose buffer it is */
    uint32_t thread;                       /* that ran */
    uint32_t file;
    uint64_t time;
    uint64_t start;  /* struct elapsed_sample.start */
    uint64_t offset; /* in the stream */
    int is_known;
};

struct elapsed {
    uint32_t file; /* from 1 on */
    struct elapsed_stream streams[ELAPSED_STREAMS];
    uint64_t begun; /* streams, until the caller takes them */
    struct elapsed_pause {
        uint64_t key, at; /* of a stream; the offset, or the time, when its tracing paused */
    } * pauses;           /* in runs, each in order and of less than half of the one before */
    size_t count, room, settled;
    size_t runs[ELAPSED_RUNS]; /* where each run ends */
    unsigned run_count;
    uint64_t dropped; /* pauses for which there was no room */
};

/* Zeroed storage is empty. Call it before the first event or sample of each file. */
void elapsed_begin_file(struct elapsed *e);

/* Keeps the pause that an event reports, if any, until elapsed_settle(). */
void elapsed_take(struct elapsed *e, const struct spe_perf_event *event);

/* Puts the pauses in order. */
void elapsed_settle(struct elapsed *e);

/* The stream of a buffer: of a core, or of a thread. UINT32_MAX: not known. */
struct elapsed_stream *elapsed_stream(struct elapsed *e, uint32_t cpu, uint32_t tid);

/* Finds the next pause after `from`. Returns whether it is not after `to`. */
int elapsed_look(const struct elapsed *e, const struct elapsed_stream *stream, struct elapsed_next *next, uint64_t from,
                 uint64_t to);

/* Most samples are between the same two pauses as the one before. */
static inline int elapsed_is_paused(const struct elapsed *e, const struct elapsed_stream *stream,
                                    struct elapsed_next *next, uint64_t from, uint64_t to)
{
    if (from >= next->from && from < next->at && next->count == e->settled)
        return to >= next->at;
    return elapsed_look(e, stream, next, from, to);
}

/*
 * Returns the time since the sample before, or ELAPSED_UNKNOWN. Call it for each sample of a buffer, in their order.
 * `thread` ran (UINT32_MAX: not known); `start` is the stream offset of the buffer; `time` is in the unit of the file's
 * switch events, if it has any (UINT64_MAX: not known).
 */
static inline uint64_t elapsed_since(const struct elapsed *e, struct elapsed_stream *last, uint32_t thread,
                                     uint64_t start, uint64_t time, const struct spe_record *r)
{
    const uint64_t offset = start + r->offset, old_offset = last->offset, old_time = last->time;
    const int is_cut = (r->flags & SPE_RECORD_TRUNCATED) != 0;
    /* perf reads a buffer when it pauses */
    const int is_next = last->is_known && last->start == start && last->thread == thread &&
                        !(r->flags & (SPE_RECORD_TRUNCATED | SPE_RECORD_AFTER_GAP));
    last->thread = thread;
    last->start = start;
    if (time == UINT64_MAX) { /* no timestamp: the next sample also represents this one's time */
        last->is_known = is_next;
        return ELAPSED_UNKNOWN;
    }
    last->is_known = !is_cut;
    last->offset = offset;
    last->time = time;
    if (!is_next || time < old_time || elapsed_is_paused(e, last, &last->in_bytes, old_offset, offset) ||
        (last->cpu != SPE_PERF_NONE && elapsed_is_paused(e, last, &last->in_time, old_time, time)))
        return ELAPSED_UNKNOWN;
    return time - old_time;
}

#endif
