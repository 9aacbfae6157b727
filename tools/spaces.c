/* SPDX-License-Identifier: MIT */
/* See spaces.h. */
#define _POSIX_C_SOURCE 200809L
#include "spaces.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct space_event {
    uint32_t type, misc, pid, tid, ppid, ptid, cpu;
    uint32_t name; /* NONE: it has none; by number when it is put in order */
    char *text;    /* until then */
    uint64_t time, address, size, position;
    uint32_t build_id_size;
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
    uint64_t order;
};

/* A map in the order of addresses, and how far it or one before it reaches. */
struct space_reach {
    uint32_t space, map;
    uint64_t address, end;
};

struct space_switch {
    uint32_t file, cpu, tid;
    uint64_t time;
};

/* -- lists that grow -- */

/* The list, larger if there was no room for one more and there may be. */
static void *larger(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room || count >= SPACES_MOST)
        return items;
    const size_t more = *room ? 2 * *room : 64;
    void *list = realloc(items, more * size);
    if (!list)
        return items;
    *room = more;
    return list;
}

/* The number of the new one; NONE: there is no room. */
#define ADD(s, list, count, room, ...)                                                                                 \
    ((s)->list = larger((s)->list, (s)->count, &(s)->room, sizeof *(s)->list),                                         \
     (s)->count < (s)->room ? ((s)->list[(s)->count] = __VA_ARGS__, (uint32_t)(s)->count++) : ((s)->dropped++, NONE))

static uint32_t add_space(struct spaces *s, uint32_t parent, uint64_t since)
{
    const uint32_t number = ADD(s, spaces, space_count, space_room, (struct space){parent, NONE, since});
    return number == NONE ? SPACES_NOBODY : number;
}

/* -- threads -- */

/* The newest identity of a thread, plus 1. */
static uint32_t *slot_of(const struct spaces *s, uint32_t file, uint32_t tid)
{
    const uint64_t hash = ((uint64_t)file << 32 | tid) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (s->thread_size - 1);
    for (; s->threads[at]; at = (at + 1) & (s->thread_size - 1)) {
        const struct identity *i = &s->identities[s->threads[at] - 1];
        if (i->tid == tid && i->file == file)
            break;
    }
    return &s->threads[at];
}

static int grow_threads(struct spaces *s)
{
    uint32_t *old = s->threads;
    const size_t size = s->thread_size;
    uint32_t *larger = calloc(size ? 2 * size : 128, sizeof *larger);
    if (!larger)
        return 0;
    s->threads = larger;
    s->thread_size = size ? 2 * size : 128;
    for (size_t i = 0; i < size; i++) {
        if (!old[i])
            continue;
        const struct identity *who = &s->identities[old[i] - 1];
        *slot_of(s, who->file, who->tid) = old[i];
    }
    free(old);
    return 1;
}

/* The identity of a thread at that time; the oldest, if it had none then; NONE: it is not known. */
static uint32_t at_time(const struct spaces *s, uint32_t tid, uint64_t time)
{
    uint32_t found = s->thread_size ? *slot_of(s, s->file, tid) - 1 : NONE; /* 0 is none */
    while (found != NONE && s->identities[found].since > time && s->identities[found].older != NONE)
        found = s->identities[found].older;
    return found;
}

/* A thread is someone else from then on. Returns who. */
static uint32_t add_identity(struct spaces *s, const struct identity *what)
{
    if (2 * s->thread_count >= s->thread_size && !grow_threads(s))
        return SPACES_NOBODY;
    const uint32_t number = ADD(s, identities, identity_count, identity_room, *what);
    if (number == NONE)
        return SPACES_NOBODY;
    uint32_t *slot = slot_of(s, what->file, what->tid);
    s->thread_count += !*slot;
    uint32_t newer = NONE, older = *slot - 1;
    while (older != NONE && s->identities[older].since > what->since) {
        newer = older;
        older = s->identities[older].older;
    }
    s->identities[number].older = older;
    if (newer == NONE)
        *slot = number + 1;
    else
        s->identities[newer].older = number;
    return number;
}

