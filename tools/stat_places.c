/* SPDX-License-Identifier: MIT */
/* See stat_places.h. Tables of data are in stat_data.c. */
#include "stat_places.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat_cells.h"
#include "stat_report.h"

/* -- where the cycles went -- */

static int by_cycles(const void *a, const void *b)
{
    const struct stat_part *x = a, *y = b;
    return x->cycles != y->cycles ? (x->cycles < y->cycles) - (x->cycles > y->cycles) : strcmp(x->name, y->name);
}

static void add_part(struct stat_part *parts, unsigned *n, const char *name, unsigned kind, uint64_t samples,
                     uint64_t cycles)
{
    if (!samples)
        return;
    snprintf(parts[*n].name, sizeof parts[*n].name, "%s", name);
    parts[*n].kind = kind;
    parts[*n].samples = samples;
    parts[(*n)++].cycles = cycles;
}

unsigned stat_parts(const struct profile *p, struct stat_part *parts)
{
    static const char *const classes[] = {"loads, no data source", "stores, no data source", "branches",
                                          "other operations", "operation not known"};
    char name[STAT_NAME_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < SPE_STATS_SOURCES; i++) {
        stat_source_name(p, i, name);
        add_part(parts, &n, name, i, p->stats.sources[i], p->stats.latencies[i].total.sum);
    }
    for (unsigned i = 0; i < PLACES_CLASSES; i++)
        add_part(parts, &n, classes[i], SPE_STATS_SOURCES + i, p->places.unsourced[i].samples,
                 p->places.unsourced[i].cycles);
    if (n)
        qsort(parts, n, sizeof *parts, by_cycles);
    return n;
}

void stat_cycles(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "samples", "cycles", "of cycles", ""};
    struct stat_part parts[STAT_PARTS];
    const unsigned n = stat_parts(p, parts);
    uint64_t all = 0, before = 0;
    for (unsigned i = 0; i < n; i++)
        all += parts[i].cycles;
    report_table(r, "cycles", "Where the cycles go", columns, 5);
    for (unsigned i = 0; all && i < n; before += parts[i++].cycles)
        report_row(r, (struct report_cell[]){cell_word(parts[i].name), cell_count(parts[i].samples),
                                             cell_count(parts[i].cycles), cell_percent(parts[i].cycles, all),
                                             cell_part(before, parts[i].cycles, all)});
    report_table_end(r, "total latency, from dispatch to completion: operations overlap, so that it is not time");
}

/* -- code -- */

static void group_table(struct report *r, const struct profile *p, unsigned kind, const char *title, const char *where,
                        size_t most)
{
    const char *const columns[] = {"", CELLS_COMMON_NAMES, "main source", where};
    struct report_cell cells[3 + CELLS_COMMON];
    char source[CELLS_SOURCE_MAX];
    size_t n;
    struct group *rows = groups_rows(&p->groups, kind, &n);
    report_table(r, groups_kind(kind), title, columns, 3 + CELLS_COMMON);
    for (size_t i = 0; i < n && i < most; i++) {
        cells[0] = cell_word(rows[i].name);
        cells_common(p, &rows[i].counts, cells + 1);
        cells[1 + CELLS_COMMON] = cells_source(&rows[i].counts, source);
        cells[2 + CELLS_COMMON] = cell_word(rows[i].where);
        report_row(r, cells);
    }
    report_table_end(r, NULL);
    free(rows);
}

