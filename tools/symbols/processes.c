/* SPDX-License-Identifier: MIT */
/* See processes.h. */
#define _POSIX_C_SOURCE 200809L
#include "processes.h"

#include <stdlib.h>
#include <string.h>

#include "../system/hash.h"
#include "../system/list.h"
#include "../system/memory.h"

#define NONE UINT32_MAX
#define PAGE 4096u /* bytes: mappings of processes are of whole pages */

struct space_event {
    uint32_t type, misc, pid, tid, ppid, ptid, cpu;
    uint32_t name; /* NONE if it has none; a number once the event is in order */
    char *text;    /* the name before that */
    uint64_t time, address, size, position;
    uint32_t build_id_size;
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
    uint64_t order;
};

struct space_switch {
    uint32_t file, cpu;
    uint32_t order;
    uint32_t before, after; /* the threads that ran until then, and from then on; SPE_PERF_NONE if not known */
    uint64_t time;
};

/* -- lists that grow -- */

/* Returns the list, enlarged if it was full and may grow. */
static void *larger(void *items, size_t count, size_t *room, size_t size)
{
    return count < PROCESSES_MOST ? list_with_room(items, count, room, size) : items;
}

/* Returns the new entry's number, or NONE if it does not fit. */
#define ADD(s, list, count, room, ...)                                                                                 \
    ((s)->list = larger((s)->list, (s)->count, &(s)->room, sizeof *(s)->list),                                         \
     (s)->count < (s)->room ? ((s)->list[(s)->count] = __VA_ARGS__, (uint32_t)(s)->count++) : ((s)->dropped++, NONE))

static uint32_t add_space(struct processes *s, uint32_t parent, uint32_t pid, uint64_t since)
{
    const uint32_t number =
        ADD(s, processes, space_count, space_room, (struct space){parent, NONE, pid, 0, s->file, since, 0});
    return number == NONE ? PROCESSES_NOBODY : number;
}

/* -- threads -- */

/* The newest identity of a thread, plus 1. */
static uint32_t *slot_of(const struct processes *s, uint32_t file, uint32_t tid)
{
    size_t at = (size_t)hash_word(s->seed, (uint64_t)file << 32 | tid) & (s->thread_size - 1);
    for (; s->threads[at]; at = (at + 1) & (s->thread_size - 1)) {
        const struct identity *i = &s->identities[s->threads[at] - 1];
        if (i->tid == tid && i->file == file)
            break;
    }
    return &s->threads[at];
}

static void grow_threads(struct processes *s)
{
    uint32_t *old = s->threads;
    const size_t size = s->thread_size;
    uint32_t *larger = tool_calloc(size ? 2 * size : 128, sizeof *larger);
    s->seed = size ? s->seed : hash_seed();
    s->threads = larger;
    s->thread_size = size ? 2 * size : 128;
    for (size_t i = 0; i < size; i++) {
        if (!old[i])
            continue;
        const struct identity *who = &s->identities[old[i] - 1];
        *slot_of(s, who->file, who->tid) = old[i];
    }
    free(old);
}

/* Jumps to an older identity of the same thread, but not past one that began by that time. */
static uint32_t earlier(const struct processes *s, uint32_t identity, uint64_t time)
{
    const uint32_t jump = s->identities[identity].jump;
    return jump != NONE && s->identities[jump].since > time ? jump : s->identities[identity].older;
}

/* The identity of a thread at that time; the oldest one if it had none yet; NONE if the thread is not known. */
static uint32_t at_time(const struct processes *s, uint32_t file, uint32_t tid, uint64_t time)
{
    uint32_t found = s->thread_size ? *slot_of(s, file, tid) - 1 : NONE; /* 0 means none */
    while (found != NONE && s->identities[found].since > time && s->identities[found].older != NONE)
        found = earlier(s, found, time);
    return found;
}

/* Where the next younger identity after `older` jumps to: one step back, or over two jumps of equal length. */
static uint32_t jump_over(const struct processes *s, uint32_t older)
{
    const uint32_t one = older == NONE ? NONE : s->identities[older].jump;
    const uint32_t two = one == NONE ? NONE : s->identities[one].jump;
    if (two == NONE)
        return older;
    const uint32_t depth = s->identities[one].depth;
    return s->identities[older].depth - depth == depth - s->identities[two].depth ? two : older;
}

