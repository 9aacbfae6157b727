/* SPDX-License-Identifier: MIT */
/*
 * The accounts of a recording: what each core, or each thread that perf traced, has written, byte by byte and record by
 * record. They balance:
 * - named - missing == bytes - unnamed (struct spe_perf_account);
 * - bytes == in_records + skipped + padding, if records are counted.
 * All programs read them here: what is counted elsewhere again may differ.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stddef.h>

#include <libspe/decoder.h>
#include <libspe/perf_data.h>

/* Facts about records, which are counted. */
enum account_fact {
    ACCOUNT_CONTEXT, /* a CONTEXT packet that may name a thread, ... */
    ACCOUNT_ZERO,    /* ... or one that cannot: user code is never of thread 0 */
    ACCOUNT_TIME,
    ACCOUNT_SOURCE,
    ACCOUNT_AFTER_GAP,
    ACCOUNT_FACTS
};

/* A core's part, or that of a thread. */
struct account_stream {
    uint32_t cpu, tid; /* UINT32_MAX: not known */
    struct spe_perf_account file;
    uint64_t decoded, in_records, skipped; /* bytes */
    uint64_t records, facts[ACCOUNT_FACTS];
    uint64_t first, last;    /* timestamps; none if first is after last */
    uint32_t present;        /* SPE_HAS_* of any record */
    uint64_t buffers, empty; /* that were decoded; of these, without a record */
    uint64_t tail;           /* bytes of padding after the last record of a buffer, the most */
    uint64_t end, before;    /* of the current buffer: the end of its last record; the stream's records before it */
};

struct account {
    struct account_stream *streams;
    size_t count, room, current;
    int waits_for_ring;         /* an AUX event that names no core is of a snapshot: the next buffer's */
    int has_cores, has_threads; /* buffers are of cores, or of threads */
};

#define ACCOUNT_MOST 2048 /* streams; what more there are is in the last one */

/* Takes an event of perf.data. */
void account_event(struct account *a, const struct spe_perf_event *event);

/* Takes the current buffer's records, as they are decoded; and the counts of its decoder, when it has ended at that
 * offset. Raw bytes are a stream, too. */
void account_records(struct account *a, const struct spe_record *records, size_t n);
void account_buffer_end(struct account *a, const spe_decoder *decoder, uint64_t at);

/* Returns the sum of the streams, after leaving out those that are none: an AUX event may name a core and a thread. */
struct account_stream account_sum(struct account *a);

/* Adds what can be added. */
void account_add(struct account_stream *sum, const struct account_stream *stream);

/* Bytes between records. */
uint64_t account_padding(const struct account_stream *stream);

void account_free(struct account *a);

#endif
