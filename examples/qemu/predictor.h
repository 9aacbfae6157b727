/* SPDX-License-Identifier: MIT */
/* A model of a branch predictor: directions by address and history, targets by address and history, a stack of
 * returns. */
#ifndef PREDICTOR_H
#define PREDICTOR_H

#include <stdint.h>

enum { PREDICTOR_DIRECTIONS = 4096, PREDICTOR_TARGETS = 1024, PREDICTOR_RETURNS = 32 };

/* Zeroed storage is one that has learned nothing. */
struct predictor {
    uint64_t history;
    uint64_t targets[PREDICTOR_TARGETS];
    uint64_t returns[PREDICTOR_RETURNS];
    unsigned depth;
    uint8_t directions[PREDICTOR_DIRECTIONS]; /* 0, 1: not taken; 2, 3: taken */
};

struct predictor_branch {
    uint64_t pc, target; /* where it went, if taken */
    uint8_t conditional, indirect, calls, returns, taken;
};

/* Whether the branch was mispredicted; the predictor learns what it did. */
int predictor_branch(struct predictor *p, const struct predictor_branch *b);

#endif
