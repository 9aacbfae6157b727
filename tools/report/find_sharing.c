/* SPDX-License-Identifier: MIT */
/* See finding.h: cache lines that threads share, summed up by data object. */
#include "find_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elide.h"
#include "sharing.h"
#include "../system/memory.h"

struct shared {
    const struct tally_entry *line; /* the one with the most cycles */
    struct place data;
    uint32_t space;       /* its process's */
    struct shared_line w; /* of all lines; the rest is of that one */
    uint64_t cycles_in[COUNTS_PARTS], samples, lines, atomics, exclusives;
};

static int compare(const void *a, const void *b)
{
    const struct shared *x = a, *y = b;
    const uint64_t n = x->line->counts->cycles, m = y->line->counts->cycles;
    const int object = finding_by_object(&x->data, x->space, &y->data, y->space);
    return object ? object : (n < m) - (n > m);
}

static const char *key_of(struct tally_touches *t, const struct shared_line *w)
{
    if (sharing_of(t) < SHARING_TRUE)
        return "";
    return w->same < w->apart ? "false-sharing" : sharing_is_lock(t) ? "contended-lock" : "true-sharing";
}

static void add_operations(struct shared *s, const struct tally_touches *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        s->atomics += t->by[i].atomics;
        s->exclusives += t->by[i].locks - t->by[i].atomics;
    }
}

static size_t list_lines(struct profile *p, const struct finding_kind *kind, struct shared *list)
{
    const struct tally *t = &p->places.lines;
    size_t n = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        struct tally_touches *const touches = tally_touches(e);
        struct shared *s = &list[n];
        *s = (struct shared){.line = e, .samples = e->counts->samples, .lines = 1};
        if (sharing_of(touches) >= SHARING_TRUE)
            sharing_weigh(touches, &s->w);
        if (strcmp(kind->key, key_of(touches, &s->w)) != 0)
            continue;
        n++;
        s->space = processes_whole(&p->places.processes, e->space);
        add_operations(s, touches);
        memcpy(s->cycles_in, touches->cycles_in, sizeof s->cycles_in);
        symbols_find_data(&p->places.symbols, e->space, e->address + s->w.at * p->places.line / 64, e->time, &s->data);
    }
    return n;
}

/* The thread that locks or stores most, whose code is shown. */
static const struct tally_toucher *main_writer(const struct tally_touches *t)
{
    const struct tally_toucher *most = &t->by[0];
    for (uint32_t i = 1; i < t->n; i++)
        if (t->by[i].locks != most->locks ? t->by[i].locks > most->locks : t->by[i].stores > most->stores)
            most = &t->by[i];
    return most;
}

static int writes_hot(const struct shared *s, uint32_t i)
{
    return (int)(tally_touches(s->line)->by[i].written >> s->w.hot[i] & 1);
}

/* The number of threads that do the same as this one; 0 if one before it does. */
static unsigned alike(const struct shared *s, uint32_t i)
{
    unsigned n = 0;
    for (uint32_t k = 0; k < tally_touches(s->line)->n; k++) {
        const int is_same = s->w.hot[k] == s->w.hot[i] && writes_hot(s, k) == writes_hot(s, i);
        if (is_same && k < i)
            return 0;
        n += (unsigned)is_same;
    }
    return n;
}

/* Appends "left (10/11) writes counters+8", or "left (10/11) and 3 more threads write counters+8". */
static void describe_threads(struct profile *p, const struct shared *s, uint32_t i, unsigned n, char *text, size_t cap)
{
    const uint64_t offset = s->w.hot[i] * p->places.line / 64;
    char thread[256], name[ELIDE_MOST], number[SYMBOLS_NUMBER_MAX], member[128], more[32] = "";
    struct place place;
    size_t end = strlen(text);
    symbols_find_data(&p->places.symbols, s->line->space, s->line->address + offset, s->line->time, &place);
    places_thread(&p->places, tally_touches(s->line)->by[i].who, thread, sizeof thread);
    if (n > 1)
        snprintf(more, sizeof more, " and %u more thread%s", n - 1, n > 2 ? "s" : "");
    end = findings_append(text, cap, end, "%s%s%s %s%s ", end ? ", " : "", elide(thread, 0, 60, name), more,
                          writes_hot(s, i) ? "write" : "read", n > 1 ? "" : "s");
    symbols_number(&place, number);
    if (place.symbol)
        findings_append(text, cap, end, "%s%s%s", elide(place.symbol, 0, 60, name), number,
                        symbols_member(&p->places.symbols, s->line->space, s->line->address + offset, s->line->time,
                                       member, sizeof member));
    else
        findings_append(text, cap, end, "byte %" PRIu64, offset);
}

