/* SPDX-License-Identifier: MIT */
/* The page of spe-stat --html. */
#ifndef PAGE_H
#define PAGE_H

#include "../profile/profile.h"

/* Writes one HTML page that needs no other file: first what costs most and what to try, then the
 * tables, with charts of them. */
void page_write(struct profile *profile, FILE *out, size_t most);

/* Writes the page of two profiles: the tables of diff. Returns TOOL_OK, or TOOL_FAILED after a message. */
int page_write_diff(struct profile *before, struct profile *after, FILE *out, size_t most);

#endif
