/* SPDX-License-Identifier: MIT */
/* What costs most in a profile, and what to try: finds it, and writes it at the beginning of the report. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "finding.h"
#include "report.h"

#define FINDINGS_SHORT "not judged, since there are too few samples for intervals"

/* Whether the samples are too few to judge (FINDINGS_SHORT). */
int findings_are_short(const struct profile *profile);

void findings_find(struct profile *profile, struct findings *out);

/* Writes text with advice for people, rows for CSV and JSON. */
void findings_write(struct report *r, const struct findings *f);

/* The reason for an empty list, in words; NULL if the list is not empty. */
const char *findings_nothing(const struct findings *f);

#define FINDING_TEXT_MAX 4096

/* The key of the table that shows a finding; whether its row there is a source line. */
const char *finding_table(const struct finding *f);
int finding_is_of_line(const struct finding *f);

/* Writes what a cell of its row in its table has: an address, a line of source, a function, or an object; "" if it has
 * no row. Returns text. */
const char *finding_row(const struct finding *f, char text[FINDING_TEXT_MAX]);

/* Writes the sentence that follows the title: " in walk, hot.c:15 (hot): 70.4 % of the summed latency ...". Returns
 * text. */
const char *finding_sentence(const struct finding *f, char text[FINDING_TEXT_MAX]);

#endif
