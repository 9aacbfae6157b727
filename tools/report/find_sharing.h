/* SPDX-License-Identifier: MIT */
/* Finds cache lines that threads share, for findings.c. */
#ifndef FIND_SHARING_H
#define FIND_SHARING_H

#include "finding.h"

void judge_sharing(struct findings *f, const struct finding_kind *kind);

#endif
