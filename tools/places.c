/* SPDX-License-Identifier: MIT */
/* See places.h. */
#include "places.h"

#include <stdio.h>
#include <string.h>

int places_begin(struct places *p)
{
    const size_t limit = p->limit ? p->limit : PLACES_LIMIT;
    p->symbols.spaces = &p->spaces;
    p->first = UINT64_MAX;
    p->last = 0;
    return tally_begin(&p->pcs, limit, 0) | tally_begin(&p->targets, limit, 0) | tally_begin(&p->pages, limit, 1) |
           tally_begin(&p->lines, limit, 1) | tally_begin(&p->who, limit, 0) | tally_begin(&p->cores, limit, 0);
}

struct sample places_sample(struct places *p, const struct spe_record *r, uint64_t midr, uint32_t cpu, uint32_t tid)
{
    struct sample s = {r, midr, UINT64_MAX, cpu, SPACES_NOBODY};
    if (r->present & SPE_HAS_TIMESTAMP)
        spe_perf_time(&p->clock, r->timestamp, &s.time);
    if (r->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2))
        tid = spe_record_context(r);
    s.who = spaces_identity(&p->spaces, tid, cpu, s.time);
    return s;
}

/* Counts a sample at an address of its own space, or the kernel's. */
static struct tally_entry *add(struct places *p, struct tally *t, const struct sample *s, uint64_t address,
                               const struct counted *one)
{
    struct tally_entry *e = tally_count(t, spaces_space(&p->spaces, s->who, address), address);
    if (!e)
        return NULL;
    if (!e->counts.samples) {
        e->who = s->who;
        e->time = s->time;
    }
    e->time = s->time < e->time ? s->time : e->time;
    counts_add(&e->counts, one);
    return e;
}

/* Data: the page or line of `size` bytes that the address is in, by whom, and which of its 64 parts. */
static void add_data(struct places *p, struct tally *t, const struct sample *s, uint64_t size,
                     const struct counted *one)
{
    const uint64_t address = spe_address_canonical(s->record->data_va), inside = address & (size - 1);
    const uint32_t by = s->who == SPACES_NOBODY && s->cpu != UINT32_MAX ? PLACES_CORE | s->cpu : s->who;
    const uint64_t code = s->record->present & SPE_HAS_PC ? spe_address_canonical(s->record->pc) : 0;
    struct tally_entry *e = add(p, t, s, address - inside, one);
    if (e)
        tally_touch(e->touches, by, s->cpu, (unsigned)(inside * 64 / size), code, one);
}

unsigned places_class(const struct spe_record *r, const struct counted *one)
{
    if (!(r->present & SPE_HAS_OPERATION))
        return PLACES_UNKNOWN;
    if (one->load || one->store)
        return one->load ? PLACES_LOAD : PLACES_STORE;
    return r->op_class == SPE_CLASS_BRANCH ? PLACES_BRANCH : r->op_class == 3 ? PLACES_UNKNOWN : PLACES_OTHER;
}

static void add_number(struct tally *t, uint32_t number, const struct counted *one)
{
    struct tally_entry *e = tally_count(t, 0, number);
    if (e)
        counts_add(&e->counts, one);
}

/* Who ran, on what, at which level. */
static void add_owner(struct places *p, const struct sample *s, const struct counted *one)
{
    if (s->who != SPACES_NOBODY)
        add_number(&p->who, s->who, one);
    if (s->cpu != UINT32_MAX)
        add_number(&p->cores, s->cpu, one);
    if (s->record->present & SPE_HAS_PC)
        counts_add(&p->levels[spe_address_el(s->record->pc) & 3], one);
    if (s->time == UINT64_MAX)
        return;
    p->first = s->time < p->first ? s->time : p->first;
    p->last = s->time > p->last ? s->time : p->last;
}

void places_add(struct places *p, const struct sample *s)
{
    const struct spe_record *r = s->record;
    const struct counted one = counts_of(r, s->midr);
    const unsigned class = places_class(r, &one);
    counts_add(&p->classes[class], &one);
    if (!(r->present & SPE_HAS_DATA_SOURCE))
        counts_add(&p->unsourced[class], &one);
    p->served[one.level] += one.load;
    add_owner(p, s, &one);
    if (r->present & SPE_HAS_PC)
        add(p, &p->pcs, s, spe_address_canonical(r->pc), &one);
    if (r->present & SPE_HAS_BRANCH_TARGET)
        add(p, &p->targets, s, spe_address_canonical(r->branch_target), &one);
    if (r->present & SPE_HAS_DATA_VA) {
        add_data(p, &p->pages, s, PLACES_PAGE, &one);
        add_data(p, &p->lines, s, PLACES_LINE, &one);
    }
}

/* -- names -- */

/* What the thread was called at last. */
static const char *name_of(const struct places *p, uint32_t identity, uint32_t tid)
{
    const struct identity *i = &p->spaces.identities[spaces_last(&p->spaces, identity, tid)];
    return i->comm == UINT32_MAX ? "" : names_name(&p->spaces.names, i->comm);
}

const char *places_process(const struct places *p, uint32_t identity, char *text, size_t cap)
{
    const struct identity *i = &p->spaces.identities[identity];
    const char *name = name_of(p, identity, i->pid);
    if (identity == SPACES_NOBODY)
        snprintf(text, cap, "not known");
    else if (i->pid == SPE_PERF_NONE)
        snprintf(text, cap, "context %u", i->tid); /* the record's own, of which the file tells no more */
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
    const struct identity *i = &p->spaces.identities[identity];
    const char *name = name_of(p, identity, i->tid);
    if (identity == SPACES_NOBODY || i->pid == SPE_PERF_NONE)
        places_process(p, identity, text, cap);
    else
        snprintf(text, cap, "%s%s(%u/%u)", name, *name ? " " : "", i->pid, i->tid);
    return text;
}

uint64_t places_time(const struct places *p)
{
    return p->saved + (p->last > p->first ? p->last - p->first : 0);
}

void places_free(struct places *p)
{
    tally_free(&p->pcs);
    tally_free(&p->targets);
    tally_free(&p->pages);
    tally_free(&p->lines);
    tally_free(&p->who);
    tally_free(&p->cores);
    symbols_free(&p->symbols);
    spaces_free(&p->spaces);
}
