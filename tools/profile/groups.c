/* SPDX-License-Identifier: MIT */
/* See groups.h. */
#define _POSIX_C_SOURCE 200809L
#include "groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../symbols/symbol_name.h"
#include "../system/numbers.h"
#include "../system/memory.h"

static const char *const kinds[GROUPS_KINDS] = {"programs",          "modules", "functions", "source_lines",
                                                "inlined_functions", "data",    "nodes"};

const char *groups_kind(unsigned kind)
{
    return kinds[kind];
}

/* -- rows -- */

static void total_add(struct total *total, const struct counts *counts, const struct counts_parts *parts)
{
    counts_merge(&total->counts, counts);
    if (parts)
        numbers_add(&total->parts, parts, sizeof *parts / sizeof(uint64_t));
}

/* The row of a key. */
static uint32_t row_of(struct group_list *l, const char *key)
{
    const size_t before = l->keys.count;
    const uint32_t row = name_table_number(&l->keys, key);
    l->bytes += l->keys.count > before ? strlen(key) : 0;
    if (row >= l->room) {
        l->totals = tool_realloc(l->totals, l->keys.room, sizeof *l->totals);
        memset(l->totals + l->room, 0, (l->keys.room - l->room) * sizeof *l->totals);
        l->room = l->keys.room;
    }
    return row;
}

void groups_add_sample(struct groups *g, unsigned kind, uint32_t row, const struct sample *s, int has_parts)
{
    struct total *total = &g->lists[kind].totals[row];
    counts_add(&total->counts, &s->shape->counted, s->total_latency, s->elapsed);
    if (has_parts)
        counts_parts_add(&total->parts, s->part, 1, s->elapsed);
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* Replaces the middle of a long text by a hash of the whole: "begin~0123456789abcdef~end". */
static void shorten(char *text)
{
    const size_t size = strlen(text);
    char middle[24];
    if (size <= GROUPS_LONG)
        return;
    snprintf(middle, sizeof middle, "~%016" PRIx64 "~", hash_of(text));
    memmove(text + GROUPS_LONG / 2 + strlen(middle), text + size - GROUPS_LONG / 4, GROUPS_LONG / 4 + 1);
    memcpy(text + GROUPS_LONG / 2, middle, strlen(middle));
}

uint32_t groups_row(struct groups *g, unsigned kind, const char *name, const char *where)
{
    struct group_list *l = &g->lists[kind];
    const size_t size = strlen(name) + strlen(where) + 2;
    char *key = tool_malloc(size);
    snprintf(key, size, "%s%c", name, GROUPS_MARK);
    if (l->bytes > GROUPS_BYTES)
        shorten(key); /* the mark stays at the end */
    strncat(key, where, size - strlen(key) - 1);
    const uint32_t row = row_of(l, key);
    free(key);
    return row;
}

void groups_add(struct groups *g, unsigned kind, const char *name, const char *where, const struct counts *counts,
                const struct counts_parts *parts)
{
    const uint32_t row = groups_row(g, kind, name, where);
    total_add(&g->lists[kind].totals[row], counts, parts);
}

void groups_merge(struct groups *into, const struct groups *from)
{
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++) {
        const struct group_list *l = &from->lists[kind];
        for (size_t i = 0; i < l->keys.count; i++) {
            const uint32_t row = row_of(&into->lists[kind], l->keys.list[i]);
            total_add(&into->lists[kind].totals[row], &l->totals[i].counts, &l->totals[i].parts);
        }
    }
}

/* -- from places -- */

/* "init", or "init#2" if there is a mark. The caller frees it. */
static char *numbered(const char *text, char mark, uint32_t number)
{
    const size_t size = strlen(text) + 16;
    char *name = tool_malloc(size);
    snprintf(name, size, mark ? "%s%c%" PRIu32 : "%s", text, mark, number);
    return name;
}

char *groups_symbol(const char *symbol, uint32_t nth)
{
    return numbered(symbol, nth ? '#' : 0, nth);
}

int groups_is_named(const char *name, const struct place *place)
{
    char *one = place->symbol && place->nth ? groups_symbol(place->symbol, place->nth) : NULL;
    const int is = place->symbol && (symbol_name_is(place->symbol, name) || (one && strcmp(one, name) == 0));
    free(one);
    return is;
}

static void add_function(struct groups *g, const struct place *place, const struct total *total)
{
    char *name = place->symbol ? groups_symbol(place->symbol, place->nth) : NULL;
    groups_add(g, GROUPS_FUNCTIONS, name ? name : GROUPS_NO_NAME, place->module ? place->module : "", &total->counts,
               &total->parts);
    free(name);
}

