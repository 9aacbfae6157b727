/* SPDX-License-Identifier: MIT */
/* See modules.h. */
#define _POSIX_C_SOURCE 200809L
#include "modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/list.h"
#include "../system/message.h"
#include "../system/memory.h"
#include "module_table.h"

#define EXECUTE 4u /* PROT_EXEC */

struct module_event {
    uint32_t type; /* SPE_PERF_COMM, _MMAP, _BUILD_ID */
    uint32_t file;
    uint32_t pid, tid;
    uint64_t time;
    size_t order; /* the order in which events came */
    size_t build_id_size;
    uint8_t build_id[SPE_PERF_BUILD_ID_MAX];
    char *name;
};

/* -- recorded events -- */

static int is_wanted(const struct spe_perf_event *event)
{
    if (event->type == SPE_PERF_MMAP) /* mappings of data are not needed */
        return event->name && event->size && (!event->protection || event->protection & EXECUTE);
    return (event->type == SPE_PERF_COMM || event->type == SPE_PERF_BUILD_ID) && event->name;
}

void modules_take(struct modules *m, const struct spe_perf_event *event)
{
    if (!is_wanted(event))
        return;
    m->events = list_with_room(m->events, m->count, &m->room, sizeof *m->events);
    struct module_event *e = &m->events[m->count];
    *e = (struct module_event){.type = event->type,
                               .file = m->file,
                               .pid = event->pid,
                               .tid = event->tid,
                               .time = event->time,
                               .order = m->count,
                               .name = tool_strdup(event->name)};
    if (event->build_id_size <= sizeof e->build_id) {
        e->build_id_size = event->build_id_size;
        memcpy(e->build_id, event->build_id, e->build_id_size);
    }
    m->count++;
}

int modules_has_maps(const struct modules *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->events[i].type == SPE_PERF_MMAP)
            return 1;
    return 0;
}

static int by_time(const void *a, const void *b)
{
    const struct module_event *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : (x->order > y->order) - (x->order < y->order);
}

/* -- the choice of the module -- */

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

#define COMM_MAX 15 /* bytes of a thread's name that Linux keeps */

/* Whether the file's name is that of the thread. */
static int is_called(const struct module_event *map, const char *comm)
{
    return comm && strncmp(last_part(map->name), comm, COMM_MAX) == 0;
}

/* The last name of the first thread of the event's process, which usually is its program. */
static const char *comm_of(const struct modules *m, const struct module_event *e)
{
    const char *comm = NULL;
    for (const struct module_event *at = m->events, *end = at + m->count; at < end; at++)
        if (at->file == e->file && at->pid == e->pid && at->tid == at->pid && at->type == SPE_PERF_COMM)
            comm = at->name;
    return comm;
}

/* Whether the map is of its process's program: its file has the process's name or, if no file has, it is the first. */
static int is_program(const struct modules *m, const struct module_event *map)
{
    const struct module_event *first = NULL;
    const char *comm = comm_of(m, map);
    if (is_called(map, comm))
        return 1;
    for (const struct module_event *at = m->events, *end = at + m->count; at < end; at++) {
        if (at->type != SPE_PERF_MMAP || at->file != map->file || at->pid != map->pid || !module_is_file(at->name))
            continue;
        if (is_called(at, comm))
            return 0;
        first = first ? first : at;
    }
    return map == first;
}

static int is_match(const struct modules *m, size_t at, const char *name, int is_exact)
{
    const struct module_event *e = &m->events[at];
    if (e->type != SPE_PERF_MMAP || !module_is_file(e->name))
        return 0;
    if (!name)
        return is_program(m, e);
    return strcmp(is_exact ? e->name : last_part(e->name), is_exact ? name : last_part(name)) == 0;
}

/* Finds the module that matches. Returns its name, or NULL if none matches, or if *other also matches. */
static const char *only_match(const struct modules *m, const char *name, int is_exact, const char **other)
{
    const char *found = NULL;
    for (size_t i = 0; i < m->count; i++) {
        if (!is_match(m, i, name, is_exact))
            continue;
        if (found && strcmp(found, m->events[i].name) != 0) {
            *other = m->events[i].name;
            return NULL;
        }
        found = m->events[i].name;
    }
    return found;
}

