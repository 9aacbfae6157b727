/* SPDX-License-Identifier: MIT */
/* See finding.h: instructions that wait, summed up by source line or by data object. */
#include "find_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "place_cells.h"
#include "sharing.h"
#include "../system/memory.h"

/* An instruction is a load or a store; an atomic is a load. */
const struct site_wait *wait_of_load(const struct tally_entry *e)
{
    return e->counts->loads ? &tally_site(e)->wait : NULL;
}

const struct site_wait *wait_of_store(const struct tally_entry *e)
{
    return e->counts->loads ? NULL : &tally_site(e)->wait;
}

const struct site_wait *wait_of_walk(const struct tally_entry *e)
{
    return &tally_site(e)->walk;
}

/* -- which data -- */

/* The space of an address that an instruction accesses: the kernel's code accesses data of processes, too. */
static uint32_t space_of_data(struct profile *p, const struct tally_entry *e, uint64_t i)
{
    return processes_space(&p->places.processes, tally_site(e)->data_who[i], tally_site(e)->data[i], e->time);
}

/* Whether most of what the instruction accesses is on lines that threads share: that is another finding. */
static int is_of_shared(struct profile *p, const struct tally_entry *e)
{
    const uint64_t n = tally_site(e)->accesses < SITE_DATA ? tally_site(e)->accesses : SITE_DATA;
    unsigned shared = 0;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t address = tally_site(e)->data[i] & ~(p->places.line - 1);
        const struct tally_entry *line = tally_find(&p->places.lines, space_of_data(p, e, i), address);
        shared += line && sharing_of(tally_touches(line)) >= SHARING_TRUE;
    }
    return 2 * shared > n;
}

static int is_same_object(const struct place *x, const struct place *y)
{
    return x->module == y->module && x->symbol == y->symbol && x->nth == y->nth;
}

/* Finds the object that most of the kept addresses are in. */
static void find_object(struct profile *p, struct waits *w)
{
    const struct site *site = tally_site(w->top);
    const unsigned n = (unsigned)(site->accesses < SITE_DATA ? site->accesses : SITE_DATA);
    struct place places[SITE_DATA] = {{0}};
    unsigned most = 0;
    w->space = processes_whole(&p->places.processes, w->top->space);
    for (unsigned i = 0; i < n; i++)
        symbols_find_data(&p->places.symbols, space_of_data(p, w->top, i), site->data[i], w->top->time, &places[i]);
    for (unsigned i = 0; i < n; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k < n; k++)
            same += (unsigned)is_same_object(&places[i], &places[k]);
        if (same <= most)
            continue;
        most = same;
        w->data = places[i];
        w->space = processes_whole(&p->places.processes, space_of_data(p, w->top, i));
    }
}

/* -- sums -- */

static int by_object(const struct waits *x, const struct waits *y)
{
    return finding_by_object(&x->data, x->space, &y->data, y->space);
}

static int by_line(const struct waits *x, const struct waits *y)
{
    return finding_by_line(&x->code, x->top->address, &y->code, y->top->address);
}

static int compare_lines(const void *a, const void *b)
{
    const struct waits *x = a, *y = b;
    const int line = by_line(x, y);
    return line ? line : (x->cycles < y->cycles) - (x->cycles > y->cycles);
}

static int compare_objects(const void *a, const void *b)
{
    const struct waits *x = a, *y = b;
    const int object = by_object(x, y);
    return object ? object : (x->cycles < y->cycles) - (x->cycles > y->cycles);
}

/* Adds what waits elsewhere on the same line or object. */
static void merge(struct waits *into, const struct waits *from)
{
    numbers_add(&into->sum, &from->sum, sizeof into->sum / sizeof(uint64_t));
    into->cycles += from->cycles;
}