/* Gives a thread a new identity from that time on, and returns it. */
static uint32_t add_identity(struct processes *s, const struct identity *what)
{
    if (2 * s->thread_count >= s->thread_size)
        grow_threads(s);
    const uint32_t number = ADD(s, identities, identity_count, identity_room, *what);
    if (number == NONE)
        return PROCESSES_NOBODY;
    uint32_t *slot = slot_of(s, what->file, what->tid);
    s->thread_count += !*slot;
    uint32_t newer = NONE, older = *slot - 1;
    while (older != NONE && s->identities[older].since > what->since) {
        newer = older;
        older = earlier(s, older, what->since);
    }
    s->identities[number].older = older;
    s->identities[number].jump = jump_over(s, older);
    s->identities[number].depth = older == NONE ? 0 : s->identities[older].depth + 1;
    if (newer == NONE)
        *slot = number + 1;
    else
        s->identities[newer].older = number;
    return number;
}

/* The identity of a thread of a process at that time, which is made if necessary. */
static uint32_t known(struct processes *s, uint32_t pid, uint32_t tid, uint64_t time)
{
    uint32_t found = at_time(s, s->file, tid, time);
    if (found != NONE && (s->identities[found].pid == pid || pid == SPE_PERF_NONE))
        return found;
    struct identity new = {.file = s->file, .pid = pid, .tid = tid, .comm = NONE};
    const uint32_t leader = pid == tid || pid == SPE_PERF_NONE ? NONE : known(s, pid, pid, time);
    new.space = leader == NONE ? add_space(s, NONE, pid, 0) : s->identities[leader].space;
    new.comm = leader == NONE ? NONE : s->identities[leader].comm;
    new.since = found == NONE ? 0 : time; /* another process had this number before */
    return add_identity(s, &new);
}

/* -- events -- */

void processes_begin_file(struct processes *s)
{
    if (!s->identity_count) { /* for PROCESSES_NOBODY */
        add_space(s, NONE, SPE_PERF_NONE, 0);
        ADD(s, identities, identity_count, identity_room,
            (struct identity){0, SPE_PERF_NONE, SPE_PERF_NONE, 0, NONE, NONE, NONE, 0, 0});
    }
    s->file++;
    s->first_switch = s->switch_count;
    s->kernel = add_space(s, NONE, SPE_PERF_NONE, 0);
}

static int is_wanted(const struct spe_perf_event *e)
{
    static const uint32_t wanted = 1u << SPE_PERF_COMM | 1u << SPE_PERF_FORK | 1u << SPE_PERF_MMAP |
                                   1u << SPE_PERF_BUILD_ID | 1u << SPE_PERF_START | 1u << SPE_PERF_SWITCH |
                                   1u << SPE_PERF_KSYMBOL | 1u << SPE_PERF_AUX;
    if (e->type == SPE_PERF_KSYMBOL && e->map_flags)
        return 0; /* gone; a later mapping there has its own event */
    return e->type < 32 && wanted >> e->type & 1 &&
           ((e->type != SPE_PERF_MMAP && e->type != SPE_PERF_KSYMBOL) || (e->name && e->size));
}

void processes_take(struct processes *s, const struct spe_perf_event *e)
{
    if (!is_wanted(e))
        return;
    struct space_event new = {e->type, e->misc, e->pid,     e->tid,  e->ppid,          e->ptid, e->cpu, NONE,
                              NULL,    e->time, e->address, e->size, e->file_position, 0,       {0},    s->event_count};
    new.text = e->name ? tool_strdup(e->name) : NULL;
    new.build_id_size = e->build_id_size <= sizeof new.build_id ? e->build_id_size : 0;
    memcpy(new.build_id, e->build_id, new.build_id_size);
    if (ADD(s, events, event_count, event_room, new) == NONE)
        free(new.text);
}

static int is_file_or_kernel(const char *name)
{
    return strncmp(name, "[kernel", 7) == 0 || module_is_file(name);
}