/* The identity that a thread of a process has then, which is made if there is none. */
static uint32_t known(struct spaces *s, uint32_t pid, uint32_t tid, uint64_t time)
{
    uint32_t found = at_time(s, tid, time);
    if (found != NONE && (s->identities[found].pid == pid || pid == SPE_PERF_NONE))
        return found;
    struct identity new = {s->file, pid, tid, 0, NONE, NONE, 0};
    const uint32_t leader = pid == tid || pid == SPE_PERF_NONE ? NONE : known(s, pid, pid, time);
    new.space = leader == NONE ? add_space(s, NONE, 0) : s->identities[leader].space;
    new.comm = leader == NONE ? NONE : s->identities[leader].comm;
    new.since = found == NONE ? 0 : time; /* its number was another process's before */
    return add_identity(s, &new);
}

/* -- events -- */

void spaces_begin_file(struct spaces *s)
{
    if (!s->identity_count) { /* nobody's */
        add_space(s, NONE, 0);
        ADD(s, identities, identity_count, identity_room,
            (struct identity){0, SPE_PERF_NONE, SPE_PERF_NONE, 0, NONE, NONE, 0});
    }
    s->file++;
    s->kernel = add_space(s, NONE, 0);
}

static int is_wanted(const struct spe_perf_event *e)
{
    static const uint32_t wanted = 1u << SPE_PERF_COMM | 1u << SPE_PERF_FORK | 1u << SPE_PERF_MMAP |
                                   1u << SPE_PERF_BUILD_ID | 1u << SPE_PERF_START | 1u << SPE_PERF_SWITCH;
    return e->type < 32 && wanted >> e->type & 1 && (e->type != SPE_PERF_MMAP || (e->name && e->size));
}

void spaces_take(struct spaces *s, const struct spe_perf_event *e)
{
    if (!is_wanted(e))
        return;
    struct space_event new = {e->type, e->misc, e->pid,     e->tid,  e->ppid,          e->ptid, e->cpu, NONE,
                              NULL,    e->time, e->address, e->size, e->file_position, 0,       {0},    s->event_count};
    new.text = e->name ? strdup(e->name) : NULL;
    new.build_id_size = e->build_id_size <= sizeof new.build_id ? e->build_id_size : 0;
    memcpy(new.build_id, e->build_id, new.build_id_size);
    if (e->name && !new.text)
        s->dropped++;
    else if (ADD(s, events, event_count, event_room, new) == NONE)
        free(new.text);
}

/* The number of the module with that name and build id. */
static uint32_t module_of(struct spaces *s, const struct space_event *e)
{
    for (size_t i = s->module_count; i--;) {
        const struct space_module *m = &s->modules[i];
        if (m->name == e->name && m->build_id_size == e->build_id_size &&
            memcmp(m->build_id, e->build_id, m->build_id_size) == 0)
            return (uint32_t)i;
    }
    struct space_module new = {.name = e->name, .build_id_size = e->build_id_size};
    memcpy(new.build_id, e->build_id, new.build_id_size);
    return ADD(s, modules, module_count, module_room, new);
}

/* The header's table tells build ids by name alone. */
static void take_build_id(struct spaces *s, const struct space_event *e)
{
    for (size_t i = 0; i < s->module_count; i++) {
        struct space_module *m = &s->modules[i];
        if (m->name != e->name || m->build_id_size)
            continue;
        m->build_id_size = e->build_id_size;
        memcpy(m->build_id, e->build_id, e->build_id_size);
    }
}

static void take_map(struct spaces *s, const struct space_event *e)
{
    uint32_t space = s->kernel;
    if (e->pid != SPE_PERF_NONE) {
        const uint32_t leader = known(s, e->pid, e->pid, e->time);
        space = s->identities[leader].space;
    }
    const uint32_t module = module_of(s, e);
    if (module == NONE)
        return;
    const uint32_t map = ADD(s, maps, map_count, map_room,
                             (struct space_map){space, module, NONE, e->address, e->size, e->position, e->time});
    if (map == NONE)
        return;
    uint32_t *at = &s->spaces[space].newest;
    while (*at != NONE && s->maps[*at].time > e->time)
        at = &s->maps[*at].older;
    s->maps[map].older = *at;
    *at = map;
}

