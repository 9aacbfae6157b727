/* SPDX-License-Identifier: MIT */
/* See finding.h: mispredicted branches of the whole profile, and the source lines that have most of them. */
#include "find_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elide.h"
#include "../system/memory.h"

#define SHOWN 3         /* source lines, ... */
#define LEAST 0.05      /* ... each with at least this share of the mispredictions ... */
#define LEAST_SAMPLES 5 /* ... and as many samples */

struct branch {
    struct place code;
    const struct tally_entry *top; /* the branch of the line that is mispredicted most often */
    uint64_t missed, strays;
};

static int by_line(const void *a, const void *b)
{
    const struct branch *x = a, *y = b;
    const int line = finding_by_line(&x->code, x->top->address, &y->code, y->top->address);
    return line ? line : (x->missed < y->missed) - (x->missed > y->missed);
}

static int by_missed(const void *a, const void *b)
{
    const struct branch *x = a, *y = b;
    return x->missed != y->missed ? (x->missed < y->missed) - (x->missed > y->missed) : by_line(a, b);
}

static size_t list_branches(struct profile *p, struct branch *list)
{
    const struct tally *t = &p->places.pcs;
    size_t n = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        if (!e->counts->in[COUNTS_MISPREDICTED])
            continue;
        list[n] =
            (struct branch){.top = e, .missed = e->counts->in[COUNTS_MISPREDICTED], .strays = tally_site(e)->strays};
        symbols_find(&p->places.symbols, e->space, e->address, e->time, &list[n++].code);
    }
    return n;
}

/* Sums up the branches of each source line, and orders the lines. Returns their number. */
static size_t sum_up(struct branch *list, size_t n)
{
    size_t lines = 0;
    if (n)
        qsort(list, n, sizeof *list, by_line);
    for (size_t i = 0; i < n; i++) {
        struct branch *last = lines ? &list[lines - 1] : NULL;
        if (!last || finding_by_line(&last->code, last->top->address, &list[i].code, list[i].top->address) != 0) {
            list[lines++] = list[i];
            continue;
        }
        last->missed += list[i].missed;
        last->strays += list[i].strays;
    }
    if (lines)
        qsort(list, lines, sizeof *list, by_missed);
    return lines;
}

static int is_shown(const struct finding *f, const struct branch *line)
{
    return line->missed >= LEAST_SAMPLES && (double)line->missed >= LEAST * (double)f->samples;
}

#define WAIT 256 /* bytes: a branch that is as near to code that shares data is the end of a loop that waits for it */

static int is_wait(const struct findings *f, const struct branch *b)
{
    for (size_t i = 0; i < f->n; i++) {
        const struct finding *const other = &f->list[i];
        const uint64_t way = b->top->address - other->address + WAIT;
        if (other->kind->judge == judge_sharing && other->address && way <= 2 * WAIT &&
            strcmp(other->code.module ? other->code.module : "", b->code.module ? b->code.module : "") == 0)
            return 1;
    }
    return 0;
}

/* Whether most mispredictions are of loops that wait for other threads, which a finding names. */
static int are_waits(const struct findings *f, const struct branch *list, size_t n, uint64_t missed)
{
    uint64_t waits = 0;
    for (size_t i = 0; i < n; i++)
        waits += is_wait(f, &list[i]) ? list[i].missed : 0;
    return 2 * waits > missed;
}

/* Writes "29 % of the branches; most at vm.c:33 (62 %), ..." */
static void describe(const struct finding *f, const struct branch *list, size_t n, double of_branches, char *seen,
                     size_t cap)
{
    char number[SYMBOLS_NUMBER_MAX];
    size_t end = findings_append(seen, cap, 0, "%.1f %% of the branches", 100 * of_branches);
    for (size_t i = 0; i < n && i < SHOWN && is_shown(f, &list[i]); i++) {
        char place[160], name[ELIDE_MOST];
        const struct place *c = &list[i].code;
        if (c->file)
            snprintf(place, sizeof place, "%.100s:%u", symbols_short(c->file), c->line);
        else if (c->symbol)
            snprintf(place, sizeof place, "%s%s", elide(c->symbol, 0, 100, name), symbols_number(c, number));
        else
            symbols_text(c, place, sizeof place);
        end = findings_append(seen, cap, end, "%s%s (%.0f %%)", i ? ", " : "; most at ", place,
                              100 * (double)list[i].missed / (double)f->samples);
    }
}

void judge_branches(struct findings *f, const struct finding_kind *kind)
{
    struct profile *p = f->profile;
    uint64_t missed[COUNTS_PARTS], branches[COUNTS_PARTS], all[COUNTS_PARTS];
    struct finding out = {.kind = kind, .of = "operations", .advice = kind->advice};
    for (unsigned i = 0; i < COUNTS_PARTS; i++) {
        branches[i] = p->parts[i].ratios[2 * SPE_RATIO_MISPREDICTED];
        missed[i] = p->parts[i].ratios[2 * SPE_RATIO_MISPREDICTED + 1];
        all[i] = p->parts[i].records;
    }
    out.samples = counts_sum(missed);
    out.cost = findings_share(missed, all);
    out.weight = out.cost.value * FINDINGS_FLUSH;
    if (!findings_is_stated(&out))
        return;
    const size_t room = p->places.pcs.used;
    struct branch *list = tool_malloc(room * sizeof *list);
    size_t n = list_branches(p, list);
    if (are_waits(f, list, n, out.samples)) {
        free(list);
        return;
    }
    n = sum_up(list, n);
    if (n && is_shown(&out, &list[0])) {
        const struct tally_entry *const top = list[0].top;
        if ((double)list[0].missed >= kind->least * (double)counts_sum(all)) /* that place alone costs enough */
            findings_name_code(p, &out, top->space, top->address, top->time);
        if (2 * list[0].strays > list[0].missed)
            out.advice = "avoid indirect jumps: order the work by type, so that the same target follows itself; call a "
                         "function by name where it is mostly the same; in an interpreter, let each handler jump to "
                         "the next one by itself (computed goto); profile-guided optimisation does the last two";
    }
    describe(&out, list, n, (double)out.samples / (double)counts_sum(branches), out.seen, sizeof out.seen);
    findings_add(f, &out);
    free(list);
}
