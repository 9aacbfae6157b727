/* SPDX-License-Identifier: MIT */
/*
 * See page_sections.h: an icicle chart of processes, modules and functions, made of nested lists. A width is a share of
 * the cycles, or of the samples if no record has its latency. The upper edge of a box shows the levels that served its
 * loads. Functions come from program counters, or from names if a saved profile was added, which has no addresses.
 */
#include <stdlib.h>
#include <string.h>

#include "page_sections.h"
#include "../system/memory.h"

enum { PROCESS, MODULE, FUNCTION, LEVELS };

#define LEAST 0.004 /* parts with a smaller share of the total are drawn together */

/* Cycles or samples; cycles of loads by share of the profile: PAGE_BANDS before the stores */
struct weight {
    uint64_t all, loads[BAND_STORES];
};

struct leaf {
    uint32_t names[LEVELS];
    struct weight weight;
};

struct tree {
    struct name_table names;
    struct leaf *leaves;
    size_t n;
    uint64_t all;
    unsigned of_level[COUNTS_LEVELS]; /* bands */
    unsigned bands;                   /* that loads have: bits */
    int has_names;                    /* at least one leaf has a name */
};

/* -- the leaves -- */

static void add_leaf(struct tree *t, const char *process, const char *module, const char *function,
                     struct weight weight)
{
    const struct leaf leaf = {{name_table_number(&t->names, process), name_table_number(&t->names, module),
                               name_table_number(&t->names, function)},
                              weight};
    t->leaves[t->n] = leaf;
    t->all += weight.all;
    t->n += weight.all != 0;
    for (unsigned band = 0; band < BAND_STORES; band++)
        t->bands |= (unsigned)(weight.loads[band] != 0) << band;
}

/* A level that is known only from events has no colour of its own, since the chart of all samples has none for it. */
static void find_bands(struct tree *t, const struct profile *p)
{
    static struct page_share shares[PAGE_BANDS];
    page_shares(p, shares);
    for (unsigned level = 0; level < COUNTS_LEVELS; level++)
        t->of_level[level] = shares[page_band(level)].samples ? page_band(level) : BAND_LOADS;
}

static struct weight weight_of(const struct tree *t, const struct profile *p, const struct counts *c)
{
    struct weight weight = {p->latencies.total.sum ? c->cycles : c->samples, {0}};
    for (unsigned level = 0; level < COUNTS_LEVELS; level++)
        weight.loads[t->of_level[level]] += c->levels[level];
    return weight;
}

static void add_weight(struct weight *to, const struct weight *from)
{
    to->all += from->all;
    for (unsigned band = 0; band < BAND_STORES; band++)
        to->loads[band] += from->loads[band];
}

static void add_code(struct tree *t, struct profile *p, const struct tally_entry *e)
{
    struct place place;
    char process[256];
    const int is_kernel = (int)(e->address >> 63); /* each file has its own */
    symbols_find(&p->places.symbols, e->space, e->address, e->time, &place);
    t->has_names |= is_kernel || e->who != PROCESSES_NOBODY || place.module != NULL;
    const uint32_t leader = processes_leader(&p->places.processes, e->who, e->time);
    char *function = place.symbol ? groups_symbol(place.symbol, place.nth) : NULL;
    add_leaf(t, is_kernel ? "kernel" : places_process(&p->places, leader, process, sizeof process),
             place.module ? symbols_short(place.module) : "no module is known",
             function ? function : "no name is known", weight_of(t, p, e->counts));
    free(function);
}

static void add_group(struct tree *t, const struct profile *p, const struct group *g)
{
    t->has_names |= groups_is_known(g);
    add_leaf(t, "all processes", *g->where ? symbols_short(g->where) : "no module is known", g->name,
             weight_of(t, p, &g->counts));
}

static void find_leaves(struct tree *t, struct profile *p)
{
    const struct tally *pcs = &p->places.pcs;
    const size_t used = p->has_saved ? 0 : pcs->used;
    size_t n = 0;
    struct group *rows = p->has_saved ? groups_rows(&p->groups, GROUPS_FUNCTIONS, &n) : NULL;
    t->leaves = tool_calloc(used + n + 1, sizeof *t->leaves);
    for (size_t i = 0; i < used; i++)
        add_code(t, p, &pcs->entries[i]);
    for (size_t i = 0; i < n; i++)
        add_group(t, p, &rows[i]);
    free(rows);
}

static int by_names(const void *a, const void *b)
{
    const struct leaf *x = a, *y = b;
    for (unsigned i = 0; i < LEVELS; i++)
        if (x->names[i] != y->names[i])
            return x->names[i] < y->names[i] ? -1 : 1;
    return 0;
}

/* Sums the weights of the leaves of each name on a level, by the name's number. The caller frees the result. */
static uint64_t *find_weights(const struct tree *t, unsigned level)
{
    uint64_t *weights = tool_calloc(t->names.count, sizeof *weights);
    for (size_t i = 0; i < t->n; i++)
        weights[t->leaves[i].names[level]] += t->leaves[i].weight.all;
    return weights;
}

static int is_small(const struct tree *t, uint64_t weight)
{
    return (double)weight < LEAST * (double)t->all;
}

