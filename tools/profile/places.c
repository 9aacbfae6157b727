/* SPDX-License-Identifier: MIT */
/* See places.h. */
#include "places.h"

#include <stdio.h>
#include <string.h>

int places_begin(struct places *p)
{
    const size_t limit = p->limit ? p->limit : PLACES_LIMIT;
    p->symbols.processes = &p->processes;
    p->page = p->page ? p->page : PLACES_PAGE;
    p->line = p->line ? p->line : PLACES_LINE;
    p->first = UINT64_MAX;
    p->last = 0;
    const size_t touches = sizeof(struct tally_touches), small = places_small(p->page) ? TALLY_SMALL / 8 : 0;
    return tally_begin(&p->pcs, limit, sizeof(struct site)) | tally_begin(&p->targets, limit, 0) |
           tally_begin(&p->pages, limit, touches + small) | tally_begin(&p->lines, limit, touches) |
           tally_begin(&p->physical, limit, touches + small) | tally_begin(&p->who, limit, 0) |
           tally_begin(&p->cores, limit, 0) | tally_begin(&p->by_node, PLACES_NODES, 0);
}

struct sample places_sample(struct places *p, const struct spe_record *r, uint64_t midr, uint32_t cpu, uint32_t tid)
{
    struct sample s = {.record = r, .midr = midr, .time = UINT64_MAX, .cpu = cpu, .who = PROCESSES_NOBODY};
    if (r->present & SPE_HAS_TIMESTAMP)
        spe_perf_time(&p->clock, r->timestamp, &s.time);
    const struct thread_clues clues = thread_clues_of(r, cpu, tid, s.time);
    const struct thread_found found = thread_rule(&p->processes, &clues);
    s.from = found.from;
    s.who = found.identity ? found.identity : processes_identity(&p->processes, found.tid, s.time);
    return s;
}