/* Lists each instruction that waits so. */
static size_t list_waits(struct profile *p, const struct finding_kind *kind, struct waits *list)
{
    const struct tally *t = &p->places.pcs;
    size_t n = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        const struct site_wait *wait = kind->wait(e);
        if (!wait || !wait->samples || is_of_shared(p, e))
            continue;
        struct waits *w = &list[n++];
        *w = (struct waits){.top = e, .sum = *wait, .cycles = counts_sum(wait->cycles_in)};
        if (kind->by_object)
            find_object(p, w);
        else
            symbols_find(&p->places.symbols, e->space, e->address, e->time, &w->code);
    }
    return n;
}

static int compare_functions(const void *a, const void *b)
{
    const struct waits *x = a, *y = b;
    const int function = finding_by_function(&x->code, &y->code);
    return function ? function : (x->cycles < y->cycles) - (x->cycles > y->cycles);
}

/* Returns whether it is stated. */
static int judge_one(struct findings *f, const struct finding_kind *kind, struct waits *w)
{
    struct profile *p = f->profile;
    const struct latency_parts *total = &p->latency_parts[SHAPES_TOTAL];
    struct finding finding = {.kind = kind, .of = "summed latency", .samples = w->sum.samples, .advice = kind->advice};
    finding.cost = findings_share(w->sum.cycles_in, total->sum);
    if (!findings_is_stated(&finding))
        return 0;
    if (!kind->by_object)
        find_object(p, w);
    finding.lines = w->lines;
    findings_name_code(p, &finding, w->top->space, w->top->address, w->top->time);
    if (tally_site(w->top)->accesses)
        findings_name_object(&finding, &w->data);
    kind->describe(f, w, &finding);
    if (w->lines)
        findings_append(finding.seen, sizeof finding.seen, strlen(finding.seen), "; on %u source lines", w->lines);
    findings_add(f, &finding);
    return 1;
}

/* Sums up by function n lines that cost too little by themselves: inlined code has many. */
static void judge_functions(struct findings *f, const struct finding_kind *kind, struct waits *list, size_t n)
{
    if (n)
        qsort(list, n, sizeof *list, compare_functions);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && finding_by_function(&list[i].code, &list[end].code) == 0; end++)
            merge(&list[i], &list[end]);
        list[i].lines = (unsigned)(end - i);
        if (list[i].code.symbol && end - i > 1)
            judge_one(f, kind, &list[i]);
    }
}

void judge_waits(struct findings *f, const struct finding_kind *kind)
{
    int (*const compare)(const void *, const void *) = kind->by_object ? compare_objects : compare_lines;
    int (*const is_other)(const struct waits *, const struct waits *) = kind->by_object ? by_object : by_line;
    const size_t room = f->profile->places.pcs.used;
    struct waits *list = tool_malloc(room * sizeof *list);
    const size_t n = list_waits(f->profile, kind, list);
    size_t left = 0;
    if (n)
        qsort(list, n, sizeof *list, compare);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && is_other(&list[i], &list[end]) == 0; end++)
            merge(&list[i], &list[end]);
        if (!judge_one(f, kind, &list[i]))
            list[left++] = list[i];
    }
    if (!kind->by_object)
        judge_functions(f, kind, list, left);
    free(list);
}

/* -- descriptions -- */

/* What to try, by the order of the addresses: for loads and stores alike, if nothing better is known. */
static const char *advice_of(const struct order *order, const char *in_order, const char *scattered)
{
    if (order->is_wide)
        return "each access uses little of its line: exchange the loops or store the data in the order of access; put "
               "together what is used together";
    if (order->step >= ORDER_WIDE)
        return "put together what is used together; if a loop walks in these steps, exchange the loops";
    return order->way == ORDER_RISING || order->way == ORDER_FALLING ? in_order
           : order->way == ORDER_SCATTERED                           ? scattered
                                           : "make the data smaller, or work on blocks that fit the caches";
}

#define REMOTE 4 /* a part of the samples that is worth mentioning */

