/* SPDX-License-Identifier: MIT */
/*
 * Writes a record as a line of CSV or as a JSON object. CSV begins with the columns that users of spe-parser know.
 * Members have the names and the order of the library's table of columns (libspe-lab/arrow.h); lab/docs/columns.md
 * lists them all.
 */
#ifndef CSV_JSON_H
#define CSV_JSON_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/columns.h>
#include <libspe/clock.h>

#include "record_thread.h"

#define RECORD_LINE_MAX 8192 /* more than the longest line */

/* Writes the header line of CSV, with its line end, to out[RECORD_LINE_MAX]. Returns its length. */
size_t record_csv_header(char *out);

/* Where a record comes from. */
struct record_core {
    uint32_t cpu;                        /* UINT32_MAX if not known */
    uint32_t tid;                        /* the thread that perf traced; UINT32_MAX if not known */
    uint64_t midr;                       /* 0 if not known */
    struct spe_perf_clock clock;         /* mult is 0 if not known */
    const struct thread_finder *threads; /* NULL if not known */
};

/* The thread of a record. */
struct record_thread record_thread_of(const struct record_core *core, const struct spe_record *record);

#define RECORD_MEMOS 64 /* a power of two */
#define RECORD_MEMO_TEXT 240

/* The text of an operation, of events or of a thread, which occur repeatedly. */
struct record_memo {
    uint64_t key;
    uint8_t is_made;
    uint8_t end[3];                   /* of the text's parts */
    char text[RECORD_MEMO_TEXT + 32]; /* it is copied in pieces of 32 */
};

#define RECORD_LATER 32 /* the most fields of a newer library: no more bits exist for them */

/* Writes records of one core, in one of the formats. Zero it, then call record_writer_begin(). */
struct record_writer {
    struct record_core core;
    const uint8_t *bytes; /* set by the caller: of the record that comes next, if it is SPE_RECORD_IMPDEF; or NULL */
    struct spe_record_field later[RECORD_LATER];
    unsigned later_count;
    struct record_memo operations[RECORD_MEMOS];
    struct record_memo events[RECORD_MEMOS];
    struct record_memo threads[RECORD_MEMOS];
};

/* Sets the core of the records that follow. */
void record_writer_begin(struct record_writer *writer, const struct record_core *core);

typedef size_t record_line_fn(struct record_writer *writer, const struct spe_record *record, char *out);

/* Write the line, with its line end, to out[RECORD_LINE_MAX]. Return its length. */
size_t record_to_csv(struct record_writer *writer, const struct spe_record *record, char *out);
size_t record_to_json(struct record_writer *writer, const struct spe_record *record, char *out);

#endif
