/* SPDX-License-Identifier: MIT */
/* Prints a record: a function for each format of spe-dump. */
#ifndef RECORD_PRINTERS_H
#define RECORD_PRINTERS_H

#include "dump_run.h"

/* Prints a record as a line of text. Returns TOOL_OK or TOOL_FAILED, as all functions here do. */
int dump_record(struct dump *d, const struct spe_record *record);

/* Call it before the records of each buffer: prints the header line of CSV, once. */
void dump_begin_records(struct dump *d);

/* Prints a line for each rule that the record and its packets break. */
int dump_findings(struct dump *d, const struct spe_record *record);

/* Chooses the function for the format of that name. If the format does not exist, ends the program in the same way as
 * tool_misuse(). */
void dump_set_format(struct dump *d, const char *name);

/* Whether the format is text, which also has lines for files, buffers and packets. The other formats have lines, or
 * rows, for records only. */
int dump_is_for_people(const struct dump *d);

#endif