static void take_map(struct processes *s, const struct space_event *e)
{
    const uint32_t is_symbol = e->type == SPE_PERF_KSYMBOL;
    uint32_t space = s->kernel;
    if (e->pid != SPE_PERF_NONE && !is_symbol) {
        const uint32_t leader = known(s, e->pid, e->pid, e->time);
        space = s->identities[leader].space;
        if (e->tid != SPE_PERF_NONE)
            known(s, e->pid, e->tid, e->time);
    }
    const uint32_t module = module_table_number(&s->modules, e->name, e->build_id, e->build_id_size);
    struct space *const in = &s->processes[space];
    in->last = in->last > e->time ? in->last : e->time;
    s->is_unaligned |= space != s->kernel && (e->address | e->size) % PAGE;
    const uint32_t map =
        ADD(s, maps, map_count, map_room,
            (struct space_map){space, module, NONE, is_symbol, 0, e->address, e->size, e->position, e->time});
    if (map == NONE || is_symbol || !is_file_or_kernel(name_table_name(&s->names, e->name)))
        return;
    s->maps[map].older = s->processes[space].newest;
    s->processes[space].newest = map;
}

static void take_comm(struct processes *s, const struct space_event *e)
{
    const uint32_t was = known(s, e->pid, e->tid, e->time);
    struct identity new = s->identities[was];
    if (e->misc & SPE_PERF_MISC_EXEC)
        new.space = add_space(s, NONE, e->pid, e->time);
    new.tid = e->tid;
    new.comm = e->name;
    new.since = e->time;
    new.file = s->file;
    add_identity(s, &new);
}

/* A thread begins, in the same process or as a new process, which has its parent's mappings. */
static void take_fork(struct processes *s, const struct space_event *e)
{
    const uint32_t parent = known(s, e->ppid, e->ptid == SPE_PERF_NONE ? e->ppid : e->ptid, e->time);
    struct identity new = s->identities[parent];
    if (e->pid != e->ppid)
        new.space = add_space(s, new.space, e->pid, e->time);
    new.file = s->file;
    new.pid = e->pid;
    new.tid = e->tid;
    new.since = e->time;
    add_identity(s, &new);
}

/* Makes the thread known, of which there may be no other event. Thread 0 runs on idle cores. */
static void take_runner(struct processes *s, uint32_t pid, uint32_t tid, uint64_t time)
{
    if (pid == SPE_PERF_NONE || tid == SPE_PERF_NONE)
        return;
    const uint32_t number = known(s, pid, tid, time); /* may move the list */
    struct identity *who = &s->identities[number];
    if (!tid && !pid && who->pid == 0)
        who->comm = name_table_number(&s->names, "swapper");
}

/* The event's own thread goes or comes; in traces of a whole core it also names the other one. */
static void take_switch(struct processes *s, const struct space_event *e)
{
    const int is_out = (e->misc & SPE_PERF_MISC_OUT) != 0;
    if (e->cpu == SPE_PERF_NONE)
        return;
    take_runner(s, e->pid, e->tid, e->time);
    take_runner(s, e->ppid, e->ptid, e->time);
    ADD(s, switches, switch_count, switch_room,
        (struct space_switch){s->file, e->cpu, (uint32_t)s->switch_count, is_out ? e->tid : e->ptid,
                              is_out ? e->ptid : e->tid, e->time});
}

/* The header calls the kernel "[kernel.kallsyms]"; the name of its mapping continues with a symbol. */
static void take_build_id(struct processes *s, const struct space_event *e)
{
    uint32_t space = s->kernel;
    const struct space_map *map = NULL;
    const size_t size = strlen(PROCESSES_KERNEL);
    module_table_identify(&s->modules, e->name, e->build_id, e->build_id_size);
    if (e->name == NONE || strcmp(name_table_name(&s->names, e->name), PROCESSES_KERNEL) != 0)
        return;
    while ((map = processes_next_map(s, &space, map)) != NULL) {
        const struct mapped_module *m = &s->modules.list[map->module];
        if (m->build_id_size || strncmp(name_table_name(&s->names, m->name), PROCESSES_KERNEL, size) != 0)
            continue;
        s->maps[map - s->maps].module = module_table_number(&s->modules, m->name, e->build_id, e->build_id_size);
    }
}

