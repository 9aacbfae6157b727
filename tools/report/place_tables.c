/* SPDX-License-Identifier: MIT */
/* See place_tables.h. Tables of data are in data_tables.c. */
#include "place_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "intervals.h"
#include "place_cells.h"
#include "../profile/profile.h"

/* -- where the summed latency is -- */

static int by_cycles(const void *a, const void *b)
{
    const struct cycles_share *x = a, *y = b;
    return x->cycles != y->cycles ? (x->cycles < y->cycles) - (x->cycles > y->cycles) : strcmp(x->name, y->name);
}

static void add_share(struct cycles_share *shares, unsigned *n, const char *name, unsigned kind, uint64_t samples,
                      uint64_t cycles)
{
    if (!samples)
        return;
    snprintf(shares[*n].name, sizeof shares[*n].name, "%s", name);
    shares[*n].kind = kind;
    shares[*n].samples = samples;
    shares[(*n)++].cycles = cycles;
}

unsigned cycles_shares(const struct profile *p, struct cycles_share *shares)
{
    char name[CELLS_NAME_MAX];
    unsigned n = 0;
    for (int i = -1; (i = profile_next_source(p, i)) >= 0;) {
        const unsigned source = (unsigned)i;
        profile_source_text(p, source, name);
        if (source != SPE_STATS_NO_SOURCE)
            add_share(shares, &n, name, source, profile_source_samples(p, source),
                      profile_source_total(p, source)->sum);
    }
    for (unsigned i = 0; i < COUNTS_CLASSES; i++)
        add_share(shares, &n, profile_class_name(i), STAT_UNSOURCED + i, p->unsourced[i].counts.samples,
                  p->unsourced[i].counts.cycles);
    if (n)
        qsort(shares, n, sizeof *shares, by_cycles);
    return n;
}

/* What the numbers are; which level the events of loads without a data source give, because the columns "main source"
 * count it; and what would name the sources of a core that is not given. */
static const char *cycles_remark(const struct profile *p, const struct cycles_share *shares, unsigned n, char *text,
                                 size_t cap)
{
    const struct counts *loads = &p->unsourced[COUNTS_LOAD].counts;
    const int is_core_known = p->n_kinds != 1 || p->kinds[0].midr;
    char source[CELLS_SOURCE_MAX];
    int has_sources = 0;
    for (unsigned i = 0; i < n; i++)
        has_sources |= shares[i].kind < STAT_UNSOURCED;
    const int has_level = cells_level(loads) != SPE_LEVEL_UNKNOWN;
    cells_source(loads, source);
    snprintf(text, cap,
             "in cycles from dispatch to completion, added up; operations overlap, so it is not time%s%s%s%s",
             has_level ? "; the events of loads without a data source say " : "", has_level ? source : "",
             has_level ? ", and count so in the columns \"main source\"" : "",
             has_sources && !is_core_known ? "; --cpu=NAME names the data sources of a core (--cpu=list)" : "");
    return text;
}

void tables_cycles(struct report *r, const struct profile *p)
{
    char remark[512];
    static const char *const columns[] = {"", "samples", CELLS_LATENCY_NAMES, ""};
    struct cycles_share shares[CYCLES_SHARES];
    const unsigned n = cycles_shares(p, shares);
    uint64_t all = 0, before = 0;
    for (unsigned i = 0; i < n; i++)
        all += shares[i].cycles;
    report_table(r, "latency", "Where the summed latency is", columns, 5);
    for (unsigned i = 0; all && i < n; before += shares[i++].cycles)
        report_row(r, (struct report_cell[]){cell_word(shares[i].name), cell_count(shares[i].samples),
                                             cell_count(shares[i].cycles), cell_percent(shares[i].cycles, all),
                                             cell_part(before, shares[i].cycles, all)});
    report_table_end(r, cycles_remark(p, shares, n, remark, sizeof remark));
}

/* -- code -- */

#define CODE_COLUMNS (3 + CELLS_CODE)

static void code_row(struct report *r, const struct profile *p, struct report_cell name, const struct counts *c,
                     struct report_cell where)
{
    struct report_cell cells[CODE_COLUMNS] = {name};
    char source[CELLS_SOURCE_MAX];
    cells_code(p, c, cells + 1);
    cells[1 + CELLS_CODE] = cells_source(c, source);
    cells[2 + CELLS_CODE] = where;
    report_row(r, cells);
}

