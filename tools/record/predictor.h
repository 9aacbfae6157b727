/* SPDX-License-Identifier: MIT */
/* A model of a branch predictor: directions and targets by address and history, and a stack of return addresses. */
#ifndef PREDICTOR_H
#define PREDICTOR_H

#include <stdint.h>

enum { PREDICTOR_DIRECTIONS = 4096, PREDICTOR_TARGETS = 1024, PREDICTOR_RETURNS = 32 };

/* Zeroed storage is a predictor that has learned nothing. */
struct predictor {
    uint64_t history;
    uint64_t targets[PREDICTOR_TARGETS];
    uint64_t returns[PREDICTOR_RETURNS];
    unsigned depth;
    uint8_t directions[PREDICTOR_DIRECTIONS]; /* 0, 1: not taken; 2, 3: taken */
};

struct predictor_branch {
    uint64_t pc, target; /* the target, if taken */
    uint8_t conditional, indirect, calls, returns, taken;
};

/* Returns whether the branch was mispredicted. The predictor learns its result. */
int predictor_branch(struct predictor *p, const struct predictor_branch *b);

#endif
