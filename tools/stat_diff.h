/* SPDX-License-Identifier: MIT */
/* spe-stat diff: what is different between two profiles, beyond what chance does. */
#ifndef STAT_DIFF_H
#define STAT_DIFF_H

#include "profile.h"
#include "report.h"

/* Writes tables of what is more or less in b than in a, with at most `most` rows of each. */
void stat_diff(const struct profile *a, const struct profile *b, FILE *out, enum report_format format, size_t most);

#endif