/* -- the places of the module -- */

static const char *name_of(const struct modules *m, const struct space_map *map)
{
    return name_table_name(&m->processes->names, m->processes->modules.list[map->module].name);
}

/* Lists its mappings in all processes. */
static void place_module(struct modules *m, const char *name)
{
    for (size_t i = 0; i < m->processes->map_count; i++) {
        if (strcmp(name_of(m, &m->processes->maps[i]), name) != 0)
            continue;
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): it is a list of pointers */
        m->maps = list_with_room(m->maps, m->map_count, &m->map_room, sizeof *m->maps);
        m->maps[m->map_count++] = &m->processes->maps[i];
    }
}

const char *modules_choose(struct modules *m, const struct processes *processes, const char *name)
{
    const char *found = NULL, *other = NULL;
    char what[512] = "no module of this name was mapped";
    if (m->count)
        qsort(m->events, m->count, sizeof *m->events, by_time);
    if (name)
        found = only_match(m, name, 1, &other);
    if (!found)
        found = only_match(m, name, 0, &other);
    m->processes = processes;
    if (found)
        place_module(m, found);
    else if (other && name)
        snprintf(what, sizeof what, "more than one module has this name, such as %.200s; give the whole path", other);
    else if (other)
        snprintf(what, sizeof what, "more than one program was run, such as %.200s; choose one with --module", other);
    else if (!name)
        snprintf(what, sizeof what, "no program was run");
    if (!found)
        tool_error(what, name ? name : "--module");
    return found;
}

size_t modules_build_id(const struct modules *m, const char *name, const uint8_t **id)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct module_event *e = &m->events[i];
        if ((e->type == SPE_PERF_MMAP || e->type == SPE_PERF_BUILD_ID) && e->build_id_size &&
            strcmp(e->name, name) == 0) {
            *id = e->build_id;
            return e->build_id_size;
        }
    }
    return 0;
}

static int has(const struct space_map *map, uint64_t address)
{
    return address >= map->address && address - map->address < map->size;
}

/* The mapping of the module at that address in any process of the file. */
static const struct space_map *map_of_any(struct modules *m, uint32_t file, uint64_t address)
{
    for (size_t n = 0; n < m->map_count; n++, m->last = (m->last ? m->last : m->map_count) - 1) {
        const struct space_map *map = m->maps[m->last];
        if (m->processes->processes[map->space].file == file && has(map, address))
            return map;
    }
    return NULL;
}

/* The mapping that replaced another, and therefore has this space of its own, or NULL. */
static const struct space_map *map_with_own(const struct processes *s, uint32_t space)
{
    for (size_t i = 0; s->processes[space].replaces == SPACE_IS_REPLACEMENT && i < s->map_count; i++)
        if (s->maps[i].own == space)
            return &s->maps[i];
    return NULL;
}

int modules_place(struct modules *m, uint64_t place, uint64_t address, uint64_t *offset)
{
    const struct processes *s = m->processes;
    const uint32_t space = (uint32_t)place, whole = processes_whole(s, space);
    if (space != m->space) /* spaces are looked up one after another */
        m->own = map_with_own(s, space);
    m->space = space;
    const struct space_map *map = m->own;
    if (space == PROCESSES_NOBODY)
        map = map_of_any(m, (uint32_t)(place >> 32), address);
    else if (!map || !has(map, address)) /* the first mapping there */
        map = processes_map(s, whole, address, s->processes[whole].since);
    if (!map || !has(map, address) || !m->map_count || strcmp(name_of(m, map), name_of(m, m->maps[0])) != 0)
        return 0;
    *offset = address - map->address + map->position;
    return 1;
}

void modules_free(struct modules *m)
{
    for (size_t i = 0; i < m->count; i++)
        free(m->events[i].name);
    free(m->events);
    free(m->maps);
    *m = (struct modules){0};
}
