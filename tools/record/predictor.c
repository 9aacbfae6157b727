/* SPDX-License-Identifier: MIT */
/* See predictor.h. */
#include "predictor.h"

static uint64_t hash(const struct predictor *p, uint64_t pc, unsigned bits)
{
    return ((pc >> 2) ^ (p->history & 0xff) ^ (pc >> (2 + bits))) & ((UINT64_C(1) << bits) - 1);
}

static int direction(struct predictor *p, const struct predictor_branch *b)
{
    uint8_t *counter = &p->directions[hash(p, b->pc, 12)];
    const int wrong = (*counter >= 2) != b->taken;
    if (b->taken && *counter < 3)
        ++*counter;
    else if (!b->taken && *counter > 0)
        --*counter;
    p->history = p->history << 1 | b->taken;
    return wrong;
}

static int target(struct predictor *p, const struct predictor_branch *b)
{
    uint64_t *known = &p->targets[hash(p, b->pc, 10)];
    const int wrong = *known != b->target;
    *known = b->target;
    return wrong;
}

int predictor_branch(struct predictor *p, const struct predictor_branch *b)
{
    int wrong = 0;
    if (b->conditional)
        wrong = direction(p, b);
    else if (b->returns)
        wrong = p->returns[--p->depth % PREDICTOR_RETURNS] != b->target;
    else if (b->indirect)
        wrong = target(p, b);
    if (b->calls)
        p->returns[p->depth++ % PREDICTOR_RETURNS] = b->pc + 4;
    return wrong;
}