static int by_time(const void *a, const void *b)
{
    const struct space_event *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : (x->order > y->order) - (x->order < y->order);
}

static int by_core(const void *a, const void *b)
{
    const struct space_switch *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->cpu != y->cpu)
        return x->cpu < y->cpu ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if ((x->after == SPE_PERF_NONE) != (y->after == SPE_PERF_NONE)) /* first one leaves, then another comes */
        return x->after == SPE_PERF_NONE ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Makes a run of the new switches, together with those of earlier runs that are not twice as large. */
static void order_switches(struct processes *s)
{
    size_t *const runs = s->switch_runs;
    if (runs[s->switch_run_count] == s->switch_count)
        return;
    unsigned n = s->switch_run_count;
    while (n && runs[n] - runs[n - 1] < 2 * (s->switch_count - runs[n]))
        n--;
    qsort(s->switches + runs[n], s->switch_count - runs[n], sizeof *s->switches, by_core);
    runs[n + 1] = s->switch_count;
    s->switch_run_count = n + 1;
}

/* The mapping at that address in the space itself. */
static const struct space_map *find_map(const struct processes *s, uint32_t space, uint64_t address, uint64_t time)
{
    uint32_t found = NONE;
    for (unsigned i = 0; i < s->index_count; i++) {
        const uint32_t here = map_index_find(&s->indexes[i], s->ranges, space, address, time);
        found = map_index_better(s->ranges, found, here, time);
    }
    return found == NONE ? NULL : &s->maps[found];
}

/* Whether two mappings of one address are of different modules or parts of a file. */
static int is_other(const struct processes *s, const struct space_map *a, const struct space_map *b)
{
    if (a->module != b->module)
        return 1;
    return a->address - a->position != b->address - b->position &&
           module_is_file(name_table_name(&s->names, s->modules.list[a->module].name));
}

/* Notes which spaces may have mappings that take the place of others: of two that overlap, one begins in the other. */
static void find_replaced(struct processes *s, uint32_t from)
{
    for (uint32_t i = from; i < s->map_count; i++) {
        const struct space_map *m = &s->maps[i];
        const struct space_map *before = find_map(s, m->space, m->address, m->time ? m->time - 1 : 0);
        const struct space_map *last = find_map(s, m->space, m->address, UINT64_MAX);
        int is_replaced = s->processes[m->space].parent != NONE || (before && is_other(s, m, before)) ||
                          (last && is_other(s, m, last));
        for (unsigned k = 0; from && !is_replaced && k < s->index_count; k++) /* older ones may begin in this one */
            is_replaced = map_index_has_end(&s->indexes[k], m->space, m->address, m->address + m->size - 1);
        if (is_replaced)
            s->processes[m->space].replaces = SPACE_REPLACES;
    }
}

/* Makes an index of the new maps, together with those of earlier indexes that are not twice as large. Each map
 * therefore is put into few indexes. */
static void index_maps(struct processes *s)
{
    const struct map_index *last = s->index_count ? &s->indexes[s->index_count - 1] : NULL;
    const uint32_t new = last ? last->from + last->count : 0;
    uint32_t from = new, count = (uint32_t)s->map_count - from;
    if (!count)
        return;
    struct map_range *const ranges = s->ranges = tool_realloc(s->ranges, s->map_count, sizeof *ranges);
    for (size_t i = from; i < s->map_count; i++) {
        const struct space_map *m = &s->maps[i];
        const uint64_t end = m->address + m->size < m->address ? UINT64_MAX : m->address + m->size;
        ranges[i] = (struct map_range){m->space, m->address, end, m->time};
    }
    for (; s->index_count && s->indexes[s->index_count - 1].count < 2 * count; s->index_count--) {
        from = s->indexes[s->index_count - 1].from;
        count = (uint32_t)s->map_count - from;
        map_index_free(&s->indexes[s->index_count - 1]);
    }
    if (map_index_make(&s->indexes[s->index_count], ranges, from, count))
        s->index_count++;
    else
        s->dropped += count;
    find_replaced(s, new);
}

