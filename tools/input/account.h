/* SPDX-License-Identifier: MIT */
/*
 * The accounts of a recording: what each core, or each thread that perf traced, has written, byte by byte, record by
 * record and sample by sample. They balance:
 * - named - missing == bytes - unnamed (struct spe_perf_account);
 * - bytes == in_records + skipped + padding, if records are counted;
 * - a sample is in one row of each fact.
 * All programs read them here: what is counted elsewhere again may differ.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stddef.h>

#include <libspe/decoder.h>
#include <libspe/perf_data.h>

/* Facts about samples. Each fact has a row for samples that have it, or several, and a row for each reason why others
 * lack it. */
enum account_row {
    /* Saved profiles have these numbers: a row in between needs another version of FIRST_LINE. */
    ACCOUNT_THREAD, /* the rows of threads are in the order of enum thread_from */
    ACCOUNT_THREAD_TRACED,
    ACCOUNT_THREAD_SWITCHED,
    ACCOUNT_NO_THREAD,
    ACCOUNT_NO_THREAD_ZERO,
    ACCOUNT_NO_THREAD_TIME,
    ACCOUNT_MODULE,
    ACCOUNT_NO_MODULE_PC,
    ACCOUNT_NO_MODULE_THREAD,
    ACCOUNT_NO_MODULE,
    ACCOUNT_FUNCTION,
    ACCOUNT_NO_FUNCTION_MODULE,
    ACCOUNT_NO_FUNCTION,
    ACCOUNT_LEVEL,
    ACCOUNT_NO_LEVEL,
    ACCOUNT_TIME,
    ACCOUNT_NO_TIME,
    ACCOUNT_NO_TIME_CLOCK,
    ACCOUNT_PHYSICAL,
    ACCOUNT_NO_PHYSICAL_DATA,
    ACCOUNT_NO_PHYSICAL,
    ACCOUNT_NODE,
    ACCOUNT_NO_NODE_PHYSICAL,
    ACCOUNT_NO_NODE_SAID,
    ACCOUNT_NO_NODE,
    ACCOUNT_ROWS
};

/* The row's name in reports, such as "no time: no timestamp". */
const char *account_row_name(unsigned row);

/* Whether a sample in this row lacks what every sample of perf.data should have. */
int account_row_is_lack(unsigned row);

/* A core's part, or that of a thread: numbers, which can be added, and others. */
struct account_stream {
    uint64_t samples[ACCOUNT_ROWS];        /* of wanted records; only programs that find threads and names count them */
    uint64_t decoded, in_records, skipped; /* bytes */
    uint64_t records, buffers;
    uint64_t empty,
        tail; /* bytes: the largest buffer without a record; the most padding after the last one of others */
    uint64_t end, before; /* of the current buffer: the end of its last record; the stream's records before it */
    struct spe_perf_account file;
    uint32_t present;  /* SPE_HAS_* of any record */
    uint32_t cpu, tid; /* UINT32_MAX: not known */
};

struct account {
    struct account_stream *streams;
    size_t count, room, current; /* current: SIZE_MAX: no_room */
    uint32_t *slots;             /* numbers of streams plus 1, by hash */
    size_t slot_count;
    uint64_t seed;
    int waits_for_ring;            /* an AUX event that names no core is of a snapshot: the next buffer's */
    int has_cores, has_threads;    /* buffers are of cores, or of threads */
    struct account_stream no_room; /* the stream, if there are too many */
};

#define ACCOUNT_MOST 65536 /* streams; records of others are only in the sum */

/* Takes an event of perf.data. */
void account_event(struct account *a, const struct spe_perf_event *event);

/* The stream of the current buffer. Raw bytes are one, too. */
struct account_stream *account_current(struct account *a);

/* Takes the current buffer's records, as they are decoded; and the counts of its decoder, when it has ended at that
 * offset. */
void account_records(struct account *a, const struct spe_record *records, size_t n);
void account_buffer_end(struct account *a, const spe_decoder *decoder, uint64_t at);

/* Returns the sum of the streams, after leaving out those that are none: an AUX event may name a core and a thread. */
struct account_stream account_sum(struct account *a);

/* Adds what can be added: a stream; each stream of another file to that of the same core or thread. */
void account_add(struct account_stream *sum, const struct account_stream *stream);
void account_merge(struct account *into, const struct account *from);

/* "CPU 2", or "thread 44", in text[]. */
const char *account_stream_name(const struct account_stream *stream, char *text, size_t cap);

/* Samples without a thread, for whatever reason; *row is the most frequent one, if it is not NULL. */
uint64_t account_without_thread(const struct account_stream *stream, unsigned *row);

/* How to record so that they have one. */
const char *account_thread_remedy(unsigned row);

/* Whether events that name bytes are lost. Snapshots have none, and none names the padding of the driver and perf. */
int account_is_unnamed(const struct account_stream *stream);

/* Bytes between records. */
uint64_t account_padding(const struct account_stream *stream);

void account_free(struct account *a);

#endif
