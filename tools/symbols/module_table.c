/* SPDX-License-Identifier: MIT */
/* See module_table.h. */
#include "module_table.h"

#include <stdlib.h>
#include <string.h>

#include "../system/hash.h"
#include "../system/memory.h"

#define NONE UINT32_MAX

/* Where the modules begin that have the hash of this name and build id. */
static uint32_t *head_of(const struct module_table *t, uint32_t name, const uint8_t *build_id, size_t size)
{
    return &t->heads[(size_t)hash_bytes(hash_word(t->seed, name), build_id, size) & (t->room - 1)];
}

static void link_module(struct module_table *t, uint32_t number)
{
    struct mapped_module *m = &t->list[number];
    uint32_t *head = head_of(t, m->name, m->build_id, m->build_id_size);
    m->next = *head;
    *head = number;
}

/* Doubles the room. */
static void grow(struct module_table *t)
{
    const size_t room = t->room ? 2 * t->room : 128;
    t->list = tool_realloc(t->list, room, sizeof *t->list);
    t->heads = tool_realloc(t->heads, room, sizeof *t->heads);
    memset(t->heads, 0xff, room * sizeof *t->heads);
    t->seed = t->room ? t->seed : hash_seed();
    t->room = room;
    for (size_t i = 0; i < t->count; i++)
        link_module(t, (uint32_t)i);
}

/* Where the number of the module with that name and build id is stored; it is NONE if the module does not exist. */
static uint32_t *find(struct module_table *t, uint32_t name, const uint8_t *build_id, size_t size)
{
    uint32_t *at = head_of(t, name, build_id, size);
    for (; *at != NONE; at = &t->list[*at].next) {
        const struct mapped_module *m = &t->list[*at];
        if (m->name == name && m->build_id_size == size && memcmp(m->build_id, build_id, size) == 0)
            break;
    }
    return at;
}

uint32_t module_table_number(struct module_table *t, uint32_t name, const uint8_t *build_id, size_t size)
{
    if (t->count == t->room)
        grow(t);
    const uint32_t found = *find(t, name, build_id, size);
    if (found != NONE)
        return found;
    struct mapped_module *new = &t->list[t->count];
    *new = (struct mapped_module){.name = name, .build_id_size = (uint32_t)size};
    memcpy(new->build_id, build_id, size);
    link_module(t, (uint32_t)t->count);
    return (uint32_t)t->count++;
}

int module_is_file(const char *name)
{
    static const char *const memory[] = {"[", "//", "/dev/zero", "/anon_hugepage", "/memfd:", "/SYSV"};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        if (name[0] == memory[i][0] && (!memory[i][1] || name[1] == memory[i][1]) && /* most names differ here */
            strncmp(name, memory[i], strlen(memory[i])) == 0)
            return 0;
    return 1;
}

void module_table_identify(struct module_table *t, uint32_t name, const uint8_t *build_id, size_t size)
{
    uint32_t *at = t->room && size ? find(t, name, build_id, 0) : NULL;
    if (!at || *at == NONE)
        return;
    const uint32_t number = *at;
    struct mapped_module *m = &t->list[number];
    *at = m->next;
    m->build_id_size = (uint32_t)size;
    memcpy(m->build_id, build_id, size);
    link_module(t, number);
}

void module_table_free(struct module_table *t)
{
    free(t->heads);
    free(t->list);
    *t = (struct module_table){0};
}