void processes_settle(struct processes *s)
{
    if (s->event_count)
        qsort(s->events, s->event_count, sizeof *s->events, by_time);
    for (size_t i = 0; i < s->event_count; i++) {
        struct space_event *e = &s->events[i];
        e->name = e->text ? name_table_number(&s->names, e->text) : NONE;
        s->dropped += e->text && e->name == NONE;
        free(e->text);
        if ((e->type == SPE_PERF_MMAP || e->type == SPE_PERF_KSYMBOL) && e->name != NONE)
            take_map(s, e);
        else if (e->type == SPE_PERF_COMM && e->name != NONE)
            take_comm(s, e);
        else if (e->type == SPE_PERF_FORK)
            take_fork(s, e);
        else if (e->type == SPE_PERF_START)
            known(s, e->pid, e->tid, e->time);
    }
    for (size_t i = 0; i < s->event_count; i++) {
        const struct space_event *e = &s->events[i];
        if (e->type == SPE_PERF_SWITCH) /* when all names are known */
            take_switch(s, e);
        else if (e->type == SPE_PERF_AUX)
            take_runner(s, e->pid, e->tid, e->time);
        else if (e->type == SPE_PERF_BUILD_ID) /* when all modules are known: the header's build ids have names alone */
            take_build_id(s, e);
    }
    order_switches(s);
    index_maps(s);
    memset(s->pages, 0, sizeof s->pages);
    s->event_count = 0;
}

/* -- look-ups -- */

/* The first event of a run that is after that time on that core, or on a later core or file. */
static size_t switch_after(const struct processes *s, unsigned run, uint32_t cpu, uint64_t time)
{
    size_t from = s->switch_runs[run], to = s->switch_runs[run + 1];
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        const struct space_switch *w = &s->switches[middle];
        const int is_after = w->file != s->file ? w->file > s->file : w->cpu != cpu ? w->cpu > cpu : w->time > time;
        to = is_after ? middle : to;
        from = is_after ? from : middle + 1;
    }
    return from;
}

/* Uses the last event before that time, or else the next one. */
uint32_t processes_runner(const struct processes *s, uint32_t cpu, uint64_t time)
{
    const struct space_switch *last = NULL, *next = NULL;
    if (cpu == SPE_PERF_NONE || time == UINT64_MAX)
        return SPE_PERF_NONE;
    for (unsigned run = 0; run < s->switch_run_count; run++) {
        const size_t at = switch_after(s, run, cpu, time);
        const struct space_switch *before = at > s->switch_runs[run] ? &s->switches[at - 1] : NULL;
        const struct space_switch *after = at < s->switch_runs[run + 1] ? &s->switches[at] : NULL;
        if (before && before->file == s->file && before->cpu == cpu && (!last || by_core(before, last) > 0))
            last = before;
        if (after && after->file == s->file && after->cpu == cpu && (!next || by_core(after, next) < 0))
            next = after;
    }
    if (last && last->after != SPE_PERF_NONE)
        return last->after;
    return next ? next->before : SPE_PERF_NONE;
}

uint32_t processes_find(const struct processes *s, uint32_t tid, uint64_t time)
{
    const uint32_t found = tid == SPE_PERF_NONE ? NONE : at_time(s, s->file, tid, time);
    return found == NONE ? PROCESSES_NOBODY : found;
}

static void prepare_change(struct processes *s)
{
    if (s->before_change)
        s->before_change(s->context);
}

uint32_t processes_identity(struct processes *s, uint32_t tid, uint64_t time)
{
    const uint32_t found = processes_find(s, tid, time);
    if (found != PROCESSES_NOBODY || tid == SPE_PERF_NONE)
        return found;
    if (s->guessed == PROCESSES_GUESSED) {
        s->unguessed++;
        return PROCESSES_NOBODY;
    }
    s->guessed++;
    prepare_change(s);
    return known(s, SPE_PERF_NONE, tid, time);
}

