/* SPDX-License-Identifier: MIT */
/* See places.h. */
#include "places.h"

#include <stdio.h>
#include <string.h>

#include "../system/hash.h"

_Static_assert(sizeof(struct site) % 64 == 0 && sizeof(struct tally_touches) % 64 == 0,
               "rows of tables have whole cache lines");
_Static_assert(offsetof(struct places, lines) == offsetof(struct places, tables) + SAMPLE_LINE * sizeof(struct tally) &&
                   offsetof(struct sample, line) == offsetof(struct sample, spaces) + SAMPLE_LINE * sizeof(uint32_t),
               "the first tables, and the spaces of a sample, are in this order");
_Static_assert(offsetof(struct sample, data_va) == offsetof(struct sample, addresses) + SAMPLE_PAGE * sizeof(uint64_t),
               "... and its addresses, of which pages and lines share one");
_Static_assert(offsetof(struct places, cores) ==
                   offsetof(struct places, tables) + (PLACES_TABLES - 1) * sizeof(struct tally),
               "these are all tables");

void places_begin(struct places *p)
{
    const size_t limit = p->limit ? p->limit : PLACES_LIMIT;
    p->symbols.processes = &p->processes;
    p->page = p->page ? p->page : PLACES_PAGE;
    p->line = p->line ? p->line : PLACES_LINE;
    p->first = UINT64_MAX;
    p->last = 0;
    const size_t touches = sizeof(struct tally_touches), alone = offsetof(struct tally_touches, by);
    const int has_parts = p->has_parts;
    tally_begin(&p->pcs, limit, p->has_waits ? sizeof(struct site) : 0, has_parts);
    tally_begin(&p->targets, limit, 0, 0);
    tally_begin(&p->pages, limit, TALLY_PAGE, 0);
    tally_begin(&p->lines, limit, touches, 0);
    tally_begin(&p->physical, limit, TALLY_PAGE, 0);
    tally_begin(&p->who, limit, 0, has_parts);
    tally_begin(&p->cores, limit, 0, 0);
    tally_begin(&p->by_node, PLACES_NODES, 0, has_parts);
    if (p->has_waits)
        p->pcs.fetched[3] = sizeof(struct counts);
    p->lines.fetched[2] = p->pages.fetched[2] = sizeof(struct counts);
    p->lines.fetched[3] = p->pages.fetched[3] = sizeof(struct counts) + alone;
    p->lines.fresh = sizeof(struct counts) + alone;
    if (!places_small(p->page))
        p->pages.fresh = p->physical.fresh = p->lines.fresh;
}

uint64_t places_small(uint64_t size)
{
    const uint64_t part = size / TALLY_SMALL;
    return size <= PLACES_PAGE ? 0 : part > PLACES_PAGE ? part : PLACES_PAGE;
}

/* Passes a sample that does not fit to where the table's dropped entries go. */
static void pass_on(struct tally *t, const struct sample *s, const struct tally_key *key)
{
    struct counts counts = {.cycles = 0};
    struct counts_parts parts = {{0}, {0}};
    const struct tally_entry alone = {
        .address = key->address, .time = s->time, .space = key->space, .who = s->who, .counts = &counts};
    counts_add(&counts, &s->shape->counted, s->total_latency, s->elapsed);
    counts_parts_add(&parts, s->part, 1, s->elapsed);
    t->drop(t->context, &alone, &parts);
}

/* Counts a sample. Returns its entry, or NULL if it does not fit. */
static struct tally_entry *count_key(struct tally *t, const struct sample *s, const struct tally_key *key)
{
    struct tally_entry *e = tally_count_key(t, key);
    if (!e && t->drop)
        pass_on(t, s, key);
    if (!e)
        return NULL;
    if (!e->row)
        tally_make_row(t, e);
    if (s->time < e->time || e->left == 1) {
        e->who = s->who;
        e->time = s->time;
    }
    tally_add_sample(e, &s->shape->counted, s->total_latency, s->elapsed);
    if (t->parts_at)
        counts_parts_add(tally_parts_of(t, e), s->part, 1, s->elapsed);
    return e;
}

static void count(struct tally *t, const struct sample *s, uint32_t space, uint64_t address)
{
    count_key(t, s, &(struct tally_key){address, space, tally_place(t, space, address)});
}

/* Who makes an access: the thread; if it is not known, the core. */
static uint32_t toucher(const struct sample *s)
{
    return s->who == PROCESSES_NOBODY && s->cpu != UINT32_MAX ? PLACES_CORE | s->cpu : s->who;
}