static void take_comm(struct spaces *s, const struct space_event *e)
{
    const uint32_t was = known(s, e->pid, e->tid, e->time);
    struct identity new = s->identities[was];
    if (e->misc & SPE_PERF_MISC_EXEC)
        new.space = add_space(s, NONE, e->time);
    new.tid = e->tid;
    new.comm = e->name;
    new.since = e->time;
    new.file = s->file;
    add_identity(s, &new);
}

/* A thread begins, of the same process or as another one, which has its parent's mappings. */
static void take_fork(struct spaces *s, const struct space_event *e)
{
    const uint32_t parent = known(s, e->ppid, e->ptid == SPE_PERF_NONE ? e->ppid : e->ptid, e->time);
    struct identity new = s->identities[parent];
    if (e->pid != e->ppid)
        new.space = add_space(s, new.space, e->time);
    new.file = s->file;
    new.pid = e->pid;
    new.tid = e->tid;
    new.since = e->time;
    add_identity(s, &new);
}

static void take_switch(struct spaces *s, const struct space_event *e)
{
    const int is_out = (e->misc & SPE_PERF_MISC_OUT) != 0;
    if (e->cpu != SPE_PERF_NONE)
        ADD(s, switches, switch_count, switch_room,
            (struct space_switch){s->file, e->cpu, is_out ? SPE_PERF_NONE : e->tid, e->time});
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
    return (y->tid == SPE_PERF_NONE) - (x->tid == SPE_PERF_NONE); /* one goes, then another comes */
}

static int by_place(const void *a, const void *b)
{
    const struct space_reach *x = a, *y = b;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->map > y->map) - (x->map < y->map);
}

/* Maps are looked up by their addresses. */
static void sort_maps(struct spaces *s)
{
    struct space_reach *reaches = s->map_count ? realloc(s->reaches, s->map_count * sizeof *reaches) : NULL;
    if (!reaches) {
        s->dropped += s->map_count;
        s->map_count = 0;
        return;
    }
    s->reaches = reaches;
    for (size_t i = 0; i < s->map_count; i++) {
        const struct space_map *m = &s->maps[i];
        const uint64_t end = m->address + m->size < m->address ? UINT64_MAX : m->address + m->size;
        reaches[i] = (struct space_reach){m->space, (uint32_t)i, m->address, end};
    }
    qsort(reaches, s->map_count, sizeof *reaches, by_place);
    for (size_t i = 1; i < s->map_count; i++)
        if (reaches[i].space == reaches[i - 1].space && reaches[i].end < reaches[i - 1].end)
            reaches[i].end = reaches[i - 1].end;
}

void spaces_settle(struct spaces *s)
{
    const size_t maps = s->map_count;
    if (s->event_count)
        qsort(s->events, s->event_count, sizeof *s->events, by_time);
    for (size_t i = 0; i < s->event_count; i++) {
        struct space_event *e = &s->events[i];
        e->name = e->text ? names_number(&s->names, e->text) : NONE;
        s->dropped += e->text && e->name == NONE;
        free(e->text);
        if (e->type == SPE_PERF_MMAP && e->name != NONE)
            take_map(s, e);
        else if (e->type == SPE_PERF_COMM && e->name != NONE)
            take_comm(s, e);
        else if (e->type == SPE_PERF_FORK)
            take_fork(s, e);
        else if (e->type == SPE_PERF_SWITCH)
            take_switch(s, e);
        else if (e->type == SPE_PERF_START)
            known(s, e->pid, e->tid, e->time);
    }
    for (size_t i = 0; i < s->event_count; i++) /* when all modules are known */
        if (s->events[i].type == SPE_PERF_BUILD_ID)
            take_build_id(s, &s->events[i]);
    if (s->switch_count)
        qsort(s->switches, s->switch_count, sizeof *s->switches, by_core);
    if (s->map_count != maps)
        sort_maps(s);
    s->event_count = 0;
}

/* -- questions -- */