void describe_load(struct findings *f, const struct waits *w, struct finding *out)
{
    const struct order order = order_of(tally_site(w->top), f->profile->interval);
    const struct counts *const c = w->top->counts;
    char source[CELLS_SOURCE_MAX], way[256], remote[64] = "";
    cells_source(c, source);
    if (c->remote * REMOTE >= c->samples)
        snprintf(remote, sizeof remote, "; %.0f %% from another node", 100 * (double)c->remote / (double)c->samples);
    snprintf(out->seen, sizeof out->seen, "%s; %.0f cycles each%s%s", source,
             (double)w->cycles / (double)w->sum.samples, remote, order_text(&order, way, sizeof way));
    out->advice =
        *remote ? "let the threads that use the data allocate and first write them, or bind both to one node: numactl "
                  "--cpunodebind=N --membind=N"
                : advice_of(&order,
                            "the processor fetches such addresses ahead, so fetch fewer bytes: make elements smaller, "
                            "split what the loop needs from what it does not, work on blocks that fit the caches",
                            "store the elements in the order of use, in an array and not along pointers; make them "
                            "smaller; prefetch the next ones while this one is processed");
}

void describe_store(struct findings *f, const struct waits *w, struct finding *out)
{
    const struct order order = order_of(tally_site(w->top), f->profile->interval);
    const struct counts *const c = w->top->counts;
    char way[256];
    snprintf(out->seen, sizeof out->seen, "%.0f %% miss level 1; %.0f cycles each%s",
             100 * (double)c->in[COUNTS_L1D_REFILL] / (double)c->of[COUNTS_L1D_REFILL],
             (double)w->cycles / (double)w->sum.samples, order_text(&order, way, sizeof way));
    out->advice = advice_of(&order,
                            "write less, or once: smaller elements, no copy that is only read once; memset() and "
                            "memcpy() write whole lines without reading them first",
                            "sort or batch what is written, so that stores to one line follow one another; make the "
                            "table smaller");
}

#define HUGE_SHIFT 21 /* 2 MiB */

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Whether a part of the page that was accessed begins or ends in the object. */
static int is_of_object(struct profile *p, const struct waits *w, const struct tally_entry *e)
{
    const uint64_t size = p->places.page / 64, parts = tally_touches(e)->parts;
    struct place begin, end;
    for (unsigned i = 0; i < 64; i++) {
        const uint64_t address = e->address + i * size;
        if (!(parts >> i & 1))
            continue;
        symbols_find_data(&p->places.symbols, e->space, address, e->time, &begin);
        symbols_find_data(&p->places.symbols, e->space, address + size - 1, e->time, &end);
        if (is_same_object(&begin, &w->data) || is_same_object(&end, &w->data))
            return 1;
    }
    return 0;
}

/* Counts the pages of the object whose walks were sampled, and the pages of 2 MiB that would have them all. */
static void count_pages(struct profile *p, const struct waits *w, size_t *pages, size_t *huge)
{
    const struct tally *t = &p->places.pages;
    uint64_t *list = tool_malloc(t->used * sizeof *list);
    *pages = *huge = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        if (e->counts->in[COUNTS_TLB_WALK] && processes_whole(&p->places.processes, e->space) == w->space &&
            is_of_object(p, w, e))
            list[(*pages)++] = e->address >> HUGE_SHIFT;
    }
    if (*pages)
        qsort(list, *pages, sizeof *list, by_number);
    for (size_t i = 0; i < *pages; i++)
        *huge += !i || list[i] != list[i - 1];
    free(list);
}

void describe_walk(struct findings *f, const struct waits *w, struct finding *out)
{
    size_t pages, huge;
    char size[16];
    count_pages(f->profile, w, &pages, &huge);
    int n = snprintf(out->seen, sizeof out->seen, "%.0f cycles each", (double)w->cycles / (double)w->sum.samples);
    if (!pages) /* no part of a large page begins in the object */
        return;
    n += snprintf(out->seen + n, sizeof out->seen - (size_t)n, "; at least %zu page%s of %s", pages,
                  pages == 1 ? "" : "s", cells_size(f->profile->places.page, size, sizeof size));
    if (f->profile->places.page >> HUGE_SHIFT == 0)
        snprintf(out->seen + n, sizeof out->seen - (size_t)n, ", which %zu page%s of 2 MiB would hold", huge,
                 huge == 1 ? "" : "s");
}