uint32_t processes_leader(const struct processes *s, uint32_t identity, uint64_t time)
{
    const struct identity *who = &s->identities[identity];
    if (who->pid == SPE_PERF_NONE || who->pid == who->tid)
        return identity;
    const uint32_t found = at_time(s, who->file, who->pid, time > who->since ? time : who->since);
    return found != NONE && s->identities[found].pid == who->pid ? found : identity;
}

int processes_is_newest(const struct processes *s, uint32_t identity, uint64_t *since)
{
    const struct identity *const who = &s->identities[identity];
    *since = who->older == NONE ? 0 : who->since;
    return *slot_of(s, who->file, who->tid) == identity + 1;
}

/* The parent of a space, unless it is too many forks away. */
static uint32_t parent_of(const struct processes *s, uint32_t space, unsigned *forks)
{
    return (*forks)++ < PROCESSES_FORKS ? s->processes[space].parent : NONE;
}

const struct space_map *processes_next_map(const struct processes *s, uint32_t *space, const struct space_map *map)
{
    uint32_t at = map ? map->older : s->processes[*space].newest;
    unsigned forks = 0;
    for (uint32_t parent; at == NONE && (parent = parent_of(s, *space, &forks)) != NONE;) {
        *space = parent;
        at = s->processes[parent].newest;
    }
    return at == NONE ? NULL : &s->maps[at];
}

const struct space_map *processes_map(const struct processes *s, uint32_t space, uint64_t address, uint64_t time)
{
    const struct space_map *late = NULL; /* a mapping that is recorded late may have existed before */
    unsigned forks = 0;
    for (uint32_t at = space; at != NONE; at = parent_of(s, at, &forks)) {
        const struct space_map *found = find_map(s, at, address, time);
        if (found && found->time <= time)
            return found;
        late = at == space ? found : late;
        time = s->processes[at].since < time ? s->processes[at].since : time;
    }
    return late;
}

/* The space of a mapping that took the place of `first`; the mapping's own space is made when it is first needed. */
static uint32_t space_of_map(struct processes *s, uint32_t whole, const struct space_map *map,
                             const struct space_map *first)
{
    if (!map || !first || !is_other(s, map, first))
        return whole;
    if (map->own)
        return map->own;
    const size_t number = (size_t)(map - s->maps);
    prepare_change(s);
    const uint32_t own = add_space(s, whole, s->processes[whole].pid, UINT64_MAX);
    if (own == PROCESSES_NOBODY)
        return whole;
    s->processes[own].replaces = SPACE_IS_REPLACEMENT;
    s->maps[number].own = own;
    return own;
}

uint32_t processes_space_in(struct processes *s, uint32_t whole, uint64_t address, uint64_t time)
{
    const uint64_t page = address / PAGE;
    struct space_of_page *known = &s->pages[hash_word(whole, page) % PROCESSES_PAGES];
    const int is_kept = time > s->processes[whole].last && whole != s->kernel && !s->is_unaligned;
    if (is_kept && known->whole == whole && known->page == page)
        return known->space;
    const struct space_map *first = processes_map(s, whole, address, s->processes[whole].since);
    const uint32_t found = space_of_map(s, whole, processes_map(s, whole, address, time), first);
    if (is_kept)
        *known = (struct space_of_page){page, whole, found};
    return found;
}

uint32_t processes_whole(const struct processes *s, uint32_t space)
{
    return s->processes[space].replaces == SPACE_IS_REPLACEMENT ? s->processes[space].parent : space;
}

/* The first space of each file is that of its kernel. */
uint32_t processes_kernel(const struct processes *s, uint32_t space)
{
    const uint32_t file = s->processes[space].file;
    size_t from = 0, to = s->space_count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (s->processes[middle].file < file)
            from = middle + 1;
        else
            to = middle;
    }
    return file && s->processes[from].pid == SPE_PERF_NONE ? (uint32_t)from : s->kernel;
}

void processes_free(struct processes *s)
{
    name_table_free(&s->names);
    module_table_free(&s->modules);
    free(s->identities);
    free(s->processes);
    free(s->maps);
    free(s->ranges);
    while (s->index_count)
        map_index_free(&s->indexes[--s->index_count]);
    free(s->switches);
    free(s->events);
    free(s->threads);
    *s = (struct processes){0};
}
