/* SPDX-License-Identifier: MIT */
/*
 * One record as a line of CSV, with the columns that users of spe-parser know in front, or as a JSON object. Members
 * are those of the library's table of columns (libspe/arrow.h), by its names and in its order; docs/columns.md has them
 * all.
 */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/clock.h>
#include <libspe/record.h>

#define RECORD_LINE_MAX 8192 /* more than the longest line */

/* The header line of CSV, with its line end. */
extern const char record_csv_header[];

/* Where a record comes from. */
struct record_core {
    uint32_t cpu;                /* UINT32_MAX: not known */
    uint32_t tid;                /* of the thread whose trace it is; UINT32_MAX: not known */
    uint64_t midr;               /* 0: not known */
    struct spe_perf_clock clock; /* mult 0: not known */
};

#define RECORD_MEMOS 64 /* a power of two */
#define RECORD_MEMO_TEXT 240

/* The text of an operation, or of events, which come again and again. */
struct record_memo {
    uint64_t key;
    uint8_t is_made;
    uint8_t end[3];                   /* of its parts */
    char text[RECORD_MEMO_TEXT + 32]; /* it is copied 32 at a time */
};

/* Writes records of one core, in one of the formats. Zeroed, then record_writer_begin(). */
struct record_writer {
    struct record_core core;
    struct record_memo operations[RECORD_MEMOS];
    struct record_memo events[RECORD_MEMOS];
};

/* The records that follow are of this core. */
void record_writer_begin(struct record_writer *writer, const struct record_core *core);

/* Write the line, with its line end, to out[RECORD_LINE_MAX]. Return its length. */
size_t record_to_csv(struct record_writer *writer, const struct spe_record *record, char *out);
size_t record_to_json(struct record_writer *writer, const struct spe_record *record, char *out);

#endif
