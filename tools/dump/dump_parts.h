/* SPDX-License-Identifier: MIT */
/*
 * Prints the records of a file with many threads: parts of it (input/source_parts.h) are decoded and formatted side by
 * side, and written in their order.
 */
#ifndef DUMP_PARTS_H
#define DUMP_PARTS_H

#include "dump_run.h"

/* Whether a file is printed in parts. A table without a filter always is, since its batches end where parts do; lines
 * of CSV and JSON are the same either way. */
int dump_uses_parts(const struct dump *d);

/* Prints all buffers of d->source. Returns TOOL_OK, or TOOL_FAILED after a message. */
int dump_parts(struct dump *d);

#endif
