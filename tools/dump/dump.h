/* SPDX-License-Identifier: MIT */
/* Prints what spe-dump prints. dump.c reads files; record_printers.c has a function for each format. */
#ifndef DUMP_H
#define DUMP_H

#include "dump_run.h"

/* Makes the output, which must not be one of the files that are read. Returns TOOL_OK, or TOOL_FAILED after a
 * message. */
int dump_begin_output(struct dump *d, char **files);

/* Prints all buffers of a file. A callback for input_each(), whose context is the struct dump. */
int dump_file(void *context, struct spe_source *source);

/* Ends the output. `status` is the status of all files together. The output keeps the part of damaged files that was
 * read. If nothing was read, or if writing failed, no output remains. Returns TOOL_OK, or TOOL_FAILED after a
 * message. */
int dump_end_output(struct dump *d, int status);

#endif
