/* SPDX-License-Identifier: MIT */
/* See objects.h. */
#include "objects.h"

#include <stdlib.h>
#include <string.h>

int objects_begin(struct objects *o)
{
    return tally_begin(&o->addresses, OBJECTS_ADDRESSES, 0);
}

void objects_begin_file(struct objects *o, const struct places *places)
{
    o->old_maps = places->processes.map_count;
}

/* -- names -- */

const char *objects_mapping(const struct place *place)
{
    const char *module = place->module ? place->module : "";
    if (strncmp(module, "//anon", 6) == 0)
        return OBJECTS_ANONYMOUS;
    return *module == '[' && strncmp(module, "[kernel", 7) != 0 ? module : GROUPS_NO_NAME;
}

/* Adds the counts of an object. An object without a symbol is its mapping; in a file, the rest of the file. */
static void add_object(struct groups *g, const struct place *place, const struct counts *counts)
{
    char *symbol = place->symbol ? groups_symbol(place->symbol, place->nth) : NULL;
    const char *name = symbol ? symbol : objects_mapping(place);
    const int has_file = symbol || strcmp(name, GROUPS_NO_NAME) == 0;
    groups_add(g, GROUPS_DATA, name, has_file && place->module ? place->module : "", counts);
    free(symbol);
}

/* Whether two neighbours in the order of addresses are of one object. Strings of places are the same for the same. */
static int is_same(const struct place *x, uint64_t x_address, const struct place *y, uint64_t y_address)
{
    return x->module == y->module && x->symbol == y->symbol &&
           (!x->symbol || x_address - x->offset == y_address - y->offset);
}

static int by_address(const void *a, const void *b)
{
    const struct tally_entry *x = a, *y = b;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

void objects_settle(struct objects *o, struct places *p, struct groups *g)
{
    struct tally *t = &o->addresses;
    struct place object = {0}, place;
    struct counts counts = {0};
    uint64_t address = 0;
    if (t->used)
        qsort(t->entries, t->used, sizeof *t->entries, by_address);
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        symbols_find_data(&p->symbols, e->space, e->address, e->time, &place);
        if (i && !is_same(&object, address, &place, e->address)) {
            add_object(g, &object, &counts);
            counts = (struct counts){0};
        }
        object = place;
        address = e->address;
        counts_merge(&counts, &e->counts);
    }
    if (t->used)
        add_object(g, &object, &counts);
    tally_clear(t);
}

/* -- samples -- */

void objects_add(struct objects *o, struct places *p, struct groups *g, const struct sample *s,
                 const struct counted *one)
{
    if (!(s->record->present & SPE_HAS_DATA_VA))
        return;
    const uint64_t address = spe_address_canonical(s->record->data_va);
    if (p->processes.map_count == o->old_maps && !(address >> 63))
        return;
    if (o->addresses.used == o->addresses.limit)
        objects_settle(o, p, g);
    struct tally_entry *e = tally_count(&o->addresses, s->data, address);
    if (!e)
        return;
    e->time = s->time < e->time ? s->time : e->time;
    counts_add(&e->counts, one);
}