/* Who ran on the core then. */
static uint32_t thread_on(const struct spaces *s, uint32_t cpu, uint64_t time)
{
    size_t from = 0, to = s->switch_count;
    while (from < to) { /* the first one behind that time */
        const size_t middle = from + (to - from) / 2;
        const struct space_switch *w = &s->switches[middle];
        const int is_behind = w->file != s->file ? w->file > s->file : w->cpu != cpu ? w->cpu > cpu : w->time > time;
        to = is_behind ? middle : to;
        from = is_behind ? from : middle + 1;
    }
    const struct space_switch *last = from ? &s->switches[from - 1] : NULL;
    return last && last->file == s->file && last->cpu == cpu ? last->tid : SPE_PERF_NONE;
}

uint32_t spaces_identity(struct spaces *s, uint32_t tid, uint32_t cpu, uint64_t time)
{
    if (tid == SPE_PERF_NONE && cpu != SPE_PERF_NONE && time != UINT64_MAX)
        tid = thread_on(s, cpu, time);
    if (tid == SPE_PERF_NONE)
        return SPACES_NOBODY;
    const uint32_t found = at_time(s, tid, time);
    if (found != NONE)
        return found;
    if (s->guessed == SPACES_GUESSED) {
        s->unguessed++;
        return SPACES_NOBODY;
    }
    s->guessed++;
    return known(s, SPE_PERF_NONE, tid, time);
}

uint32_t spaces_last(const struct spaces *s, uint32_t identity, uint32_t tid)
{
    const struct identity *who = &s->identities[identity];
    const uint32_t last = tid == SPE_PERF_NONE || !s->thread_size ? NONE : *slot_of(s, who->file, tid) - 1;
    return last != NONE && s->identities[last].pid == who->pid ? last : identity;
}

uint32_t spaces_space(const struct spaces *s, uint32_t identity, uint64_t address)
{
    return address >> 63 ? s->kernel : s->identities[identity].space;
}

const struct space_map *spaces_next_map(const struct spaces *s, uint32_t *space, const struct space_map *map)
{
    uint32_t at = map ? map->older : s->spaces[*space].newest;
    while (at == NONE && s->spaces[*space].parent != NONE) {
        *space = s->spaces[*space].parent;
        at = s->spaces[*space].newest;
    }
    return at == NONE ? NULL : &s->maps[at];
}

/* Of two maps of an address the one that was there then: the later of those said by then, else the earlier. */
static const struct space_map *better(const struct space_map *a, const struct space_map *b, uint64_t time)
{
    if (!a || !b)
        return a ? a : b;
    if (a->time == b->time) /* both may be without one: they came in this order */
        return a > b ? a : b;
    if ((a->time <= time) != (b->time <= time))
        return a->time <= time ? a : b;
    return (a->time <= b->time) == (b->time <= time) ? b : a;
}

/* What is mapped there in the space itself. */
static const struct space_map *find_map(const struct spaces *s, uint32_t space, uint64_t address, uint64_t time)
{
    const struct space_map *found = NULL;
    size_t from = 0, to = s->map_count;
    while (from < to) { /* the first one behind the address */
        const size_t middle = from + (to - from) / 2;
        const struct space_reach *r = &s->reaches[middle];
        const int is_behind = r->space != space ? r->space > space : r->address > address;
        to = is_behind ? middle : to;
        from = is_behind ? from : middle + 1;
    }
    for (size_t i = from; i-- && s->reaches[i].space == space && s->reaches[i].end > address;) {
        const struct space_map *map = &s->maps[s->reaches[i].map];
        if (address - map->address < map->size)
            found = better(map, found, time);
    }
    return found;
}

const struct space_map *spaces_map(const struct spaces *s, uint32_t space, uint64_t address, uint64_t time)
{
    const struct space_map *late = NULL; /* what is said late may have been there all the time */
    for (uint32_t at = space; at != NONE; at = s->spaces[at].parent) {
        const struct space_map *found = find_map(s, at, address, time);
        if (found && found->time <= time)
            return found;
        late = at == space ? found : late;
        time = s->spaces[at].since < time ? s->spaces[at].since : time;
    }
    return late;
}

void spaces_free(struct spaces *s)
{
    names_free(&s->names);
    free(s->identities);
    free(s->spaces);
    free(s->maps);
    free(s->reaches);
    free(s->modules);
    free(s->switches);
    free(s->events);
    free(s->threads);
    *s = (struct spaces){0};
}