/* "work+0x1c (prog) prog.c:12, inlined: a < b, in prog (1234)" */
static void code_text(struct profile *p, const struct tally_entry *e, char *text, size_t cap)
{
    struct place place;
    char inlined[1024], process[256];
    size_t n = 0;
    symbols_find(&p->places.symbols, e->space, e->address, e->time, &place);
    symbols_inlined(&p->places.symbols, e->space, e->address, e->time, inlined, sizeof inlined);
    text[0] = 0;
    if (place.module || place.symbol)
        n = strlen(symbols_text(&place, text, cap));
    if (place.symbol && n < cap)
        n += (size_t)snprintf(text + n, cap - n, " (%s)", symbols_short(place.module));
    if (place.file && n < cap)
        n += (size_t)snprintf(text + n, cap - n, " %s:%u", symbols_short(place.file), place.line);
    if (inlined[0] && n < cap)
        n += (size_t)snprintf(text + n, cap - n, ", inlined: %s", inlined);
    if (e->who != SPACES_NOBODY && e->space != p->places.spaces.kernel && n < cap)
        snprintf(text + n, cap - n, "%s%s", n ? ", in " : "",
                 places_process(&p->places, e->who, process, sizeof process));
}

static void address_table(struct report *r, struct profile *p, const char *key, const char *title,
                          const struct tally *tally, int by_samples, size_t most)
{
    static const char *const columns[] = {"address", CELLS_COMMON_NAMES, "main source", "place"};
    struct report_cell cells[3 + CELLS_COMMON];
    char source[CELLS_SOURCE_MAX], text[4096], remark[96];
    const struct tally_entry **list = tally_order(tally, by_samples);
    report_table(r, key, title, columns, 3 + CELLS_COMMON);
    for (size_t i = 0; list && i < tally->used && i < most; i++) {
        cells[0] = cell_address(list[i]->address);
        cells_common(p, &list[i]->counts, cells + 1);
        cells[1 + CELLS_COMMON] = cells_source(&list[i]->counts, source);
        code_text(p, list[i], text, sizeof text);
        cells[2 + CELLS_COMMON] = cell_word(text);
        report_row(r, cells);
    }
    report_table_end(r, cells_error(tally, remark, sizeof remark));
    free(list);
}

void stat_code(struct report *r, struct profile *p, size_t most)
{
    group_table(r, p, GROUPS_FUNCTIONS, "Functions", "module", most);
    group_table(r, p, GROUPS_LINES, "Source lines", "file", most);
    address_table(r, p, "pcs_by_samples", "Program counters by samples", &p->places.pcs, 1, most);
    address_table(r, p, "pcs_by_cycles", "Program counters by total latency", &p->places.pcs, 0, most);
    address_table(r, p, "targets", "Branch targets", &p->places.targets, 1, most);
}

/* -- who -- */

static void owner_row(struct report *r, const struct profile *p, const char *name, const struct counts *c)
{
    struct report_cell cells[2 + CELLS_COMMON];
    char source[CELLS_SOURCE_MAX];
    cells[0] = cell_word(name);
    cells_common(p, c, cells + 1);
    cells[1 + CELLS_COMMON] = cells_source(c, source);
    report_row(r, cells);
}

/* Of a process, its threads; of a thread, whatever it was called. */
static void who_table(struct report *r, const struct profile *p, int is_process, size_t most)
{
    static const char *const columns[] = {"", CELLS_COMMON_NAMES, "main source"};
    const struct tally *t = &p->places.who;
    struct tally sums;
    char text[256];
    report_table(r, is_process ? "processes" : "threads", is_process ? "Processes" : "Threads", columns,
                 2 + CELLS_COMMON);
    if (tally_begin(&sums, t->used, 0) == 0) {
        for (size_t i = 0; i < t->used; i++) {
            const struct identity *who = &p->places.spaces.identities[t->entries[i].address];
            const uint32_t number = is_process && who->pid != SPE_PERF_NONE ? who->pid : who->tid;
            struct tally_entry *e = tally_count(&sums, who->file, number);
            if (e && !e->counts.samples)
                e->who = (uint32_t)t->entries[i].address;
            if (e)
                counts_merge(&e->counts, &t->entries[i].counts);
        }
        const struct tally_entry **list = tally_order(&sums, 0);
        for (size_t i = 0; list && i < sums.used && i < most; i++)
            owner_row(r, p,
                      is_process ? places_process(&p->places, list[i]->who, text, sizeof text)
                                 : places_thread(&p->places, list[i]->who, text, sizeof text),
                      &list[i]->counts);
        free(list);
        tally_free(&sums);
    }
    report_table_end(r, NULL);
}

