/* SPDX-License-Identifier: MIT */
/* The report of spe-stat diff: what changed between two profiles beyond what chance explains. */
#ifndef DIFF_REPORT_H
#define DIFF_REPORT_H

#include "../profile/profile.h"
#include "report.h"

/* Writes tables of the increases and decreases from a to b, with at most `most` rows of each. Returns the same as
 * report_end(). */
int diff_report(const struct profile *a, const struct profile *b, FILE *out, enum report_format format, size_t most,
                const struct report_view *view);

#endif