/* "[not known]" is a row, too, unless it is the only one. */
static void group_table(struct report *r, const struct profile *p, unsigned kind, const char *title, const char *where,
                        const char *remark, size_t most)
{
    const char *const columns[] = {"", CELLS_CODE_NAMES, "main source", where};
    size_t n;
    struct group *rows = groups_rows(&p->groups, kind, &n);
    if (n == 1 && !groups_is_known(&rows[0]))
        n = 0;
    size_t *apart = cells_tell_apart(r, rows, n < most ? n : most);
    report_table(r, groups_kind(kind), title, columns, CODE_COLUMNS);
    for (size_t i = 0; i < n && i < most; i++) {
        static char text[CELLS_TEXT_MAX]; /* static because it is large */
        struct report_cell name = cell_name(cells_row_name(r, rows, n < most ? n : most, i, text, sizeof text));
        const struct report_location location = cells_group_location(kind, &rows[i]);
        name.count = apart ? apart[i] : 0;
        name.location = &location;
        code_row(r, p, name, &rows[i].counts, cell_name(rows[i].where));
    }
    report_table_end(r, remark);
    free(apart);
    free(rows);
}

/* Stores the place of an address, and its text: "work+0x1c (prog) prog.c:12, inlined: a < b, in prog (1234)". Returns
 * the size of "work+0x1c". */
static size_t code_text(struct profile *p, const struct tally_entry *e, struct place *out, char *text, size_t cap)
{
    static char inlined[CELLS_TEXT_MAX]; /* static because it is large */
    struct place place;
    char process[256];
    size_t n = 0;
    symbols_find(&p->places.symbols, e->space, e->address, e->time, &place);
    *out = place;
    symbols_inlined_text(&p->places.symbols, e->space, e->address, e->time, inlined, sizeof inlined);
    text[0] = 0;
    if (place.module || place.symbol)
        n = strlen(symbols_text(&place, text, cap));
    const size_t head = n;
    if (place.symbol && n < cap)
        n += (size_t)snprintf(text + n, cap - n, " (%s)", symbols_short(place.module));
    if (place.file && n < cap)
        n += (size_t)snprintf(text + n, cap - n, " %s:%u", symbols_short(place.file), place.line);
    if (inlined[0] && n < cap)
        n += (size_t)snprintf(text + n, cap - n, ", inlined: %s", inlined);
    if (e->who == PROCESSES_NOBODY || e->address >> 63 || n >= cap)
        return head;
    const uint32_t leader = processes_leader(&p->places.processes, e->who, e->time);
    snprintf(text + n, cap - n, "%s%s", n ? ", in " : "", places_process(&p->places, leader, process, sizeof process));
    return head;
}

static void address_table(struct report *r, struct profile *p, const char *key, const char *title,
                          const struct tally *tally, int by_samples, size_t most)
{
    static const char *const columns[] = {"address", CELLS_CODE_NAMES, "main source", "place"};
    static char text[CELLS_TEXT_MAX]; /* static because it is large */
    char remark[160];
    size_t n;
    const int has_rows = cells_begin_places(r, key, title, columns, CODE_COLUMNS, tally);
    const struct tally_entry **list = tally_top(tally, by_samples, has_rows ? most : 0, &n, NULL);
    for (size_t i = 0; i < n; i++) {
        struct report_cell address = cell_address(list[i]->address);
        struct place place;
        const size_t head = code_text(p, list[i], &place, text, sizeof text);
        const struct report_location location = cells_place_location(&place);
        address.location = &location;
        code_row(r, p, address, list[i]->counts, cell_place(text, head));
    }
    report_table_end(r, cells_error(tally, remark, sizeof remark));
    free(list);
}

void tables_code(struct report *r, struct profile *p, size_t most)
{
    const char *const time = profile_time_unit(p) >= 0 ? CELLS_TIME_REMARK : NULL;
    group_table(r, p, GROUPS_FUNCTIONS, "Functions", "module", time, most);
    group_table(r, p, GROUPS_INLINED, "Inlined functions", "declared at",
                "the innermost function at each instruction; its samples are in the row of the function around it, too",
                most);
    group_table(r, p, GROUPS_MODULES, "Modules", "file", NULL, most);
    group_table(r, p, GROUPS_LINES, "Source lines", "file", time, most);
    address_table(r, p, "pcs_by_samples", "Program counters by samples", &p->places.pcs, 1, most);
    address_table(r, p, "pcs_by_latency", "Program counters by total latency", &p->places.pcs, 0, most);
    address_table(r, p, "targets", "Branch targets", &p->places.targets, 1, most);
}

