/* SPDX-License-Identifier: MIT */
/* See objects.h. */
#include "objects.h"

#include <stdlib.h>
#include <string.h>

void objects_begin_file(struct objects *o, struct groups *groups)
{
    o->groups = groups;
    o->old_maps = groups->places->processes.map_count;
    objects_forget(o);
}

void objects_forget(struct objects *o)
{
    memset(o->kept, 0, sizeof o->kept);
}

/* -- names -- */

const char *objects_mapping(const struct place *place)
{
    const char *module = place->module ? place->module : "";
    if (strncmp(module, "//anon", 6) == 0)
        return OBJECTS_ANONYMOUS;
    return *module == '[' && strncmp(module, "[kernel", 7) != 0 ? module : GROUPS_NO_NAME;
}

/* The row of an object. An object without a symbol is its mapping; in a file, the rest of the file. */
static uint32_t row_of(struct groups *g, const struct place *place)
{
    char *symbol = place->symbol ? groups_symbol(place->symbol, place->nth) : NULL;
    const char *name = symbol ? symbol : objects_mapping(place);
    const int has_file = symbol || strcmp(name, GROUPS_NO_NAME) == 0;
    const uint32_t row = groups_row(g, GROUPS_DATA, name, has_file && place->module ? place->module : "");
    free(symbol);
    return row;
}

/* -- samples -- */

enum { PAGE_SHIFT = 12, LINE_SHIFT = 6 };

static struct objects_range *slot_of(struct objects *o, int is_line, uint32_t space, uint64_t address)
{
    const uint64_t number = (address >> (is_line ? LINE_SHIFT : PAGE_SHIFT)) ^ (uint64_t)space << 40;
    return &o->kept[is_line][number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - OBJECTS_SHIFT)]; /* neighbours differ */
}

static int has(const struct objects_range *range, uint32_t space, uint64_t address)
{
    return range->space == space && address >= range->from && address < range->to;
}

static uint32_t find_row(struct objects *o, const struct sample *s, uint64_t address)
{
    struct objects_range *slot = slot_of(o, 0, s->data, address);
    struct place place;
    if (has(slot, s->data, address))
        return slot->row;
    struct objects_range *const line = slot_of(o, 1, s->data, address);
    if (has(line, s->data, address))
        return line->row;
    symbols_find_data(&o->groups->places->symbols, s->data, address, s->time, &place);
    slot = place.to - place.from < (1u << PAGE_SHIFT) / 2 ? line : slot;
    *slot = (struct objects_range){place.from, place.to, s->data, row_of(o->groups, &place)};
    return slot->row;
}

void objects_add(void *objects, const struct sample *s, size_t n)
{
    struct objects *const o = objects;
    const struct places *const p = o->groups->places;
    const int has_no_map = p->processes.map_count == o->old_maps;
    for (const struct sample *const end = s + n; s < end; s++) {
        if (s->present & SPE_HAS_DATA_VA && (!has_no_map || s->data_va >> 63))
            groups_add_sample(o->groups, GROUPS_DATA, find_row(o, s, s->data_va), s, p->has_parts);
    }
}
