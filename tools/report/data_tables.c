/* SPDX-License-Identifier: MIT */
/* See place_tables.h: the tables of data and of shared data. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "finding.h"
#include "place_cells.h"
#include "place_tables.h"
#include "sharing.h"

#define DATA_COLUMNS 17
#define DATA_NAMES(where)                                                                                              \
    "address", "samples", "share", CELLS_LATENCY_NAMES, "loads", "stores", "atomics", "l1d miss", "tlb walk",          \
        CELLS_FAR_NAMES, "threads", "cores", "small pages", "main source", where

/* -- the data at an address -- */

/* Appends a name that is not yet in the list. Returns whether it was appended. */
static int append(char *text, size_t cap, const char *name)
{
    const size_t size = strlen(name), n = strlen(text);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += size)
        if ((at == text || at[-1] == ' ') && (!at[size] || at[size] == ','))
            return 0;
    if (n + size + 3 > cap)
        return 0;
    memcpy(text + n, ", ", 2);
    memcpy(text + n + (n ? 2 : 0), name, size + 1);
    return 1;
}

/* The name of the data: its symbol, or the name of its memory in the table of objects, or its module. */
static const char *name_of(const struct place *place)
{
    const char *mapping = objects_mapping(place);
    if (place->symbol)
        return place->symbol;
    return strcmp(mapping, GROUPS_NO_NAME) != 0 || !place->module ? mapping : symbols_short(place->module);
}

#define MEMBERS_MOST 4 /* of a line, which people get */

/* Names everything that was accessed in a line or page of `size` bytes: "a, b (prog)". Returns the number of names;
 * with members, "a.left, a.right, b", at most MEMBERS_MOST + 1, of which the last is not written. */
static unsigned name_data(struct profile *p, const struct tally_entry *e, uint64_t size, int has_members, char *text,
                          size_t cap)
{
    const uint64_t parts = tally_touches(e)->parts;
    const char *module = NULL;
    static char name[CELLS_TEXT_MAX]; /* static because it is large */
    struct place place;
    char number[SYMBOLS_NUMBER_MAX], member[128] = "";
    unsigned names = 0;
    text[0] = 0;
    for (unsigned i = 0; i < 64; i++) {
        if (!(parts >> i & 1))
            continue;
        symbols_find(&p->places.symbols, e->space, e->address + i * size / 64, e->time, &place);
        if (!place.symbol && !place.module)
            continue;
        if (has_members)
            symbols_member(&p->places.symbols, e->space, e->address + i * size / 64, e->time, member, sizeof member);
        snprintf(name, sizeof name, "%s%s%s", name_of(&place), symbols_number(&place, number), member);
        if (!append(text, cap, name))
            continue;
        if (++names > MEMBERS_MOST && has_members)
            return names;
        if (place.symbol || strcmp(objects_mapping(&place), GROUPS_NO_NAME) != 0) /* memory has no module */
            module = place.symbol ? place.module : NULL;
    }
    const size_t n = strlen(text);
    if (module)
        snprintf(text + n, cap - n, " (%s)", symbols_short(module));
    return names;
}

static int is_for_people(const struct report *r)
{
    return r->format == REPORT_TEXT || r->format == REPORT_HTML;
}

/* The names of what is in a line or page, for people with the members if these are few. */
static void data_text(const struct report *r, struct profile *p, const struct tally_entry *e, uint64_t size, char *text,
                      size_t cap)
{
    if (size != p->places.line || !is_for_people(r) || name_data(p, e, size, 1, text, cap) > MEMBERS_MOST)
        name_data(p, e, size, 0, text, cap);
}

/* -- shared lines -- */

