/* SPDX-License-Identifier: MIT */
/* One record as a line of CSV, with the columns that users of spe-parser know, or as a JSON object in our fields' names. */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

#define RECORD_LINE_MAX 4096 /* more than the longest line */

/* The header line of CSV, with its line end. */
extern const char record_csv_header[];

/* Write the line, with its line end, to out[RECORD_LINE_MAX]; cpu UINT32_MAX: not known. Return its length. */
size_t record_to_csv(const struct spe_record *record, uint32_t cpu, char *out);
size_t record_to_json(const struct spe_record *record, uint32_t cpu, char *out);

#endif
