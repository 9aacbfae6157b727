/* SPDX-License-Identifier: MIT */
/*
 * Prints the records of a file with many threads: slices of it (input/source_slices.h) are decoded and formatted side
 * by side, and written in their order.
 */
#ifndef DUMP_SLICES_H
#define DUMP_SLICES_H

#include "dump_run.h"

/* Whether a file is printed in slices. A table without a filter always is, since its batches end where slices do; lines
 * of CSV and JSON are the same either way. */
int dump_uses_slices(const struct dump *d);

/* Prints all buffers of d->source. Returns TOOL_OK, or TOOL_FAILED after a message. */
int dump_slices(struct dump *d);

#endif
