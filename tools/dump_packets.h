/* SPDX-License-Identifier: MIT */
/* The packets of a buffer, one line each, as perf's raw dump prints them. */
#ifndef DUMP_PACKETS_H
#define DUMP_PACKETS_H

#include <libspe/text.h>

#include "lines.h"
#include "spe_source.h"

/* Prints all of the buffer that has begun, in constant memory. Returns TOOL_OK; or TOOL_FAILED, after a message, or if
 * nothing can be written any more. */
int dump_packets(struct lines *out, struct spe_source *source, const struct spe_text_config *text);

#endif