/* Joins processes that are too small to be drawn, so that what they ran is visible. */
static void join_processes(struct tree *t)
{
    uint64_t *weights = find_weights(t, PROCESS), sum = 0;
    char others[64];
    size_t n = 0;
    for (size_t i = 0; i < t->names.count; i++)
        if (is_small(t, weights[i]) && weights[i]) {
            sum += weights[i];
            n++;
        }
    snprintf(others, sizeof others, "%zu small processes", n);
    const uint32_t joined = !is_small(t, sum) ? name_table_number(&t->names, others) : UINT32_MAX;
    for (size_t i = 0; joined != UINT32_MAX && i < t->n; i++)
        if (is_small(t, weights[t->leaves[i].names[PROCESS]]))
            t->leaves[i].names[PROCESS] = joined;
    free(weights);
}

/* -- boxes -- */

/* The leaves from `from` up to `to`, which have the same name on a level */
struct box {
    size_t from, to;
    struct weight weight;
};

static int by_weight(const void *a, const void *b)
{
    const struct box *x = a, *y = b;
    return x->weight.all != y->weight.all ? (x->weight.all < y->weight.all) - (x->weight.all > y->weight.all)
                                          : (x->from > y->from) - (x->from < y->from);
}

/* Finds the boxes inside a box, the heaviest first. The caller frees them. */
static struct box *find_boxes(const struct tree *t, const struct box *outer, unsigned level, size_t *n)
{
    struct box *boxes = tool_malloc((outer->to - outer->from + 1) * sizeof *boxes);
    *n = 0;
    for (size_t i = outer->from; i < outer->to; i++) {
        if (i == outer->from || t->leaves[i].names[level] != t->leaves[i - 1].names[level])
            boxes[(*n)++] = (struct box){.from = i};
        boxes[*n - 1].to = i + 1;
        add_weight(&boxes[*n - 1].weight, &t->leaves[i].weight);
    }
    if (*n)
        qsort(boxes, *n, sizeof *boxes, by_weight);
    return boxes;
}

/* The box's upper edge: the shares of its loads, from the left, as a gradient whose colours have sharp ends. */
static void put_edge(const struct weight *w, FILE *out)
{
    double at = 0;
    fputs("background-image:linear-gradient(90deg", out);
    for (unsigned band = 0; band < BAND_STORES; band++) {
        const double end = at + 100.0 * (double)w->loads[band] / (double)w->all;
        if (w->loads[band])
            fprintf(out, ",var(--c%u) %.1f%% %.1f%%", band, at, end);
        at = end;
    }
    fprintf(out, ",var(--plain) %.1f%%)", at);
}

static void put_box(const struct tree *t, const char *name, const struct box *box, uint64_t of, FILE *out)
{
    const double share = 100.0 * (double)box->weight.all / (double)t->all;
    fprintf(out, "<li style=\"width:%.3f%%\"><span class=\"box\" style=\"",
            100.0 * (double)box->weight.all / (double)of);
    put_edge(&box->weight, out);
    fputs("\" title=\"", out);
    report_escape(out, name);
    fprintf(out, ", %.1f %%\"><b>", share);
    report_escape(out, name);
    fprintf(out, "</b> %.1f&nbsp;%%</span>", share);
}

static void put_level(const struct tree *t, const struct box *outer, unsigned level, FILE *out)
{
    size_t n, i = 0;
    struct box *boxes = find_boxes(t, outer, level, &n), rest = {.from = 0};
    char others[64];
    fputs("<ul>\n", out);
    for (; i < n && !is_small(t, boxes[i].weight.all); i++) {
        put_box(t, name_table_name(&t->names, t->leaves[boxes[i].from].names[level]), &boxes[i], outer->weight.all,
                out);
        if (level + 1 < LEVELS)
            put_level(t, &boxes[i], level + 1, out);
        fputs("</li>\n", out);
    }
    snprintf(others, sizeof others, "%zu other%s", n - i, n - i == 1 ? "" : "s");
    for (; i < n; i++)
        add_weight(&rest.weight, &boxes[i].weight);
    if (rest.weight.all) {
        put_box(t, others, &rest, outer->weight.all, out);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
    free(boxes);
}

void page_tree(struct profile *p, FILE *out)
{
    struct tree t;
    memset(&t, 0, sizeof t);
    find_bands(&t, p);
    find_leaves(&t, p);
    if (t.n && t.has_names) {
        join_processes(&t);
        qsort(t.leaves, t.n, sizeof *t.leaves, by_names);
        fprintf(out, "<section id=\"tree_chart\"><h2>Processes, modules, functions</h2>\n<div class=\"tree\">\n");
        put_level(&t, &(struct box){0, t.n, {t.all, {0}}}, PROCESS, out);
        fprintf(out, "</div>\n<p class=\"remark\">as wide as their %s%s</p>\n",
                p->latencies.total.sum ? "summed latency" : "samples",
                t.bands ? "; the upper edge shows which levels served their loads" : "");
        if (t.bands)
            page_legend(out, t.bands);
        fputs("</section>\n", out);
    }
    free(t.leaves);
    name_table_free(&t.names);
}