/* "prog.c:12", for a line of the source. */
static void add_line(struct groups *g, const struct place *place, const struct total *total)
{
    char *name = numbered(symbols_short(place->file), ':', place->line);
    groups_add(g, GROUPS_LINES, name, place->file, &total->counts, &total->parts);
    free(name);
}

/* A function that was inlined is known by where its source declares it, so functions of one name are different rows. */
static void add_inlined(struct groups *g, const struct debug_info_inlined *inlined, const struct total *total)
{
    char *where = numbered(inlined->file ? inlined->file : "", inlined->line ? ':' : 0, inlined->line);
    groups_add(g, GROUPS_INLINED, inlined->name, where, &total->counts, &total->parts);
    free(where);
}

/* Adds the code that is not in the lists yet. */
static void end_code(struct groups *g)
{
    struct groups_code *c = &g->code;
    const char *module = c->place.module ? c->place.module : "";
    if (!c->total.counts.samples)
        return;
    add_function(g, &c->place, &c->total);
    groups_add(g, GROUPS_MODULES, *module ? symbols_short(module) : GROUPS_NO_NAME, module, &c->total.counts,
               &c->total.parts);
    if (c->place.file)
        add_line(g, &c->place, &c->total);
    if (c->inlined.name)
        add_inlined(g, &c->inlined, &c->total);
    c->total = (struct total){0};
}

/* Whether two addresses are in the same rows. Strings of places are the same for the same. */
static int is_same_code(const struct place *x, const struct debug_info_inlined *x_inlined, const struct groups_code *y)
{
    return x->module == y->place.module && x->symbol == y->place.symbol && x->nth == y->place.nth &&
           x->file == y->place.file && x->line == y->place.line && x_inlined->name == y->inlined.name &&
           x_inlined->file == y->inlined.file && x_inlined->line == y->inlined.line;
}

static void add_code(void *context, const struct tally_entry *e, const struct counts_parts *parts)
{
    struct groups *g = context;
    struct symbols *s = &g->places->symbols;
    struct place place;
    struct debug_info_inlined inlined;
    symbols_find(s, e->space, e->address, e->time, &place);
    g->account[place.module                   ? ACCOUNT_MODULE
               : e->space == PROCESSES_NOBODY ? ACCOUNT_NO_MODULE_THREAD
                                              : ACCOUNT_NO_MODULE] += e->counts->samples;
    g->account[place.symbol   ? ACCOUNT_FUNCTION
               : place.module ? ACCOUNT_NO_FUNCTION
                              : ACCOUNT_NO_FUNCTION_MODULE] += e->counts->samples;
    if (!symbols_inlined(s, e->space, e->address, e->time, &inlined, 1))
        inlined = (struct debug_info_inlined){0};
    if (!is_same_code(&place, &inlined, &g->code)) {
        end_code(g);
        g->code.place = place;
        g->code.inlined = inlined;
    }
    total_add(&g->code.total, e->counts, parts);
}

/* A program counter that was dropped, with a copy of its counts */
struct groups_waiting {
    struct tally_entry entry;
    struct total total;
};

static int by_address(const void *a, const void *b)
{
    const struct tally_entry *x = &((const struct groups_waiting *)a)->entry,
                             *y = &((const struct groups_waiting *)b)->entry;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

static void add_waiting(struct groups *g)
{
    if (g->n_waiting)
        qsort(g->waiting, g->n_waiting, sizeof *g->waiting, by_address);
    for (size_t i = 0; i < g->n_waiting; i++) {
        struct groups_waiting *w = &g->waiting[i];
        w->entry.counts = &w->total.counts;
        add_code(g, &w->entry, &w->total.parts);
    }
    g->n_waiting = 0;
}

static void drop_code(void *context, const struct tally_entry *e, const struct counts_parts *parts)
{
    struct groups *g = context;
    g->waiting = g->waiting ? g->waiting : tool_malloc(GROUPS_WAITING * sizeof *g->waiting);
    struct groups_waiting *w = &g->waiting[g->n_waiting++];
    *w = (struct groups_waiting){.entry = *e, .total = {.counts = *e->counts}};
    if (parts)
        w->total.parts = *parts;
    if (g->n_waiting == GROUPS_WAITING)
        add_waiting(g);
}

/* "node 1", in name[]; or GROUPS_NO_NAME. */
static const char *node_name(uint64_t node, char name[32])
{
    snprintf(name, 32, "node %" PRIu64, node);
    return node == NODES_NONE ? GROUPS_NO_NAME : name;
}

static void add_nodes(void *context, const struct tally_entry *e, const struct counts_parts *parts)
{
    struct groups *g = context;
    const int is_known = e->space != NODES_NONE && e->address != NODES_NONE;
    char from[32], to[32], name[80];
    snprintf(name, sizeof name, "from %s to %s", node_name(e->space, from), node_name(e->address, to));
    groups_add(g, GROUPS_NODES, name, !is_known ? "" : e->space == e->address ? "local" : "remote", e->counts, parts);
}

static void add_program(void *context, const struct tally_entry *e, const struct counts_parts *parts)
{
    struct groups *g = context;
    const struct processes *processes = &g->places->processes;
    const struct identity *who = &processes->identities[e->address];
    if (who->comm != UINT32_MAX)
        groups_add(g, GROUPS_PROGRAMS, name_table_name(&processes->names, who->comm), "", e->counts, parts);
}

void groups_follow(struct groups *g, struct places *p, uint64_t *account)
{
    g->places = p;
    g->account = account;
    p->by_node.context = p->pcs.context = p->who.context = g;
    p->by_node.drop = add_nodes;
    p->pcs.drop = drop_code;
    p->who.drop = add_program;
}

static void add_all(const struct tally *t)
{
    for (size_t i = 0; i < t->used; i++)
        t->drop(t->context, &t->entries[i], tally_parts_of(t, &t->entries[i]));
}

void groups_add_places(struct places *p)
{
    add_all(&p->by_node);
    add_all(&p->pcs);
    add_all(&p->who);
    add_waiting(p->pcs.context);
    end_code(p->pcs.context);
}

/* -- sorting -- */

static int by_cycles(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    if (x->counts.cycles != y->counts.cycles)
        return x->counts.cycles < y->counts.cycles ? 1 : -1;
    if (x->counts.samples != y->counts.samples)
        return x->counts.samples < y->counts.samples ? 1 : -1;
    const int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->where, y->where);
}

