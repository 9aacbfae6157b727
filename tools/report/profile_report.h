/* SPDX-License-Identifier: MIT */
/* The report of spe-stat: all tables of a profile. */
#ifndef PROFILE_REPORT_H
#define PROFILE_REPORT_H

#include "../profile/profile.h"
#include "report.h"

/* Writes the tables that are wanted, with at most `most` rows in the tables of places. Returns the same as
 * report_end(). */
int profile_report(struct profile *profile, FILE *out, enum report_format format, size_t most,
                   const struct report_view *view);

/* Writes the tables that are not about places (place_tables.h): the input, operations, events, latencies. */
void tables_facts(struct report *r, const struct profile *p);
void tables_rest(struct report *r, const struct profile *p);

#endif
