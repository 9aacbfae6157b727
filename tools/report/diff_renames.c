/* SPDX-License-Identifier: MIT */
/* See diff_renames.h. */
#include "diff_renames.h"

#include <stdlib.h>
#include <string.h>

#include "../system/list.h"

#define FILES_MOST 4096 /* mapped files of a profile, up to which build ids are compared */

int diff_by_name(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->where, y->where);
}

/* The row of a module, if the other profile does not have it. */
static const struct group *only_here(const struct diff_rows *here, const struct diff_rows *there, const char *module)
{
    const struct group key = {.name = symbols_short(module), .where = module};
    if (!*module || !here->rows[GROUPS_MODULES])
        return NULL;
    if (there->rows[GROUPS_MODULES] &&
        bsearch(&key, there->rows[GROUPS_MODULES], there->sizes[GROUPS_MODULES], sizeof key, diff_by_name))
        return NULL;
    return bsearch(&key, here->rows[GROUPS_MODULES], here->sizes[GROUPS_MODULES], sizeof key, diff_by_name);
}

static void propose(struct diff_renames *r, const struct group *from, const struct group *to, uint64_t samples)
{
    size_t i = 0;
    while (i < r->count && (r->list[i].from != from || r->list[i].to != to))
        i++;
    if (!from || !to || i == DIFF_RENAMES)
        return;
    r->list = list_with_room(r->list, r->count, &r->room, sizeof *r->list);
    if (i == r->count)
        r->list[r->count++] = (struct diff_rename){from->where, to->where, from, to, 0, 0};
    r->list[i].samples += samples;
}

static void by_build_id(struct diff_renames *r, const struct diff_rows *a, const struct diff_rows *b)
{
    const struct processes *p = &a->profile->places.processes, *q = &b->profile->places.processes;
    if (p->modules.count > FILES_MOST || q->modules.count > FILES_MOST)
        return;
    for (size_t i = 0; i < p->modules.count; i++)
        for (size_t k = 0, n = 0; k < q->modules.count && n < 2; k++) { /* two decide that it is none of them */
            const struct mapped_module *x = &p->modules.list[i], *y = &q->modules.list[k];
            if (!x->build_id_size || x->build_id_size != y->build_id_size ||
                memcmp(x->build_id, y->build_id, x->build_id_size) != 0)
                continue;
            const struct group *from = only_here(a, b, name_table_name(&p->names, x->name)),
                               *to = only_here(b, a, name_table_name(&q->names, y->name));
            propose(r, from, to, from ? from->counts.samples : 0);
            n += from && to;
        }
}

/* Each program has these. */
static int is_of_all(const char *function)
{
    return strcmp(function, "main") == 0 || strcmp(function, "_start") == 0;
}

/* The module of the only function of the name in rows[i] that is in a module of this profile alone; *end: the rows of
 * this name. */
static const struct group *of_function(const struct diff_rows *here, const struct diff_rows *there, size_t i,
                                       size_t *end, uint64_t *samples)
{
    const struct group *rows = here->rows[GROUPS_FUNCTIONS], *found = NULL;
    unsigned n = 0;
    for (*end = i; *end < here->sizes[GROUPS_FUNCTIONS] && strcmp(rows[i].name, rows[*end].name) == 0; ++*end) {
        const struct group *module = only_here(here, there, rows[*end].where);
        if (!module)
            continue;
        found = module;
        *samples = rows[*end].counts.samples;
        n++;
    }
    return n == 1 && strcmp(rows[i].name, GROUPS_NO_NAME) != 0 && !is_of_all(rows[i].name) ? found : NULL;
}

static void by_functions(struct diff_renames *r, const struct diff_rows *a, const struct diff_rows *b)
{
    const struct group *x = a->rows[GROUPS_FUNCTIONS], *y = b->rows[GROUPS_FUNCTIONS];
    for (size_t i = 0, k = 0; i < a->sizes[GROUPS_FUNCTIONS] && k < b->sizes[GROUPS_FUNCTIONS];) {
        const int order = strcmp(x[i].name, y[k].name);
        uint64_t n = 0, m = 0;
        size_t i_end = i + (order < 0), k_end = k + (order > 0);
        if (order == 0) {
            const struct group *from = of_function(a, b, i, &i_end, &n), *to = of_function(b, a, k, &k_end, &m);
            propose(r, from, to, n < m ? n : m);
        }
        i = i_end;
        k = k_end;
    }
}

static int is_likely(const struct diff_rename *n)
{
    const uint64_t x = n->from->counts.samples, y = n->to->counts.samples;
    return 2 * n->samples >= (x < y ? x : y);
}

static int by_old_name(const void *a, const void *b)
{
    return strcmp(((const struct diff_rename *)a)->was, ((const struct diff_rename *)b)->was);
}

/* Drops what is not likely, and all of those of which a module has several. */
static void choose(struct diff_renames *r)
{
    size_t likely = 0, chosen = 0;
    for (size_t i = 0; i < r->count; i++)
        if (is_likely(&r->list[i]))
            r->list[likely++] = r->list[i];
    for (size_t i = 0; i < likely; i++) {
        unsigned n = 0;
        for (size_t k = 0; k < likely; k++)
            n += r->list[k].from == r->list[i].from || r->list[k].to == r->list[i].to;
        r->list[i].is_chosen = n == 1;
    }
    for (size_t i = 0; i < likely; i++)
        if (r->list[i].is_chosen)
            r->list[chosen++] = r->list[i];
    r->count = chosen;
    if (chosen)
        qsort(r->list, chosen, sizeof *r->list, by_old_name);
}

static void rename_rows(const struct diff_renames *r, struct diff_rows *a, unsigned kind)
{
    for (size_t i = 0; r->count && i < a->sizes[kind]; i++) {
        struct group *row = &a->rows[kind][i];
        const struct diff_rename key = {.was = row->where},
                                 *to = bsearch(&key, r->list, r->count, sizeof key, by_old_name);
        if (!to)
            continue;
        row->where = to->is;
        row->name = kind == GROUPS_MODULES ? symbols_short(row->where) : row->name;
    }
    if (r->count && a->sizes[kind])
        qsort(a->rows[kind], a->sizes[kind], sizeof *a->rows[kind], diff_by_name);
}

void diff_rename(struct diff_renames *r, struct diff_rows *a, const struct diff_rows *b)
{
    by_build_id(r, a, b);
    by_functions(r, a, b);
    choose(r);
    rename_rows(r, a, GROUPS_MODULES);
    rename_rows(r, a, GROUPS_FUNCTIONS);
    rename_rows(r, a, GROUPS_DATA);
}
