/* SPDX-License-Identifier: MIT */
/* What spe-stat says of a profile. */
#ifndef STAT_REPORT_H
#define STAT_REPORT_H

#include "profile.h"
#include "report.h"

/* Writes all tables, with at most `most` places in those of places. */
void stat_report(struct profile *profile, FILE *out, enum report_format format, size_t most);

/* The tables of it that are not of places (stat_places.h): what was read; operations, events, latencies. */
void stat_facts(struct report *r, const struct profile *p);
void stat_rest(struct report *r, const struct profile *p);

/* Writes one HTML page that needs nothing else: what answers "where do the cycles go?" first, the tables, and pictures
 * of what they say. */
void stat_page(struct profile *profile, FILE *out, size_t most);

#define STAT_NAME_MAX 80

/* The name of a data source, "source 13, remote" or "source 13", in name[STAT_NAME_MAX]. */
void stat_source_name(const struct profile *profile, unsigned source, char *name);

#endif
