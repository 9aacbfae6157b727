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

struct elapsed_stream {
    uint32_t cpu, tid; /* whose buffer it is */
    uint32_t thread;   /* that ran */
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

/* Where and when a sample was taken. */
struct elapsed_sample {
    uint32_t cpu, tid; /* whose buffer it is in; UINT32_MAX if not known */
    uint32_t thread;   /* that ran; UINT32_MAX if not known */
    uint64_t start;    /* stream offset of the buffer */
    uint64_t time;     /* in the unit of the file's switch events, if it has any; UINT64_MAX if not known */
    const struct spe_record *record;
};

/* Zeroed storage is empty. Call it before the first event or sample of each file. */
void elapsed_begin_file(struct elapsed *e);

/* Keeps the pause that an event reports, if any, until elapsed_settle(). */
void elapsed_take(struct elapsed *e, const struct spe_perf_event *event);

/* Puts the pauses in order. */
void elapsed_settle(struct elapsed *e);

/*
 * Returns the time since the sample before, or ELAPSED_UNKNOWN. Call it for each sample of a buffer, in their order.
 */
uint64_t elapsed_since(struct elapsed *e, const struct elapsed_sample *sample);

#endif
