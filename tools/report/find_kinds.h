/* SPDX-License-Identifier: MIT */
/* What the rows of findings.c need: find_sharing.c, find_waits.c, find_branches.c. */
#ifndef FIND_KINDS_H
#define FIND_KINDS_H

#include "finding.h"

/* Cache lines that threads share; instructions that wait; mispredicted branches */
void judge_sharing(struct findings *f, const struct finding_kind *kind);
void judge_waits(struct findings *f, const struct finding_kind *kind);
void judge_branches(struct findings *f, const struct finding_kind *kind);

/* What an instruction of a type waits for; NULL if it is not of that type. */
const struct site_wait *wait_of_load(const struct tally_entry *e);
const struct site_wait *wait_of_store(const struct tally_entry *e);
const struct site_wait *wait_of_walk(const struct tally_entry *e);

void describe_load(struct findings *f, const struct waits *w, struct finding *out);
void describe_store(struct findings *f, const struct waits *w, struct finding *out);
void describe_walk(struct findings *f, const struct waits *w, struct finding *out);

#endif
