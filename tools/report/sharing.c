/* SPDX-License-Identifier: MIT */
/* See sharing.h. */
#include "sharing.h"

const char *sharing_name(enum sharing sharing)
{
    static const char *const names[] = {[SHARING_NONE] = "-",
                                        [SHARING_READ] = "read",
                                        [SHARING_TRUE] = "true sharing",
                                        [SHARING_FALSE] = "false sharing",
                                        [SHARING_BOTH] = "true and false sharing"};
    return names[sharing];
}

/* Whether a thread or core stores often. If it seldom stores, it does not make others wait: it prepared what they read.
 * "Seldom" is one sample, or less than an eighth of an equal share of the line's samples among the threads or cores
 * that are distinguished. */
static int writes(const struct tally_touches *t, uint32_t i)
{
    uint64_t samples = 0;
    for (uint32_t k = 0; k < t->n; k++)
        samples += (uint64_t)t->by[k].loads + t->by[k].stores - t->by[k].atomics;
    return t->by[i].stores > 1 && (uint64_t)t->by[i].stores * 8 * t->n >= samples;
}

enum sharing sharing_of(const struct tally_touches *t)
{
    int same = 0, apart = 0;
    for (uint32_t i = 0; i < t->n; i++)
        for (uint32_t k = 0; k < t->n; k++) {
            const uint64_t other = t->by[k].read | t->by[k].written;
            if (i == k || !writes(t, i))
                continue;
            const int is_same = (t->by[i].written & other) != 0;
            same |= is_same;
            /* A byte that both only read, next to one that the first writes, is moved away by that write. */
            apart |= !is_same || (other & ~(t->by[i].read | t->by[i].written)) != 0;
        }
    if (t->n < 2)
        return SHARING_NONE;
    return same && apart ? SHARING_BOTH : same ? SHARING_TRUE : apart ? SHARING_FALSE : SHARING_READ;
}
