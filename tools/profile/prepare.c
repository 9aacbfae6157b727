/* SPDX-License-Identifier: MIT */
/* See prepare.h. */
#include "prepare.h"

/* -- accounts -- */

_Static_assert(ACCOUNT_THREAD + THREAD_FROM_SWITCH == (int)ACCOUNT_THREAD_SWITCHED &&
                   ACCOUNT_THREAD + THREAD_NO_TIME == (int)ACCOUNT_NO_THREAD_TIME,
               "rows of threads are in the order of enum thread_from");

/* Whether core and memory are in nodes. */
static int is_in_node(const struct places *p, const struct sample *s)
{
    return p->nodes.count && nodes_of_cpu(&p->nodes, s->cpu) != NODES_NONE &&
           nodes_of_address(&p->nodes, spe_address_bits(s->record->data_pa)) != NODES_NONE;
}

/* Counts what is known of n samples, and why the rest is not. Module and function are known when all has been read:
 * groups_add_places(). */
static void add_to_account(uint64_t *rows, const struct places *p, const struct batch *batch, size_t n)
{
    const int has_clock = p->clock.mult && p->clock.shift <= 32; /* as spe_perf_time() needs it */
    uint64_t pc = 0, time = 0, physical = 0, virtual = 0, in_nodes = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t has = batch->records[i].present;
        rows[ACCOUNT_THREAD + batch->samples[i].from]++;
        pc += has / SPE_HAS_PC & 1;
        time += has / SPE_HAS_TIMESTAMP & 1;
        virtual += has / SPE_HAS_DATA_VA & ~(has / SPE_HAS_DATA_PA) & 1;
        if (has & SPE_HAS_DATA_PA) {
            physical++;
            in_nodes += (uint64_t)is_in_node(p, &batch->samples[i]);
        }
    }
    rows[ACCOUNT_LEVEL] += pc;
    rows[ACCOUNT_NO_LEVEL] += n - pc;
    rows[ACCOUNT_NO_MODULE_PC] += n - pc;
    rows[ACCOUNT_NO_FUNCTION_MODULE] += n - pc;
    rows[has_clock ? ACCOUNT_TIME : ACCOUNT_NO_TIME_CLOCK] += time;
    rows[ACCOUNT_NO_TIME] += n - time;
    rows[ACCOUNT_PHYSICAL] += physical;
    rows[ACCOUNT_NO_PHYSICAL] += virtual;
    rows[ACCOUNT_NO_PHYSICAL_DATA] += n - physical - virtual;
    rows[ACCOUNT_NO_NODE_PHYSICAL] += n - physical;
    rows[ACCOUNT_NODE] += in_nodes;
    rows[p->nodes.count ? ACCOUNT_NO_NODE : ACCOUNT_NO_NODE_SAID] += physical - in_nodes;
}

/* -- threads and spaces -- */

/* Finds the thread again, by all that is known. */
static void find_thread(struct places *p, const struct thread_clues *clues)
{
    struct thread_memo *const m = &p->memo;
    const struct thread_found found = thread_rule(&p->processes, clues);
    m->from = found.from;
    m->identity = found.identity ? found.identity : processes_identity(&p->processes, found.tid, clues->time);
    m->tid = p->processes.identities[m->identity].tid;
    thread_memo_keep(m, &p->processes, clues);
}

static inline void take_thread(struct places *p, struct sample *s, uint32_t traced)
{
    const struct thread_clues clues = thread_clues_of(s->record, s->cpu, traced, s->time);
    if (!thread_memo_has(&p->memo, &clues))
        find_thread(p, &clues);
    s->from = p->memo.from;
    s->who = p->memo.identity;
}

static void find_spaces(struct places *p, struct sample *s, const struct spe_record *r)
{
    struct processes *const processes = &p->processes;
    if (r->present & SPE_HAS_PC)
        s->code = processes_space(processes, s->who, spe_address_canonical(r->pc), s->time);
    if (r->present & SPE_HAS_BRANCH_TARGET)
        s->target = processes_space(processes, s->who, spe_address_canonical(r->branch_target), s->time);
    if (r->present & SPE_HAS_DATA_VA) {
        const uint64_t data = spe_address_canonical(r->data_va);
        s->data = processes_space(processes, s->who, data, s->time);
        s->page = processes_space(processes, s->who, data & ~(p->page - 1), s->time);
        s->line = processes_space(processes, s->who, data & ~(p->line - 1), s->time);
    }
}

