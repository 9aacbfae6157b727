/* SPDX-License-Identifier: MIT */
/* What counters need of a record, and what is known in addition: thread, time, part, shape, spaces (reading.c). */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <libspe/record.h>

#include "../symbols/thread_rule.h"
#include "shapes.h"

/* The first tables of struct places, by what is counted there */
enum { SAMPLE_CODE, SAMPLE_TARGET, SAMPLE_PAGE, SAMPLE_LINE, SAMPLE_TABLES };

/* Counters read the record only where they must: it takes time to fetch it from the cache of the core that decodes. */
struct sample {
    const struct spe_record *record;
    const struct shape *shape;
    uint64_t time;    /* nanoseconds of perf's clock; UINT64_MAX if not known */
    uint64_t elapsed; /* time that it represents; 0 if not known */
    union {           /* canonical addresses, or 0 */
        struct {
            uint64_t pc, branch_target, data_va;
        };
        uint64_t addresses[SAMPLE_PAGE + 1];
    };
    uint32_t present; /* SPE_HAS_* */
    uint32_t cpu;     /* UINT32_MAX if not known */
    uint32_t who;     /* number of the thread */
    union {           /* address spaces, where it has the addresses */
        struct {
            uint32_t code, target; /* of its PC and branch target */
            uint32_t page, line;   /* of the beginnings of the page and cache line of its data, ... */
        };
        uint32_t spaces[SAMPLE_TABLES];
    };
    uint32_t data; /* ... and of the data */
    uint16_t total_latency, translation_latency;
    uint8_t part; /* parts_of() */
    uint8_t from; /* enum thread_from: how the thread is known, or why it is not */
};

/* Gets all samples, in their order. */
struct sample_counter {
    void (*add)(void *context, const struct sample *samples, size_t n);
    void *context;
};

#endif
