/* SPDX-License-Identifier: MIT */
/* What findings.c needs of find_waits.c: which instructions wait for what, and how that is described. */
#ifndef FIND_WAITS_H
#define FIND_WAITS_H

#include "finding.h"

void judge_waits(struct findings *f, const struct finding_kind *kind);

/* What an instruction of a type waits for; NULL if it is not of that type. */
const struct site_wait *wait_of_load(const struct site *site);
const struct site_wait *wait_of_walk(const struct site *site);

void describe_load(struct findings *f, const struct waits *w, struct finding *out);
void describe_walk(struct findings *f, const struct waits *w, struct finding *out);

#endif
