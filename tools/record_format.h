/* SPDX-License-Identifier: MIT */
/* One record as a line of CSV, with the columns that users of spe-parser know, or as a JSON object in our fields'
 * names. */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/record.h>

#define RECORD_LINE_MAX 4096 /* more than the longest line */

/* The header line of CSV, with its line end. */
extern const char record_csv_header[];

/* Where a record comes from. */
struct record_core {
    uint32_t cpu;  /* UINT32_MAX: not known */
    uint64_t midr; /* 0: not known */
};

/* Write the line, with its line end, to out[RECORD_LINE_MAX]. Return its length. */
size_t record_to_csv(const struct spe_record *record, const struct record_core *core, char *out);
size_t record_to_json(const struct spe_record *record, const struct record_core *core, char *out);

/* The core's name of the record's data source; NULL: there is none, or it is not known. */
const char *record_source_name(const struct spe_record *record, uint64_t midr);

#endif
