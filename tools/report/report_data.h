/* SPDX-License-Identifier: MIT */
/* Writes tables for programs. */
#ifndef REPORT_DATA_H
#define REPORT_DATA_H

#include "report_cells.h"

#define REPORT_COLUMN_KEY_MAX 64

/* The name of a column as a word, "summed_latency" for "summed latency", in out[REPORT_COLUMN_KEY_MAX]. Returns out. */
const char *report_column_key(const char *name, char *out);

/* A line for each cell: table, row, column, value. Columns are words; numbers have all their digits. */
void report_csv(FILE *out, const struct report_rows *table);

/* A member of an object: an array with an object for each row, whose keys are the same words. */
void report_json(FILE *out, const struct report_rows *table);

#endif
