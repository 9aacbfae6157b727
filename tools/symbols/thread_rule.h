/* SPDX-License-Identifier: MIT */
/*
 * Which thread a record belongs to. Several sources may name one; tools/docs/stat.md, "Which thread a sample belongs
 * to", has their order as a table.
 */
#ifndef THREAD_RULE_H
#define THREAD_RULE_H

#include <stdint.h>

#include <libspe/record.h>

#include "processes.h"

#define THREAD_NONE UINT32_MAX /* SPE_PERF_NONE: not known */

/* Which source names the thread; from THREAD_NO_CONTEXT on, why none does. */
enum thread_from {
    THREAD_FROM_CONTEXT, /* the CONTEXT packet */
    THREAD_FROM_TRACE,   /* perf traced this thread alone */
    THREAD_FROM_SWITCH,  /* the switch events of the core */
    THREAD_NO_CONTEXT,   /* the record has no CONTEXT packet, and no switch event names a thread */
    THREAD_ZERO,         /* its CONTEXT packet is 0 and cannot be right, and no switch event names a thread */
    THREAD_NO_TIME,      /* there are switch events, but the record's core or time is not known */
};

/* What is known of a record; THREAD_NONE: not known. */
struct thread_clues {
    uint32_t cpu, traced; /* the core, or the thread that perf traced alone */
    uint32_t context;     /* spe_record_context() */
    uint32_t level;       /* exception level of the program counter */
    uint64_t time;        /* by perf's clock; UINT64_MAX: not known */
};

struct thread_found {
    uint32_t tid;      /* THREAD_NONE: not known */
    uint32_t identity; /* of the thread at that time; PROCESSES_NOBODY if no event names it */
    enum thread_from from;
};

static inline struct thread_clues thread_clues_of(const struct spe_record *r, uint32_t cpu, uint32_t traced,
                                                  uint64_t time)
{
    const int has_context = (r->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2)) != 0;
    return (struct thread_clues){cpu, traced, has_context ? spe_record_context(r) : THREAD_NONE,
                                 r->present & SPE_HAS_PC ? spe_address_el(r->pc) : THREAD_NONE, time};
}

/* Any thread of a program may call it while *processes does not change. */
struct thread_found thread_rule(const struct processes *processes, const struct thread_clues *clues);

/* The thread of a sample. It is that of the next one, too, if its clues are the same. */
struct thread_memo {
    uint32_t identity, tid;
    enum thread_from from;
    struct thread_clues clues; /* their time is the earliest one at which this is so */
    size_t identities, switches;
    uint32_t file; /* 0: only of this sample */
};

/* Whether it has the thread of a sample of the same buffer, after thread_memo_check(). */
static inline int thread_memo_has(const struct thread_memo *m, const struct thread_clues *c)
{
    return m->file && m->clues.context == c->context && m->clues.time <= c->time &&
           (c->context || m->clues.level == c->level);
}

/* Forgets the thread if the next samples are of another buffer, or if threads have become known. */
void thread_memo_check(struct thread_memo *memo, const struct processes *processes, uint32_t cpu, uint32_t traced);

/* Keeps the identity, which processes_identity() may have made, for the next sample, if it may be used again. */
void thread_memo_keep(struct thread_memo *memo, const struct processes *processes, const struct thread_clues *clues);

#endif