/* Whether the sampled cores can report data that another core had modified. */
static int tells_modified(const struct profile *p)
{
    if (p->stats.events[SPE_EVENT_CACHE_DATA_MODIFIED])
        return 1;
    for (unsigned i = 0; i < p->n_kinds; i++) {
        struct spe_data_source source;
        int value;
        for (unsigned n = 0; (value = spe_cpu_data_source_value(p->kinds[i].midr, n)) >= 0; n++)
            if (spe_cpu_data_source(p->kinds[i].midr, (unsigned)value, &source) == SPE_OK && source.modified)
                return 1;
    }
    return 0;
}

/* -- tables -- */

static struct report_cell many(const struct tally_touches *t)
{
    unsigned threads = 0;
    for (uint32_t i = 0; i < t->n; i++)
        threads += !(t->by[i].who & PLACES_CORE) && t->by[i].who != PROCESSES_NOBODY;
    return threads ? cell_count(threads) : cell_none();
}

static void data_row(struct report *r, const struct profile *p, const struct tally_entry *e, int has_small,
                     const char *text)
{
    const struct counts *c = e->counts;
    const uint64_t cycles = p->latencies.total.sum;
    const unsigned cores = tally_cores(tally_touches(e));
    char source[CELLS_SOURCE_MAX];
    report_row(r,
               (struct report_cell[DATA_COLUMNS]){
                   cell_address(e->address), cell_count(c->samples), cell_percent(c->samples, p->stats.records),
                   cell_count(c->cycles), cycles ? cell_percent(c->cycles, cycles) : cell_none(), cell_count(c->loads),
                   cell_count(c->stores), cell_count(c->atomics), cells_ratio(c, COUNTS_L1D_REFILL),
                   cells_ratio(c, COUNTS_TLB_WALK), cell_count(c->in[COUNTS_LL_MISS]), cell_count(c->remote),
                   many(tally_touches(e)), cores ? cell_count(cores) : cell_none(),
                   has_small ? cell_count(tally_small(tally_touches(e))) : cell_none(), cells_source(c, source),
                   cell_name(text)});
}

/* Remarks on what the rows are, and on what the numbers do not show. */
static const char *data_remark(const struct tally *tally, uint64_t size, int is_line, int has_others, char *text,
                               size_t cap)
{
    char bytes[16];
    size_t n =
        (size_t)snprintf(text, cap, "%s of %s; ", is_line ? "lines" : "pages", cells_size(size, bytes, sizeof bytes));
    if (cells_error(tally, text + n, cap - n))
        n += strlen(text + n);
    else
        n -= strlen("; ");
    text[n] = 0;
    if (places_small(size))
        n += (size_t)snprintf(text + n, cap - n, "; small pages of %s, of which samples accessed as many",
                              cells_size(places_small(size), bytes, sizeof bytes));
    if (has_others)
        snprintf(text + n, cap - n, "; if a row has %d threads or cores, there may be more", TALLY_TOUCHERS);
    return text;
}

static void data_table(struct report *r, struct profile *p, const char *key, const char *title,
                       const struct tally *tally, int by_samples, size_t most)
{
    static const char *const of_data[DATA_COLUMNS] = {DATA_NAMES("data")};
    static const char *const of_space[DATA_COLUMNS] = {DATA_NAMES("address space")};
    const int is_physical = tally == &p->places.physical;
    const char *const *columns = is_physical ? of_space : of_data;
    const int is_line = tally == &p->places.lines;
    const uint64_t size = is_line ? p->places.line : p->places.page;
    static char text[CELLS_TEXT_MAX]; /* static because it is large */
    char remark[256];
    int has_others = 0;
    size_t n;
    const int has_rows = cells_begin_places(r, key, title, columns, DATA_COLUMNS, tally);
    const struct tally_entry **list = tally_top(tally, by_samples, has_rows ? most : 0, &n, NULL);
    for (size_t i = 0; i < n; i++) {
        if (!is_physical)
            data_text(r, p, list[i], size, text, sizeof text);
        data_row(r, p, list[i], places_small(size) != 0, is_physical ? spe_address_state_name(list[i]->space) : text);
        has_others |= tally_touches(list[i])->others != 0;
    }
    report_table_end(r, data_remark(tally, size, is_line, has_others, remark, sizeof remark));
    free(list);
}