/* Where no mapping takes the place of another, an address is of the thread or of the kernel. */
static inline void take_spaces(struct places *p, struct sample *s)
{
    const struct spe_record *r = s->record;
    const uint32_t own = p->processes.identities[s->who].space, kernel = p->processes.kernel;
    if (p->processes.processes[own].replaces | p->processes.processes[kernel].replaces) {
        s->code = PROCESSES_NOBODY;
        find_spaces(p, s, r);
        return;
    }
    s->code = !(r->present & SPE_HAS_PC) ? PROCESSES_NOBODY : spe_address_canonical(r->pc) >> 63 ? kernel : own;
    s->target = spe_address_canonical(r->branch_target) >> 63 ? kernel : own;
    s->data = s->page = s->line = spe_address_canonical(r->data_va) >> 63 ? kernel : own;
}

/* -- batches -- */

static int is_wanted(struct profile *p, const struct sample *s, struct spe_record *record)
{
    if (p->is_filtered && !spe_filter_batch(&p->filter, record, 1, &p->kept))
        return 0;
    return !select_is_used(&p->select) || select_keeps(&p->select, &p->places, s);
}

/* Prepares records[from..to), which are of one part. `kept` is the number of samples of the batch that have been kept.
 * Returns the new one. */
static size_t prepare_run(struct profile *p, struct batch *batch, size_t from, size_t to, size_t kept)
{
    const int chooses = p->is_filtered || select_is_used(&p->select);
    struct elapsed_stream *const stream = elapsed_stream(&p->elapsed, batch->cpu, batch->tid);
    uint64_t all_time = 0, first = p->places.first, last = p->places.last;
    for (size_t i = from; i < to; i++) {
        struct spe_record *const r = &batch->records[i];
        struct sample *s = &batch->samples[kept];
        s->record = r;
        s->midr = batch->midr;
        s->cpu = batch->cpu;
        s->part = p->part;
        s->time = UINT64_MAX;
        if (r->present & SPE_HAS_TIMESTAMP)
            spe_perf_time(&p->places.clock, r->timestamp, &s->time);
        take_thread(&p->places, s, batch->tid);
        const int has_clock = s->time != UINT64_MAX;
        const uint64_t time = has_clock || !(r->present & SPE_HAS_TIMESTAMP) ? s->time : r->timestamp;
        s->elapsed = elapsed_since(&p->elapsed, stream, p->places.memo.tid, batch->start, time, r);
        const int is_known = s->elapsed != ELAPSED_UNKNOWN;
        s->elapsed = is_known ? s->elapsed : 0;
        all_time += s->elapsed;
        if (chooses && !is_wanted(p, s, r))
            continue;
        s->shape = shapes_find(&p->shapes, r, batch->midr);
        p->times[!is_known ? PROFILE_UNTIMED : has_clock ? PROFILE_NANOSECONDS : PROFILE_TICKS]++;
        first = s->time < first ? s->time : first;
        last = s->time > last && has_clock ? s->time : last;
        take_spaces(&p->places, s);
        shapes_add(&p->shapes, s->shape, r, s->part, s->elapsed, batch->each);
        p->stats.bytes += r->size;
        s->record = &batch->records[kept];
        if (kept++ != i)
            batch->records[kept - 1] = *r;
    }
    p->places.first = first;
    p->places.last = last;
    p->read_in[p->part] += to - from;
    p->whole[WHOLE_READ][p->part] += (to - from) * batch->each;
    p->without_interval += batch->each ? 0 : to - from;
    p->read_time_in[p->part] += all_time;
    return kept;
}

size_t prepare_batch(struct profile *p, struct batch *batch)
{
    size_t kept = 0;
    thread_memo_check(&p->places.memo, &p->places.processes, batch->cpu, batch->tid);
    for (size_t i = 0, end; i < batch->n; i = end) {
        const uint64_t rest = parts_end(p->number, p->shift) - p->number;
        p->part = parts_of(p->number, p->shift);
        end = rest < batch->n - i ? i + (size_t)rest : batch->n;
        p->number += end - i;
        kept = prepare_run(p, batch, i, end, kept);
    }
    add_to_account(batch->account, &p->places, batch, kept);
    if (kept)
        profile_add_kind(p, batch->midr, kept);
    batch->n = kept;
    return kept;
}
