/* SPDX-License-Identifier: MIT */
/* Prints the packets of a buffer, one line each, as perf's raw dump does. */
#ifndef PACKET_LINES_H
#define PACKET_LINES_H

#include <libspe/text.h>

#include "../system/lines.h"
#include "../input/spe_source.h"

/* Prints all of the current buffer, in constant memory. Returns TOOL_OK; or TOOL_FAILED, after a message, or if nothing
 * more can be written. */
int dump_packets(struct lines *out, struct spe_source *source, const struct spe_text_config *text);

#endif
