/* SPDX-License-Identifier: MIT */
/* The page of spe-stat --html. */
#ifndef PAGE_H
#define PAGE_H

#include "../profile/profile.h"
#include "../report/annotate.h"

#define PAGE_TOP 50 /* rows in a table of places, of which the first few are shown at first */

/* Write one HTML page that needs no other file. Both return TOOL_OK, or TOOL_FAILED after a message. The first has
 * what costs most and what to try, charts, tables, and the code of the functions that cost most; the other has the
 * tables of diff. */
int page_write(struct profile *profile, const struct annotate_options *annotate, FILE *out, size_t most);
int page_write_diff(struct profile *before, struct profile *after, FILE *out, size_t most);

#endif