void places_find_spaces(struct places *p, struct sample *s)
{
    const struct spe_record *r = s->record;
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

uint64_t places_small(uint64_t size)
{
    const uint64_t part = size / TALLY_SMALL;
    return size <= PLACES_PAGE ? 0 : part > PLACES_PAGE ? part : PLACES_PAGE;
}

/* Counts a sample. Returns its entry, or NULL if it does not fit. */
static struct tally_entry *count(struct tally *t, const struct sample *s, uint32_t space, uint64_t address,
                                 const struct counted *one)
{
    struct tally_entry *e = tally_count(t, space, address);
    if (!e && t->drop) {
        struct tally_entry alone = {.address = address, .time = s->time, .space = space, .who = s->who};
        counts_add(&alone.counts, one);
        t->drop(t->context, &alone);
    }
    if (!e)
        return NULL;
    if (!e->counts.samples || s->time < e->time) {
        e->who = s->who;
        e->time = s->time;
    }
    counts_add(&e->counts, one);
    return e;
}

/* Who accesses a line or page: the thread, by the name that it had there first; if it is not known, the core. */
static uint32_t toucher(const struct places *p, const struct tally_touches *t, const struct sample *s)
{
    if (s->who == PROCESSES_NOBODY)
        return s->cpu != UINT32_MAX ? PLACES_CORE | s->cpu : s->who;
    for (uint32_t i = 0; i < t->n; i++)
        if (!(t->by[i].who & PLACES_CORE) && processes_is_same_thread(&p->processes, t->by[i].who, s->who))
            return t->by[i].who;
    return s->who;
}

/* Notes who accessed a page or line of `size` bytes, and which of its 64 parts. */
static void touch(struct places *p, struct tally_entry *e, const struct sample *s, uint64_t address, uint64_t size,
                  const struct counted *one)
{
    const uint64_t code = s->record->present & SPE_HAS_PC ? spe_address_canonical(s->record->pc) : 0;
    const uint64_t at = address & (size - 1), small = places_small(size);
    if (!e)
        return;
    tally_touch(e->touches, toucher(p, e->touches, s), s->cpu, (unsigned)(at * 64 / size), code, s->time, one);
    if (small)
        e->touches->small[at / small / 64] |= UINT64_C(1) << at / small % 64;
}

/* Counts a data access: the page or line of `size` bytes. */
static void add_data(struct places *p, struct tally *t, const struct sample *s, uint32_t space, uint64_t size,
                     const struct counted *one)
{
    const uint64_t address = spe_address_canonical(s->record->data_va);
    touch(p, count(t, s, space, address & ~(size - 1), one), s, address, size, one);
}

/* ... the page by its physical address, and the node that has it. */
static void add_physical(struct places *p, const struct sample *s, const struct counted *one)
{
    const uint64_t payload = s->record->data_pa, address = spe_address_bits(payload);
    struct tally_entry *e =
        count(&p->physical, s, (uint32_t)spe_address_state(payload, 1), address & ~(p->page - 1), one);
    touch(p, e, s, address, p->page, one);
    if (p->nodes.count)
        count(&p->by_node, s, nodes_of_cpu(&p->nodes, s->cpu), nodes_of_address(&p->nodes, address), one);
}

static void add_site(struct places *p, const struct sample *s, const struct counted *one)
{
    struct tally_entry *e = count(&p->pcs, s, s->code, spe_address_canonical(s->record->pc), one);
    if (e)
        site_add(e->site, s->who, s->record, one);
}

unsigned places_class(const struct spe_record *r, const struct counted *one)
{
    if (!(r->present & SPE_HAS_OPERATION))
        return PLACES_UNKNOWN;
    if (one->load || one->store)
        return one->load ? PLACES_LOAD : PLACES_STORE;
    return r->op_class == SPE_CLASS_BRANCH ? PLACES_BRANCH : r->op_class == 3 ? PLACES_UNKNOWN : PLACES_OTHER;
}

void places_add_owner(struct places *p, const struct sample *s, const struct counted *one)
{
    const struct spe_record *r = s->record;
    const unsigned class = places_class(r, one);
    counts_add(&p->classes[class], one);
    if (spe_record_data_source(r) < 0)
        counts_add(&p->unsourced[class], one);
    p->served[one->level] += one->load;
    count(&p->who, s, processes_leader(&p->processes, s->who, s->time), s->who, one);
    if (s->cpu != UINT32_MAX)
        count(&p->cores, s, 0, s->cpu, one);
    if (r->present & SPE_HAS_PC)
        counts_add(&p->levels[spe_address_el(r->pc) & 3], one);
    if (s->time == UINT64_MAX)
        return;
    p->first = s->time < p->first ? s->time : p->first;
    p->last = s->time > p->last ? s->time : p->last;
}

void places_add_code(struct places *p, const struct sample *s, const struct counted *one)
{
    const struct spe_record *r = s->record;
    if (r->present & SPE_HAS_PC)
        add_site(p, s, one);
    if (r->present & SPE_HAS_BRANCH_TARGET)
        count(&p->targets, s, s->target, spe_address_canonical(r->branch_target), one);
}

void places_add_pages(struct places *p, const struct sample *s, const struct counted *one)
{
    if (s->record->present & SPE_HAS_DATA_VA)
        add_data(p, &p->pages, s, s->page, p->page, one);
    if (s->record->present & SPE_HAS_DATA_PA)
        add_physical(p, s, one);
}

void places_add_lines(struct places *p, const struct sample *s, const struct counted *one)
{
    if (s->record->present & SPE_HAS_DATA_VA)
        add_data(p, &p->lines, s, s->line, p->line, one);
}

/* -- names -- */

static const char *name_of(const struct places *p, uint32_t identity)
{
    const struct identity *i = &p->processes.identities[identity];
    return i->comm == UINT32_MAX ? "" : name_table_name(&p->processes.names, i->comm);
}

const char *places_process(const struct places *p, uint32_t identity, char *text, size_t cap)
{
    const struct identity *i = &p->processes.identities[identity];
    const char *name = name_of(p, processes_leader(&p->processes, identity, i->since));
    if (identity == PROCESSES_NOBODY)
        snprintf(text, cap, "not known");
    else if (i->pid == SPE_PERF_NONE)
        snprintf(text, cap, "context %u", i->tid); /* the record's own context, for which the file has no name */
    else
        snprintf(text, cap, "%s%s(%u)", name, *name ? " " : "", i->pid);
    return text;
}

const char *places_thread(const struct places *p, uint32_t identity, char *text, size_t cap)
{
    if (identity & PLACES_CORE) {
        snprintf(text, cap, "CPU %u", identity & ~PLACES_CORE);
        return text;
    }
    const struct identity *i = &p->processes.identities[identity];
    const char *name = name_of(p, identity);
    if (identity == PROCESSES_NOBODY || i->pid == SPE_PERF_NONE)
        places_process(p, identity, text, cap);
    else
        snprintf(text, cap, "%s%s(%u/%u)", name, *name ? " " : "", i->pid, i->tid);
    return text;
}

uint64_t places_time(const struct places *p)
{
    return p->saved + (p->last > p->first ? p->last - p->first : 0);
}

void places_end_file(struct places *p)
{
    p->saved = places_time(p);
    p->first = UINT64_MAX;
    p->last = 0;
}

void places_free(struct places *p)
{
    tally_free(&p->pcs);
    tally_free(&p->targets);
    tally_free(&p->pages);
    tally_free(&p->lines);
    tally_free(&p->physical);
    tally_free(&p->by_node);
    tally_free(&p->who);
    tally_free(&p->cores);
    symbols_free(&p->symbols);
    processes_free(&p->processes);
}