struct group *groups_rows(const struct groups *g, unsigned kind, size_t *n)
{
    const struct group_list *l = &g->lists[kind];
    const size_t count = *n = l->keys.count;
    size_t size = count * sizeof(struct group);
    for (size_t i = 0; i < count; i++)
        size += strlen(l->keys.list[i]) + 1;
    struct group *rows = tool_malloc(size);
    char *text = (char *)&rows[count]; /* the names follow the rows */
    for (size_t i = 0; i < count; i++) {
        const char *key = l->keys.list[i];
        const size_t length = strlen(key), name = strcspn(key, (char[]){GROUPS_MARK, 0});
        memcpy(text, key, length + 1);
        text[name] = 0;
        rows[i] = (struct group){text, text + (name < length ? name + 1 : name), {.total = l->totals[i]}};
        text += length + 1;
    }
    if (count)
        qsort(rows, count, sizeof *rows, by_cycles);
    return rows;
}

/* Where a module's names come from. */
static const char *advice_of(const struct symbols *s, const char *module, int lacks_threads)
{
    if (!*module)
        return lacks_threads ? NULL
                             : "no event says what was mapped there; record as root, or let perf record start it";
    if (strncmp(module, "[kernel", 7) == 0)
        return "--kallsyms=FILE names them: a copy of /proc/kallsyms that root made on that machine";
    if (!module_is_file(module))
        return "a program made this code; its compiler can write names to /tmp/perf-PID.map (--perf-map=FILE)";
    if (!debug_info_is_there())
        return "this program was built without libdw, which reads names";
    const char *why;
    if (symbols_has_names(s, module, &why))
        return "they are between its symbols; --debuginfod finds more if the file was stripped";
    return s->has_said ? NULL
           : why       ? why
                       : "it has no names; --debuginfod finds some, --symfs=DIR has a copy that is not stripped, "
                         "--perf-map=FILE has a list of them";
}

uint64_t groups_unnamed(const struct groups *g, uint64_t all, int lacks_threads, char *text, const char **advice)
{
    size_t n;
    struct group *rows = groups_rows(g, GROUPS_FUNCTIONS, &n);
    const struct group *most = NULL;
    uint64_t unknown = 0;
    for (size_t i = 0; i < n; i++) {
        const int has_name = strcmp(rows[i].name, GROUPS_NO_NAME) != 0;
        unknown += has_name ? 0 : rows[i].counts.samples;
        if (!has_name && (!most || rows[i].counts.samples > most->counts.samples))
            most = &rows[i];
    }
    unknown = most && unknown >= all / 10 ? unknown : 0;
    *advice = unknown ? advice_of(&g->places->symbols, most->where, lacks_threads) : NULL;
    if (unknown)
        snprintf(text, GROUPS_UNNAMED, "have no known function, most of them in %.200s",
                 *most->where ? most->where : "no known module");
    free(rows);
    return unknown;
}

int groups_is_known(const struct group *row)
{
    return *row->where || strcmp(row->name, GROUPS_NO_NAME) != 0;
}

void groups_free(struct groups *g)
{
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++) {
        name_table_free(&g->lists[kind].keys);
        free(g->lists[kind].totals);
    }
    free(g->waiting);
    *g = (struct groups){0};
}