#define SHOWN 4    /* threads, or groups of threads that do the same */
#define BOTH 0.125 /* the least share of samples of the other sort that is mentioned */

static void describe(struct profile *p, const struct shared *s, char *seen, size_t cap)
{
    const struct tally_touches *t = tally_touches(s->line);
    const double both = s->w.same + s->w.apart;
    unsigned shown = 0, left = t->others != 0;
    for (uint32_t i = 0; i < t->n; i++) {
        const unsigned n = alike(s, i);
        if (n && shown++ < SHOWN)
            describe_threads(p, s, i, n, seen, cap);
        left += shown > SHOWN;
    }
    size_t n = strlen(seen);
    if (left)
        n = findings_append(seen, cap, n, ", and more threads");
    if (s->lines > 1)
        n = findings_append(seen, cap, n, "; so do threads on %" PRIu64 " more line%s", s->lines - 1,
                            s->lines > 2 ? "s" : "");
    if (s->atomics)
        n = findings_append(seen, cap, n, "; %" PRIu64 " samples are atomics, such as exchanges", s->atomics);
    if (s->exclusives)
        n = findings_append(seen, cap, n, "; %" PRIu64 " samples are exclusive loads and stores", s->exclusives);
    if (s->w.same < s->w.apart && s->w.same >= BOTH * both)
        findings_append(seen, cap, n, "; %.0f %% of these samples are on bytes that several threads use",
                        100 * s->w.same / both);
    if (s->w.apart <= s->w.same && s->w.apart >= BOTH * both)
        findings_append(seen, cap, n, "; %.0f %% of these samples are on bytes that one thread uses",
                        100 * s->w.apart / both);
}

static void judge_one(struct findings *f, const struct finding_kind *kind, const struct shared *s)
{
    struct profile *p = f->profile;
    struct finding out = {
        .kind = kind, .of = "summed latency", .samples = s->samples, .advice = kind->advice, .line = s->line->address};
    out.cost = findings_share(s->cycles_in, p->latency_parts[SHAPES_TOTAL].sum);
    if (!findings_is_stated(&out))
        return;
    const struct tally_toucher *writer = main_writer(tally_touches(s->line));
    if (writer->code)
        findings_name_code(p, &out, s->line->space, writer->code, writer->time);
    findings_name_object(&out, &s->data);
    describe(p, s, out.seen, sizeof out.seen);
    findings_add(f, &out);
}

static void merge(struct shared *into, const struct shared *from)
{
    into->samples += from->samples;
    into->lines++;
    into->atomics += from->atomics;
    into->exclusives += from->exclusives;
    into->w.same += from->w.same;
    into->w.apart += from->w.apart;
    numbers_add(into->cycles_in, from->cycles_in, COUNTS_PARTS);
}

void judge_sharing(struct findings *f, const struct finding_kind *kind)
{
    const size_t room = f->profile->places.lines.used;
    struct shared *list = tool_malloc(room * sizeof *list);
    const size_t n = list_lines(f->profile, kind, list);
    if (n)
        qsort(list, n, sizeof *list, compare);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1;
             end < n && finding_by_object(&list[i].data, list[i].space, &list[end].data, list[end].space) == 0; end++)
            merge(&list[i], &list[end]);
        judge_one(f, kind, &list[i]);
    }
    free(list);
}