/* Offsets of the parts of a line that were touched: "0 8 16". */
static const char *offsets(const struct profile *p, uint64_t parts, char *text, size_t cap)
{
    size_t n = 0;
    text[0] = 0;
    for (unsigned i = 0; i < 64; i++)
        if (parts >> i & 1)
            n += (size_t)snprintf(text + n, cap - n, "%s%" PRIu64, n ? " " : "", i * p->places.line / 64);
    return n ? text : "none";
}

/* What was accessed of a line: "counts.words, counts.digits" for people, if the data has symbols; otherwise offsets. */
static const char *parts_text(const struct report *r, struct profile *p, const struct tally_entry *e, uint64_t parts,
                              char *text, size_t cap)
{
    unsigned names = 0;
    char name[512], number[SYMBOLS_NUMBER_MAX], member[128];
    struct place place;
    text[0] = 0;
    for (unsigned i = 0; i < 64 && is_for_people(r); i++) {
        const uint64_t address = e->address + i * p->places.line / 64;
        if (!(parts >> i & 1))
            continue;
        symbols_find_data(&p->places.symbols, e->space, address, e->time, &place);
        if (!place.symbol)
            return offsets(p, parts, text, cap);
        symbols_member(&p->places.symbols, e->space, address, e->time, member, sizeof member);
        snprintf(name, sizeof name, "%.300s%s%s", place.symbol, symbols_number(&place, number), member);
        if (names == MEMBERS_MOST && !strstr(text, name))
            return strcat(text, " ...");
        names += (unsigned)append(text, cap - strlen(" ..."), name);
    }
    return *text ? text : offsets(p, parts, text, cap);
}

/* Writes the name of the object that has most of the line's samples. */
static const char *shared_object(struct profile *p, const struct tally_entry *e, char *text, size_t cap)
{
    struct shared_line line;
    struct place place;
    char number[SYMBOLS_NUMBER_MAX];
    sharing_weigh(tally_touches(e), &line);
    symbols_find_data(&p->places.symbols, e->space, e->address + line.at * p->places.line / 64, e->time, &place);
    snprintf(text, cap, "%s%s", name_of(&place), symbols_number(&place, number));
    return text;
}

static void sharing_rows(struct report *r, struct profile *p, const struct tally_entry *e)
{
    struct tally_touches *t = tally_touches(e);
    char name[512], thread[256], read[2048], written[2048];
    static char code[CELLS_TEXT_MAX], object[CELLS_TEXT_MAX]; /* static because they are large */
    struct place place;
    shared_object(p, e, object, sizeof object);
    for (uint32_t i = 0; i < t->n; i++) {
        snprintf(name, sizeof name, "0x%" PRIx64 " %s", e->address,
                 places_thread(&p->places, t->by[i].who, thread, sizeof thread));
        place = (struct place){0};
        if (t->by[i].code)
            symbols_find(&p->places.symbols, e->space, t->by[i].code, t->by[i].time, &place);
        struct report_location location = cells_place_location(&place);
        location.address = e->address;
        location.has_address = 1;
        location.thread = thread;
        struct report_cell first = cell_word(name);
        first.location = &location;
        report_row(r, (struct report_cell[]){
                          first, cell_name(object), cell_count(t->by[i].loads), cell_count(t->by[i].stores),
                          cell_count(t->by[i].atomics), cell_word(sharing_name(sharing_of(t))),
                          cell_word(parts_text(r, p, e, t->by[i].read, read, sizeof read)),
                          cell_word(parts_text(r, p, e, t->by[i].written, written, sizeof written)),
                          cell_name(t->by[i].code ? symbols_text(&place, code, sizeof code) : "not known")});
    }
}

static int is_shared(const struct tally_entry *e)
{
    return e->counts->samples >= FINDINGS_SAMPLES && sharing_of(tally_touches(e)) >= SHARING_TRUE;
}