/* Its number among those who have accessed a line or page: a thread has the name that it had there first. */
static uint32_t toucher_number(const struct places *p, const struct tally_touches *t, uint32_t who)
{
    const int is_thread = who != PROCESSES_NOBODY && !(who & PLACES_CORE);
    uint32_t i = 0;
    while (i < t->n && t->by[i].who != who &&
           !(is_thread && !(t->by[i].who & PLACES_CORE) && processes_is_same_thread(&p->processes, t->by[i].who, who)))
        i++;
    return i;
}

/* Counts an access to a line or page of `size` bytes, of whose address the key is the beginning. The first sample of
 * each is only kept: most of many have no other. */
static void count_access(const struct places *p, struct tally *t, const struct sample *s, const struct tally_key *key,
                         uint64_t address, uint64_t size)
{
    const int is_line = t == &p->lines;
    const uint64_t at = address & (size - 1), small = is_line ? 0 : places_small(size);
    const struct tally_access access = {.one = &s->shape->counted,
                                        .code = s->pc,
                                        .cycles = s->total_latency,
                                        .core = (uint16_t)(s->cpu == UINT32_MAX ? UINT16_MAX : s->cpu % UINT16_MAX),
                                        .small = (uint16_t)(is_line ? TALLY_OF_LINE
                                                            : small ? at / small
                                                                    : TALLY_OF_PAGE),
                                        .part = s->part,
                                        .at = (uint8_t)(at * 64 / size)};
    struct tally_entry *e = tally_count_key(t, key);
    if (!e)
        return;
    if (e->left == 1 && !e->row) {
        e->who = toucher(s);
        e->time = s->time;
        e->first = access;
        return;
    }
    if (!e->row)
        tally_make_touches(t, e);
    e->time = s->time < e->time ? s->time : e->time;
    tally_add_sample(e, access.one, access.cycles, 0);
    tally_touch(tally_touches(e), toucher_number(p, tally_touches(e), toucher(s)), toucher(s), s->time, &access);
}

/* Counts the page by its physical address, and the node that has it. */
static void add_physical(struct places *p, const struct sample *s)
{
    const uint64_t payload = s->record->data_pa, address = spe_address_bits(payload), page = address & ~(p->page - 1);
    const uint32_t space = (uint32_t)spe_address_state(payload, 1);
    count_access(p, &p->physical, s, &(struct tally_key){page, space, tally_place(&p->physical, space, page)}, address,
                 p->page);
    if (p->nodes.count)
        count(&p->by_node, s, nodes_of_cpu(&p->nodes, s->cpu), nodes_of_address(&p->nodes, address));
}

/* The identity of the process, which is that of the sample before, as a rule. */
static uint32_t leader_of(struct places *p, const struct sample *s)
{
    struct owner *const o = &p->owner;
    const struct identity *const who = &p->processes.identities[s->who];
    if (o->is_kept && o->who == s->who && o->since <= s->time && o->identities == p->processes.identity_count)
        return o->leader;
    *o = (struct owner){.who = s->who, .identities = p->processes.identity_count};
    o->leader = processes_leader(&p->processes, s->who, s->time);
    o->is_kept = who->pid == SPE_PERF_NONE || who->pid == who->tid;
    if (!o->is_kept && o->leader != s->who)
        o->is_kept = processes_is_newest(&p->processes, o->leader, &o->since) && o->since <= s->time;
    return o->leader;
}

/* Adds a few samples. */
static void merge_few(struct counts_short *into, const struct counts_short *from)
{
    into->time += from->time;
    for (unsigned i = 0; i < COUNTS_ADDED; i++)
        into->added[i] += from->added[i];
    for (unsigned i = 0; i < COUNTS_LEVELS; i++)
        into->levels[i] += from->levels[i];
}

/* Adds n samples of one thread and process that follow one another, and are of one part. */
static void add_run(struct tally *t, const struct sample *s, size_t n, const struct counts_short *run, uint32_t space,
                    uint64_t address)
{
    const struct sample *first = s;
    if (t->used == t->limit && !tally_find(t, space, address)) {
        for (size_t i = 0; i < n; i++)
            count(t, &s[i], space, address);
        return;
    }
    struct tally_entry *e = tally_count(t, space, address);
    for (size_t i = 1; i < n; i++)
        first = s[i].time < first->time ? &s[i] : first;
    if (first->time < e->time || e->left == 1) {
        e->who = first->who;
        e->time = first->time;
    }
    e->left += n - 1;
    if (counts_short_samples(e->row) + n > COUNTS_SHORT)
        tally_carry(e);
    merge_few(e->row, run);
    if (t->parts_at)
        counts_parts_add(tally_parts_of(t, e), s->part, n, run->time);
}

