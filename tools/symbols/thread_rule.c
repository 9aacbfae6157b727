/* SPDX-License-Identifier: MIT */
/* See thread_rule.h. */
#include "thread_rule.h"

static struct thread_found found(const struct processes *p, uint32_t tid, uint64_t time, enum thread_from from)
{
    return (struct thread_found){tid, processes_find(p, tid, time), from};
}

/* Thread 0 is the idle one: its code is at EL1 or above, and perf cannot trace it alone. */
static int may_be_right(const struct thread_clues *c)
{
    return c->context != THREAD_NONE && (c->context || (c->level - 1 < 3 && c->traced == THREAD_NONE));
}

/* A number that no event explains may be that of a container, or older than the thread. 0 needs no explanation. */
static int is_sure(const struct processes *p, const struct thread_found *context)
{
    return !context->tid || p->identities[context->identity].pid != SPE_PERF_NONE;
}

static enum thread_from reason(const struct processes *p, const struct thread_clues *c)
{
    if (p->switch_count > p->first_switch && (c->cpu == THREAD_NONE || c->time == UINT64_MAX))
        return THREAD_NO_TIME;
    return c->context == THREAD_NONE ? THREAD_NO_CONTEXT : THREAD_ZERO;
}

struct thread_found thread_rule(const struct processes *p, const struct thread_clues *c)
{
    struct thread_found context = {THREAD_NONE, PROCESSES_NOBODY, THREAD_FROM_CONTEXT};
    if (may_be_right(c))
        context = found(p, c->context, c->time, THREAD_FROM_CONTEXT);
    if (context.tid != THREAD_NONE && is_sure(p, &context))
        return context;
    if (c->traced != THREAD_NONE)
        return found(p, c->traced, c->time, THREAD_FROM_TRACE);
    const uint32_t runner = processes_runner(p, c->cpu, c->time);
    if (runner != THREAD_NONE)
        return found(p, runner, c->time, THREAD_FROM_SWITCH);
    if (context.tid == THREAD_NONE)
        context.from = reason(p, c);
    return context;
}

/* A time decides in two cases: switch events say who ran, or the thread has several identities. */
void thread_memo_keep(struct thread_memo *m, const struct processes *p, const struct thread_clues *c)
{
    const int may_run = p->switch_count > p->first_switch, is_known = m->identity != PROCESSES_NOBODY;
    const int is_sure = m->from == THREAD_FROM_TRACE ||
                        (m->from == THREAD_FROM_CONTEXT && p->identities[m->identity].pid != SPE_PERF_NONE);
    uint64_t since = 0;
    m->file = 0;
    if (is_known ? !processes_is_newest(p, m->identity, &since) : m->from < THREAD_NO_CONTEXT)
        return;
    if ((may_run && !is_sure) || since > c->time)
        return;
    m->clues = *c;
    m->clues.time = since;
    m->identities = p->identity_count;
    m->switches = p->switch_count;
    m->file = p->file;
}

void thread_memo_check(struct thread_memo *m, const struct processes *p, uint32_t cpu, uint32_t traced)
{
    if (m->file != p->file || m->clues.cpu != cpu || m->clues.traced != traced || m->identities != p->identity_count ||
        m->switches != p->switch_count)
        m->file = 0;
}