/* Lines with enough samples that more than one thread touches and one writes often: each thread's accesses, by place.
 */
static void sharing_table(struct report *r, struct profile *p, size_t most)
{
    static const char *const columns[] = {"line and thread", "object",   "loads",     "stores", "atomics",
                                          "verdict",         "reads at", "writes at", "code"};
    const struct tally *t = &p->places.lines;
    size_t n;
    const struct tally_entry **list = tally_top(t, 0, most, &n, is_shared);
    int has_others = 0;
    char remark[384], size[16], others[80] = "";
    report_table(r, "sharing", "Shared cache lines", columns, 9);
    for (size_t i = 0; i < n; i++) {
        sharing_rows(r, p, list[i]);
        has_others |= tally_touches(list[i])->others != 0;
    }
    if (has_others)
        snprintf(others, sizeof others, "; some of these lines were used by more than %d threads or cores",
                 TALLY_TOUCHERS);
    snprintf(
        remark, sizeof remark,
        "lines of %s; a member or offset is that of the first byte of an access, whose size is not known; an atomic "
        "reads and writes, so it counts as a load and a store%s%s",
        cells_size(p->places.line, size, sizeof size), others,
        tells_modified(p) ? ""
                          : "; these cores do not report whether another core had modified the line: "
                            "only the bytes show who shares it");
    report_table_end(r, remark);
    free(list);
}

static void object_table(struct report *r, const struct profile *p, unsigned kind, const char *title, const char *where,
                         const char *unknown, size_t most)
{
    const char *const columns[] = {"",        "samples",  "share",    CELLS_LATENCY_NAMES, "loads", "stores",
                                   "atomics", "l1d miss", "tlb walk", CELLS_FAR_NAMES,     where};
    size_t n;
    int has_unknown = 0;
    struct group *rows = groups_rows(&p->groups, kind, &n);
    struct report_cell cells[CELLS_COMMON + 1];
    size_t *apart = cells_tell_apart(r, rows, n < most ? n : most);
    report_table(r, groups_kind(kind), title, columns, 13);
    for (size_t i = 0; i < n && i < most; i++) {
        const struct counts *c = &rows[i].counts;
        has_unknown |= strcmp(rows[i].name, GROUPS_NO_NAME) == 0 && !*rows[i].where;
        static char text[CELLS_TEXT_MAX]; /* static because it is large */
        struct report_cell name = cell_name(cells_row_name(r, rows, n < most ? n : most, i, text, sizeof text));
        const struct report_location location = cells_group_location(kind, &rows[i]);
        name.count = apart ? apart[i] : 0;
        name.location = &location;
        cells_common(p, c, cells);
        report_row(r, (struct report_cell[]){name, cells[0], cells[1], cells[2], cells[3], cell_count(c->loads),
                                             cell_count(c->stores), cell_count(c->atomics), cells[4], cells[5],
                                             cells[7], cells[8], cell_name(rows[i].where)});
    }
    report_table_end(r, has_unknown ? unknown : NULL);
    free(apart);
    free(rows);
}

void tables_data(struct report *r, struct profile *p, size_t most)
{
    object_table(r, p, GROUPS_DATA, "Data", "module",
                 "[not known]: no symbol has it; without a module it is heap, stack or other memory, which perf record "
                 "-d distinguishes",
                 most);
    data_table(r, p, "lines_by_latency", "Cache lines by total latency", &p->places.lines, 0, most);
    sharing_table(r, p, most);
    data_table(r, p, "pages_by_samples", "Data pages by samples", &p->places.pages, 1, most);
    data_table(r, p, "pages_by_latency", "Data pages by total latency", &p->places.pages, 0, most);
    data_table(r, p, "physical_pages", "Physical pages by total latency", &p->places.physical, 0, most);
    object_table(r, p, GROUPS_NODES, "Nodes, from cores to memory", "locality", NULL, most);
}