static void core_table(struct report *r, const struct profile *p, size_t most)
{
    static const char *const columns[] = {"", CELLS_COMMON_NAMES, "main source"};
    const struct tally *t = &p->places.cores;
    const struct tally_entry **list = tally_order(t, 0);
    char text[32];
    report_table(r, "core_numbers", "CPUs by number", columns, 2 + CELLS_COMMON);
    for (size_t i = 0; list && i < t->used && i < most; i++) {
        snprintf(text, sizeof text, "CPU %" PRIu64, list[i]->address);
        owner_row(r, p, text, &list[i]->counts);
    }
    report_table_end(r, NULL);
    free(list);
}

void stat_owners(struct report *r, const struct profile *p, size_t most)
{
    static const char *const columns[] = {"", CELLS_COMMON_NAMES, "main source"};
    static const char *const levels[] = {"EL0", "EL1", "EL2", "EL3"};
    who_table(r, p, 1, most);
    who_table(r, p, 0, most);
    core_table(r, p, most);
    report_table(r, "level_cycles", "Exception levels", columns, 2 + CELLS_COMMON);
    for (unsigned i = 0; i < 4; i++)
        if (p->places.levels[i].samples)
            owner_row(r, p, levels[i], &p->places.levels[i]);
    report_table_end(r, NULL);
}

/* -- of the whole -- */

#define NANOSECONDS 1e9
#define Z 1.96 /* 95 of 100 */

/* What `n` samples stand for, each for `each`: samples come by chance, as Poisson's distribution has it. */
static void whole_row(struct report *r, const char *name, uint64_t n, double each, const char *unit)
{
    const double k = (double)n, middle = k + Z * Z / 2, way = Z * sqrt(k + Z * Z / 4);
    if (n)
        report_row(r, (struct report_cell[]){cell_word(name), cell_number(k * each), cell_number((middle - way) * each),
                                             cell_number((middle + way) * each), cell_word(unit)});
}

void stat_whole(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "estimate", "low", "high", "unit"};
    const struct places *s = &p->places;
    const double period = p->interval, line = period * (double)PLACES_LINE;
    const double seconds = (double)places_time(s) / NANOSECONDS;
    const uint64_t refills =
        s->classes[PLACES_LOAD].in[COUNTS_L1D_REFILL] + s->classes[PLACES_STORE].in[COUNTS_L1D_REFILL];
    report_table(r, "whole", "What the samples stand for", columns, 5);
    if (p->interval > 1) {
        whole_row(r, "operations", p->stats.records, period, "");
        whole_row(r, "loads", s->classes[PLACES_LOAD].samples, period, "");
        whole_row(r, "stores", s->classes[PLACES_STORE].samples, period, "");
        whole_row(r, "branches", s->classes[PLACES_BRANCH].samples, period, "");
        whole_row(r, "mispredicted branches", s->classes[PLACES_BRANCH].in[COUNTS_MISPREDICTED], period, "");
        whole_row(r, "filled into level 1 data caches", refills, line, "bytes");
        whole_row(r, "... loads of it, from memory", s->served[SPE_LEVEL_DRAM], line, "bytes");
    }
    if (p->interval > 1 && seconds > 0) {
        report_row(r, (struct report_cell[]){cell_word("time, from the first to the last sample"), cell_number(seconds),
                                             cell_number(seconds), cell_number(seconds), cell_word("s")});
        whole_row(r, "bandwidth of level 1 data cache fills", refills, line / seconds, "bytes/s");
        whole_row(r, "bandwidth of loads from memory", s->served[SPE_LEVEL_DRAM], line / seconds, "bytes/s");
    }
    report_table_end(
        r, "each sample is as many operations as the period says, and jitter adds (a core with PMSIDR_EL1.ERnd adds "
           "none); what a filter kept out is not in it, nor are samples that collided; a line has 64 bytes");
}
