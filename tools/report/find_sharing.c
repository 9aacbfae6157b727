/* SPDX-License-Identifier: MIT */
/* See finding.h: cache lines that threads share, summed up by data object. */
#include "find_sharing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sharing.h"

struct shared {
    const struct tally_entry *line; /* the one with the most cycles */
    struct place data;
    uint32_t space; /* its process's */
    int is_both;    /* some threads use the same bytes, too */
    uint64_t cycles_in[COUNTS_PARTS], samples, lines;
};

static int by_text(const char *x, const char *y)
{
    return x == y ? 0 : !x ? -1 : !y ? 1 : strcmp(x, y);
}

/* By symbol; memory without one by process. */
static int by_object(const struct shared *x, const struct shared *y)
{
    const int module = by_text(x->data.module, y->data.module);
    const int symbol = module ? module : by_text(x->data.symbol, y->data.symbol);
    if (symbol || x->data.symbol)
        return symbol ? symbol : (x->data.nth > y->data.nth) - (x->data.nth < y->data.nth);
    return (x->space > y->space) - (x->space < y->space);
}

static int compare(const void *a, const void *b)
{
    const struct shared *x = a, *y = b;
    const uint64_t n = x->line->counts->cycles, m = y->line->counts->cycles;
    const int object = by_object(x, y);
    return object ? object : (n < m) - (n > m);
}

/* What a thread writes, or else reads: 64ths of the line. */
static uint64_t parts_of_thread(const struct tally_toucher *by)
{
    return by->written ? by->written : by->read;
}

static unsigned first_of(uint64_t parts)
{
    unsigned i = 0;
    while (i < 63 && !(parts >> i & 1))
        i++;
    return i;
}

static int is_of_kind(const struct finding_kind *kind, enum sharing sharing)
{
    const int is_true = strcmp(kind->key, "true-sharing") == 0;
    return is_true ? sharing == SHARING_TRUE : sharing == SHARING_FALSE || sharing == SHARING_BOTH;
}

static size_t list_lines(struct profile *p, const struct finding_kind *kind, struct shared *list)
{
    const struct tally *t = &p->places.lines;
    size_t n = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        if (!is_of_kind(kind, sharing_of(tally_touches(e))))
            continue;
        struct shared *s = &list[n++];
        *s = (struct shared){.line = e, .samples = e->counts->samples, .lines = 1};
        s->space = processes_whole(&p->places.processes, e->space);
        s->is_both = sharing_of(tally_touches(e)) == SHARING_BOTH;
        memcpy(s->cycles_in, tally_touches(e)->cycles_in, sizeof s->cycles_in);
        symbols_find_data(&p->places.symbols, e->space,
                          e->address + first_of(parts_of_thread(&tally_touches(e)->by[0])) * p->places.line / 64,
                          e->time, &s->data);
    }
    return n;
}

/* Appends "left (10/11) at counters.left". */
static void describe_thread(struct profile *p, const struct shared *s, const struct tally_toucher *by, char *text,
                            size_t cap)
{
    const uint64_t offset = first_of(parts_of_thread(by)) * p->places.line / 64;
    char thread[256], number[SYMBOLS_NUMBER_MAX];
    struct place place;
    const size_t n = strlen(text);
    symbols_find_data(&p->places.symbols, s->line->space, s->line->address + offset, s->line->time, &place);
    places_thread(&p->places, by->who, thread, sizeof thread);
    snprintf(text + n, cap - n, "%s%.60s %s ", n ? ", " : "", thread, by->written ? "writes" : "reads");
    const size_t end = strlen(text);
    symbols_number(&place, number);
    if (place.symbol && place.offset)
        snprintf(text + end, cap - end, "%.60s%s+%" PRIu64, place.symbol, number, place.offset);
    else if (place.symbol)
        snprintf(text + end, cap - end, "%.60s%s", place.symbol, number);
    else
        snprintf(text + end, cap - end, "byte %" PRIu64, offset);
}

/* The thread that stores most, whose code is shown. */
static const struct tally_toucher *main_writer(const struct tally_touches *t)
{
    const struct tally_toucher *most = &t->by[0];
    for (uint32_t i = 1; i < t->n; i++)
        if (t->by[i].stores > most->stores)
            most = &t->by[i];
    return most;
}

#define THREADS_SHOWN 4

static void judge_one(struct findings *f, const struct finding_kind *kind, const struct shared *s)
{
    struct profile *p = f->profile;
    const struct tally_touches *t = tally_touches(s->line);
    struct finding out = {.kind = kind, .of = "summed latency", .samples = s->samples, .advice = kind->advice};
    out.cost = findings_share(s->cycles_in, p->latency_parts[SHAPES_TOTAL].sum);
    if (!findings_is_stated(&out))
        return;
    const struct tally_toucher *writer = main_writer(t);
    out.address = writer->code;
    if (out.address)
        symbols_find(&p->places.symbols, s->line->space, out.address, writer->time, &out.code);
    findings_name_object(&out, &s->data);
    for (uint32_t i = 0; i < t->n && i < THREADS_SHOWN; i++)
        describe_thread(p, s, &t->by[i], out.seen, sizeof out.seen);
    const size_t n = strlen(out.seen);
    if (t->n > THREADS_SHOWN || t->others)
        snprintf(out.seen + n, sizeof out.seen - n, ", and more threads");
    const size_t end = strlen(out.seen);
    if (s->lines > 1)
        snprintf(out.seen + end, sizeof out.seen - end, "; so do threads on %" PRIu64 " more lines", s->lines - 1);
    const size_t last = strlen(out.seen);
    if (s->is_both)
        snprintf(out.seen + last, sizeof out.seen - last, "; some threads use the same bytes, too");
    findings_add(f, &out);
}

void judge_sharing(struct findings *f, const struct finding_kind *kind)
{
    const size_t room = f->profile->places.lines.used;
    struct shared *list = room ? malloc(room * sizeof *list) : NULL;
    const size_t n = list ? list_lines(f->profile, kind, list) : 0;
    if (n)
        qsort(list, n, sizeof *list, compare);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && by_object(&list[i], &list[end]) == 0; end++) {
            list[i].samples += list[end].samples;
            list[i].lines++;
            list[i].is_both |= list[end].is_both;
            for (unsigned part = 0; part < COUNTS_PARTS; part++)
                list[i].cycles_in[part] += list[end].cycles_in[part];
        }
        judge_one(f, kind, &list[i]);
    }
    free(list);
}