void places_add_owners(void *places, const struct sample *s, size_t n)
{
    struct places *const p = places;
    for (size_t i = 0, end; i < n; i = end) {
        const uint32_t who = s[i].who, part = s[i].part, leader = leader_of(p, &s[i]);
        struct counts_short run = {.time = 0};
        for (end = i; end < n && s[end].who == who && s[end].part == part && leader_of(p, &s[end]) == leader; end++)
            counts_add_short(&run, &s[end].shape->counted, s[end].total_latency, s[end].elapsed);
        add_run(&p->who, &s[i], end - i, &run, leader, who);
        if (s[i].cpu != UINT32_MAX)
            add_run(&p->cores, &s[i], end - i, &run, 0, s[i].cpu);
    }
}

/* -- code and data -- */

static void add_wait(struct site_wait *wait, unsigned part, uint64_t cycles)
{
    wait->samples++;
    wait->cycles_in[part] += cycles;
}

/* Keeps some of all addresses: each that comes is as likely to be kept as each before it. */
static void keep(struct site *s, uint32_t who, uint64_t address)
{
    const uint64_t slot = s->accesses < SITE_DATA ? s->accesses : hash_word(0, s->accesses) % (s->accesses + 1);
    if (slot < SITE_DATA) {
        s->data[slot] = address;
        s->data_who[slot] = who;
    }
    s->accesses++;
}

static void add_address(struct site *s, uint32_t who, uint64_t address)
{
    if (s->accesses && s->last_who == who && s->last != address) {
        const int64_t way = (int64_t)(address - s->last) / SITE_UNIT;
        s->up += address > s->last;
        s->down += address < s->last;
        if (s->n_ways < SITE_WAYS)
            s->ways[s->n_ways++] = (int32_t)(way > INT32_MAX ? INT32_MAX : way < -INT32_MAX ? -INT32_MAX : way);
    }
    keep(s, who, address);
    s->last = address;
    s->last_who = who;
}

/* Counts a sample of the instruction. */
static void add_to_site(struct site *site, const struct sample *s)
{
    const struct counted *const one = &s->shape->counted;
    const unsigned walk = one->walks ? s->translation_latency : 0;
    if (one->walks)
        add_wait(&site->walk, s->part, walk);
    if (one->strays)
        site->strays++;
    if (one->is_far)
        add_wait(&site->wait, s->part, s->total_latency > walk ? s->total_latency - walk : 0);
    if ((one->reads || one->writes) && s->present & SPE_HAS_DATA_VA)
        add_address(site, s->who, s->data_va);
}

#define AHEAD 32 /* samples whose entries are fetched while others are counted */

/* Counts samples that have an address for a table. Places of data have `size` bytes. */
static void add_to_table(struct places *p, unsigned table, uint32_t has, uint64_t size, const struct sample *s,
                         size_t n)
{
    struct tally *const t = &p->tables[table];
    const struct sample *const end = s + n, *next[AHEAD];
    const unsigned of = table < SAMPLE_PAGE ? table : SAMPLE_PAGE;
    const int is_data = has == SPE_HAS_DATA_VA;
    struct tally_key keys[AHEAD];
    while (s < end) {
        size_t count = 0;
        for (; s < end && count < AHEAD; s++) {
            keys[count] = (struct tally_key){s->addresses[of] & ~(size - 1), s->spaces[table], 0};
            next[count] = s;
            count += (s->present & has) != 0; /* a branch could not be predicted */
        }
        tally_look(t, keys, count);
        for (size_t i = 0; i < count; i++) {
            if (is_data) {
                count_access(p, t, next[i], &keys[i], next[i]->data_va, size);
                continue;
            }
            const struct tally_entry *const e = count_key(t, next[i], &keys[i]);
            if (e && table == SAMPLE_CODE && p->has_waits)
                add_to_site(tally_site(e), next[i]);
        }
    }
}

void places_add_code(void *places, const struct sample *samples, size_t n)
{
    struct places *const p = places;
    add_to_table(p, SAMPLE_CODE, SPE_HAS_PC, 1, samples, n);
    add_to_table(p, SAMPLE_TARGET, SPE_HAS_BRANCH_TARGET, 1, samples, n);
}

void places_add_pages(void *places, const struct sample *samples, size_t n)
{
    struct places *const p = places;
    add_to_table(p, SAMPLE_PAGE, SPE_HAS_DATA_VA, p->page, samples, n);
    for (const struct sample *s = samples; s < samples + n; s++)
        if (s->present & SPE_HAS_DATA_PA)
            add_physical(p, s);
}

void places_add_lines(void *places, const struct sample *samples, size_t n)
{
    struct places *const p = places;
    add_to_table(p, SAMPLE_LINE, SPE_HAS_DATA_VA, p->line, samples, n);
}

void places_settle(struct places *p)
{
    tally_settle(&p->lines);
    tally_settle(&p->pages);
    tally_settle(&p->physical);
}

void places_finish(struct places *p)
{
    for (size_t i = 0; i < PLACES_TABLES; i++)
        tally_finish(&p->tables[i]);
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
