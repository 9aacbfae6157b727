/* SPDX-License-Identifier: MIT */
/* A record, and what is known of it in addition: thread, time, part, shape, address spaces (prepare.h). */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <libspe/record.h>

#include "../symbols/thread_rule.h"
#include "shapes.h"

struct sample {
    const struct spe_record *record;
    const struct shape *shape;
    uint64_t midr;
    uint64_t time;         /* nanoseconds of perf's clock; UINT64_MAX if not known */
    uint64_t elapsed;      /* time that it represents; 0 if not known */
    uint32_t cpu;          /* UINT32_MAX if not known */
    uint32_t who;          /* number of the thread */
    enum thread_from from; /* how it is known, or why it is not */
    uint32_t part;         /* parts_of() */
    uint32_t code, target; /* address spaces of its PC and branch target, if it has them */
    uint32_t data;         /* ... of its data address, ... */
    uint32_t page, line;   /* ... and of the beginnings of its page and cache line */
};

#endif