void tables_left_out(struct report *r)
{
    static const char *const columns[] = {"", "places", "samples", "most at one"};
    char remark[320];
    int is_short = 0;
    report_table(r, "noise", "Tables that are left out", columns, 4);
    for (unsigned i = 0; i < r->n_left_out; i++) {
        const struct report_left_out *t = &r->left_out[i];
        report_row(r, (struct report_cell[]){
                          cell_word(r->format == REPORT_JSON || r->format == REPORT_CSV ? t->key : t->title),
                          cell_count(t->places), cell_count(t->samples), cell_count(t->most)});
        is_short |= t->is_short;
    }
    snprintf(remark, sizeof remark,
             "their first place may be first by chance: no place has both 10 samples and 0.1 %% of them, or 5 %%%s",
             is_short
                 ? "; places beyond --places are not in the number of places, but their samples are in that of samples"
                 : "");
    report_table_end(r, remark);
}

/* -- who -- */

#define OWNER_COLUMNS (2 + CELLS_CODE)

static void owner_row(struct report *r, const struct profile *p, const char *name, const struct counts *c)
{
    struct report_cell cells[OWNER_COLUMNS];
    char source[CELLS_SOURCE_MAX];
    cells[0] = cell_word(name);
    cells_code(p, c, cells + 1);
    cells[1 + CELLS_CODE] = cells_source(c, source);
    report_row(r, cells);
}

/* Rows for processes or threads, one for each name that each of them had while it was sampled. "not known" is a row,
 * too, unless no thread is known. */
static void who_table(struct report *r, const struct profile *p, int is_process, size_t most)
{
    static const char *const columns[] = {"", CELLS_CODE_NAMES, "main source"};
    const struct tally *t = &p->places.who;
    struct tally threads = {0}, sums = {0}; /* of a file; by name */
    char text[256];
    report_table(r, is_process ? "processes" : "threads", is_process ? "Processes" : "Threads", columns, OWNER_COLUMNS);
    const int is_any_known = t->used > 1 || (t->used && t->entries[0].address != PROCESSES_NOBODY);
    if (is_any_known) {
        tally_begin(&threads, t->used, 0, 0);
        tally_begin(&sums, t->used, 0, 0);
        for (size_t i = 0; i < t->used; i++) {
            const uint32_t identity = is_process ? t->entries[i].space : (uint32_t)t->entries[i].address;
            const struct identity *who = &p->places.processes.identities[identity];
            const uint32_t number = is_process && who->pid != SPE_PERF_NONE ? who->pid : who->tid;
            const struct tally_entry *one = tally_count(&threads, who->file, (uint64_t)who->pid << 32 | number);
            struct tally_entry *e = tally_count(&sums, (uint32_t)(one - threads.entries), who->comm);
            if (e && !e->counts->samples)
                e->who = identity;
            if (e)
                counts_merge(e->counts, t->entries[i].counts);
        }
        size_t n;
        const struct tally_entry **list = tally_top(&sums, 0, most, &n, NULL);
        for (size_t i = 0; i < n; i++)
            owner_row(r, p,
                      is_process ? places_process(&p->places, list[i]->who, text, sizeof text)
                                 : places_thread(&p->places, list[i]->who, text, sizeof text),
                      list[i]->counts);
        free(list);
    }
    tally_free(&threads);
    tally_free(&sums);
    report_table_end(r, NULL);
}

static void core_table(struct report *r, const struct profile *p, size_t most)
{
    static const char *const columns[] = {"", CELLS_CODE_NAMES, "main source"};
    const struct tally *t = &p->places.cores;
    size_t n;
    const struct tally_entry **list = tally_top(t, 0, most, &n, NULL);
    char text[32];
    report_table(r, "core_numbers", "CPUs by number", columns, OWNER_COLUMNS);
    for (size_t i = 0; i < n; i++) {
        snprintf(text, sizeof text, "CPU %" PRIu64, list[i]->address);
        owner_row(r, p, text, list[i]->counts);
    }
    report_table_end(r, NULL);
    free(list);
}

void tables_owners(struct report *r, const struct profile *p, size_t most)
{
    static const char *const columns[] = {"", CELLS_CODE_NAMES, "main source"};
    static const char *const levels[] = {"EL0", "EL1", "EL2", "EL3"};
    who_table(r, p, 1, most);
    who_table(r, p, 0, most);
    core_table(r, p, most);
    report_table(r, "levels_by_latency", "Exception levels", columns, OWNER_COLUMNS);
    for (unsigned i = 0; i < 4; i++)
        if (p->levels[i].counts.samples)
            owner_row(r, p, levels[i], &p->levels[i].counts);
    report_table_end(r, NULL);
}

/* -- estimates for all operations -- */

#define NANOSECONDS 1e9
#define JITTER 74 /* standard deviation of an interval in operations, if jitter adds 0 to 255 */

/* Half the operations that a sample represents; 0 if that is not known. Cores may have different intervals. */
static double half_operations(const struct profile *p)
{
    double sum = 0, n = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++) {
        sum += (double)p->whole[WHOLE_READ][i];
        n += (double)p->read_in[i];
    }
    return p->without_interval || !(n > 0) ? 0 : sum / n;
}

/* The amount that samples represent, each operation of them `each`. */
static void whole_row(struct report *r, const struct profile *p, const char *name, enum whole_row row, double each,
                      const char *unit)
{
    const double half = half_operations(p);
    uint64_t k = 0;
    double n = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++) {
        k += p->whole[row][i];
        n += (double)p->read_in[i];
    }
    const int is_filtered = p->times[PROFILE_FILTERED] != 0;
    const struct interval i = is_filtered ? interval_count((uint64_t)((double)k / half + 0.5))
                                          : interval_scaled_share(p->whole[row], p->whole[WHOLE_READ], half);
    const double whole = each * half / 2 * (is_filtered ? 1 : n);
    if (k)
        report_row(r, (struct report_cell[]){cell_word(name), cell_number(i.value * whole), cell_number(i.low * whole),
                                             cell_number(i.high * whole), cell_word(unit)});
}

/* All operations. If all samples are wanted, only jitter, and what ran after the last sample of each stream, is not
 * known. */
static void operations_row(struct report *r, const struct profile *p)
{
    const double n = (double)p->stats.records, rest = (double)p->streams / n, interval = half_operations(p) / 2;
    const double way = 1.96 * JITTER / interval / sqrt(n), whole = interval * n;
    if (p->times[PROFILE_FILTERED] || p->stats.records < profile_read(p))
        whole_row(r, p, "operations", WHOLE_OPERATIONS, 1, "");
    else if (n > 0)
        report_row(r,
                   (struct report_cell[]){cell_word("operations"), cell_number(whole), cell_number(whole * (1 - way)),
                                          cell_number(whole * (1 + way + rest)), cell_word("")});
}

void tables_whole(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "estimate", "low", "high", "unit"};
    const double line = (double)p->places.line, seconds = (double)places_time(&p->places) / NANOSECONDS;
    const int is_known = half_operations(p) > 2;
    char remark[256], size[16];
    report_table(r, "whole", "Estimated totals", columns, 5);
    if (is_known) {
        operations_row(r, p);
        whole_row(r, p, "loads", WHOLE_LOADS, 1, "");
        whole_row(r, p, "stores", WHOLE_STORES, 1, "");
        whole_row(r, p, "branches", WHOLE_BRANCHES, 1, "");
        whole_row(r, p, "mispredicted branches", WHOLE_MISPREDICTED, 1, "");
        whole_row(r, p, "filled into level 1 data caches", WHOLE_REFILLS, line, "bytes");
        whole_row(r, p, "... by loads from memory", WHOLE_FROM_MEMORY, line, "bytes");
    }
    if (is_known && seconds > 0 && !p->times[PROFILE_TICKS]) {
        report_row(r, (struct report_cell[]){cell_word("time, from the first to the last sample"), cell_number(seconds),
                                             cell_number(seconds), cell_number(seconds), cell_word("s")});
        whole_row(r, p, "bandwidth of level 1 data cache fills", WHOLE_REFILLS, line / seconds, "bytes/s");
        whole_row(r, p, "bandwidth of loads from memory", WHOLE_FROM_MEMORY, line / seconds, "bytes/s");
    }
    snprintf(remark, sizeof remark,
             "each sample counts as one interval of operations, with what jitter adds (on a core with PMSIDR_EL1.ERnd "
             "it adds "
             "none); "
             "operations that a filter left out, and samples that collided, are missing; a line has %s",
             cells_size(p->places.line, size, sizeof size));
    report_table_end(r, remark);
}
