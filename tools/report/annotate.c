/* SPDX-License-Identifier: MIT */
/* See annotate.h. */
#define _POSIX_C_SOURCE 200809L
#include "annotate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../symbols/disassembly.h"
#include "../symbols/symbol_name.h"
#include "../system/list.h"
#include "../system/message.h"
#include "../system/spelling.h"
#include "../system/memory.h"
#include "place_cells.h"
#include "source_text.h"

#define STEPS_MOST (1u << 20) /* of a function: the rest has only the lines that were sampled */
#define INSTRUCTION 4         /* bytes, on AArch64 */

/* On a page: the most functions, the least share of the hottest one's cycles, lines around one with samples */
#define PAGE_FUNCTIONS 10
#define PAGE_LEAST 0.01
#define PAGE_AROUND 3

/* A sampled address in a function of the name. */
struct spot {
    const struct tally_entry *entry;
    struct place place;
    struct symbols_function at;
    uint64_t cycles; /* of the whole function */
};

/* An instruction of the function. */
struct code {
    const char *file; /* NULL: not known */
    unsigned line;
    unsigned rank;            /* of the file */
    uint64_t own;             /* its address in the module */
    const struct spot *spots; /* n spots of this instruction, in several address spaces */
    size_t n;                 /* 0: no samples */
};

struct annotate {
    struct report report;
    struct profile *profile;
    const struct annotate_options *options;
    const struct spot *spot; /* the function: its first sampled address */
    struct code *sites;
    size_t count, room;
    struct disassembly disassembly;
    int is_encoded; /* no program disassembles; 2: that has been said */
    int is_open;    /* JSON: the table, which is one for all functions */
    int is_page;
    unsigned tables; /* on the page */
    char key[32];
};

/* -- which functions -- */

static int by_function(const struct spot *x, const struct spot *y)
{
    const int module = strcmp(x->place.module, y->place.module);
    if (module)
        return module;
    const int start = (x->at.start > y->at.start) - (x->at.start < y->at.start);
    return start ? start : strcmp(x->place.symbol, y->place.symbol); /* compilers of two processes share addresses */
}

static int by_place(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    const int order = by_function(x, y);
    return order ? order : (x->at.own > y->at.own) - (x->at.own < y->at.own);
}

static int by_cycles(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    return x->cycles != y->cycles ? (x->cycles < y->cycles) - (x->cycles > y->cycles) : by_place(a, b);
}

static size_t end_of(const struct spot *spots, size_t n, size_t i)
{
    size_t end = i + 1;
    while (end < n && by_function(&spots[i], &spots[end]) == 0)
        end++;
    return end;
}

/* Lists the sampled addresses, those of the function with the most cycles first. Without a name, those of all functions
 * whose code is known. */
static size_t list_spots(struct profile *p, const char *name, struct spot *spots)
{
    const struct tally *t = &p->places.pcs;
    size_t n = 0;
    for (size_t i = 0; i < t->used; i++) {
        const struct tally_entry *e = &t->entries[i];
        struct spot *s = &spots[n];
        *s = (struct spot){.entry = e};
        symbols_find(&p->places.symbols, e->space, e->address, e->time, &s->place);
        if (name ? !groups_is_named(name, &s->place) : !s->place.symbol || !s->place.module)
            continue;
        const int is_known = symbols_function(&p->places.symbols, e->space, e->address, e->time, &s->at);
        if (!name && (!is_known || !s->at.info))
            continue;
        if (!is_known)
            s->at = (struct symbols_function){NULL, e->address, e->address - s->place.offset, e->address + 1};
        n++;
    }
    if (n)
        qsort(spots, n, sizeof *spots, by_place);
    for (size_t i = 0, end; i < n; i = end) {
        uint64_t cycles = 0;
        end = end_of(spots, n, i);
        for (size_t k = i; k < end; k++)
            cycles += spots[k].entry->counts->cycles;
        for (size_t k = i; k < end; k++)
            spots[k].cycles = cycles;
    }
    if (n)
        qsort(spots, n, sizeof *spots, by_cycles);
    return n;
}

/* -- one function -- */

static void add_site(struct annotate *a, const struct symbols_function *at, uint64_t own, const struct spot *spots,
                     size_t n)
{
    struct debug_info_line line = {NULL, 0};
    a->sites = list_with_room(a->sites, a->count, &a->room, sizeof *a->sites);
    if (at->info && !debug_info_line(at->info, own, &line))
        line.file = NULL;
    a->sites[a->count++] = (struct code){line.file, line.line, 0, own, spots, n};
}

/* All instructions of the function; where they cannot be read, all bytes, which have its lines. */
static void list_sites(struct annotate *a, const struct spot *spots, size_t n)
{
    const struct symbols_function *at = &spots->at;
    uint32_t instruction;
    const int has = at->info && debug_info_instruction(at->info, at->start, &instruction);
    const unsigned step = has ? INSTRUCTION : 1;
    uint64_t own = at->start;
    a->count = 0;
    for (size_t i = 0, end, steps = 0; i < n; i = end) {
        for (end = i + 1; end < n && spots[end].at.own == spots[i].at.own;)
            end++;
        for (; own < spots[i].at.own && steps < STEPS_MOST; own += step, steps++)
            add_site(a, at, own, NULL, 0);
        add_site(a, at, spots[i].at.own, spots + i, end - i);
        own = spots[i].at.own + step;
    }
    for (size_t steps = 0; own < at->end && steps < STEPS_MOST; own += step, steps++)
        add_site(a, at, own, NULL, 0);
}

/* Disassembles the function. */
static void read_code(struct annotate *a)
{
    const struct symbols_function *at = &a->spot->at;
    uint32_t *code = tool_calloc(DISASSEMBLY_MOST, sizeof *code);
    size_t n = 0;
    while (at->info && n < DISASSEMBLY_MOST && at->start + n * INSTRUCTION < at->end &&
           debug_info_instruction(at->info, at->start + n * INSTRUCTION, &code[n]))
        n++;
    if (n && !a->is_encoded)
        a->is_encoded = !disassembly_begin(&a->disassembly, code, n, at->start);
    free(code);
}

/* The file of the function's beginning comes first, then the others as they occur; code without a line last. */
static void rank_files(struct annotate *a)
{
    unsigned next = 0;
    for (size_t i = 0; i < a->count; i++) {
        size_t same = 0;
        while (same < i && (!a->sites[i].file != !a->sites[same].file ||
                            (a->sites[i].file && strcmp(a->sites[i].file, a->sites[same].file) != 0)))
            same++;
        a->sites[i].rank = !a->sites[i].file ? UINT32_MAX : same < i ? a->sites[same].rank : next++;
    }
}

static int by_line(const void *a, const void *b)
{
    const struct code *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->file && x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->own > y->own) - (x->own < y->own);
}

/* -- rows -- */

#define COLUMNS (3 + CELLS_CODE)

static void put_row(struct annotate *a, const char *name, const struct counts *c, const struct report_location *where,
                    const char *text)
{
    struct report_cell cells[COLUMNS] = {cell_word(name)};
    char source[CELLS_SOURCE_MAX];
    cells[0].location = where;
    cells_code(a->profile, c, cells + 1);
    cells[1 + CELLS_CODE] = cells_source(c, source);
    for (unsigned i = 1; !c->samples && i < 1 + CELLS_CODE; i++)
        cells[i] = cell_blank();
    if (!c->samples)
        cells[1 + CELLS_CODE] = cell_word("");
    cells[COLUMNS - 1] = cell_word(text);
    report_row(&a->report, cells);
}

static struct report_location location_of(const struct annotate *a, const struct code *site)
{
    const struct place *place = &a->spot->place;
    return (struct report_location){
        .module = place->module, .function = place->symbol, .nth = place->nth, .file = site->file, .line = site->line};
}

static void add_counts(struct counts *sum, const struct code *site)
{
    for (size_t i = 0; i < site->n; i++)
        counts_merge(sum, site->spots[i].entry->counts);
}

static void put_instruction(struct annotate *a, const struct code *site)
{
    const uint64_t offset = site->own - a->spot->at.start;
    struct report_location where = location_of(a, site);
    char name[32], text[256] = "";
    uint32_t instruction;
    struct counts sum = {0};
    add_counts(&sum, site);
    where.offset = offset;
    where.has_offset = 1;
    snprintf(name, sizeof name, "  +0x%" PRIx64, offset);
    if (a->spot->at.info && debug_info_instruction(a->spot->at.info, site->own, &instruction))
        disassembly_text(&a->disassembly, instruction, site->own, text, sizeof text);
    put_row(a, name, &sum, &where, text);
}

static void put_line(struct annotate *a, const struct code *sites, size_t n, unsigned line, const char *text)
{
    struct counts sum = {0};
    struct report_location where = location_of(a, a->sites);
    char name[16];
    for (size_t i = 0; i < n; i++)
        add_counts(&sum, &sites[i]);
    where.file = sites->file;
    where.line = line;
    snprintf(name, sizeof name, "%u", line);
    put_row(a, name, &sum, &where, text ? text : "");
    for (size_t i = 0; i < n; i++)
        if (sites[i].n)
            put_instruction(a, &sites[i]);
}

static int has_samples(const struct code *sites, size_t n)
{
    size_t i = 0;
    while (i < n && !sites[i].n)
        i++;
    return i < n;
}

/* Whether a line has samples, or one near it on a page. *at is the number of sites that are before all such lines. */
static int is_near(const struct annotate *a, const struct code *sites, size_t n, unsigned line, size_t *at)
{
    if (!a->is_page)
        return 1;
    while (*at < n && (!sites[*at].n || sites[*at].line + PAGE_AROUND < line))
        ++*at;
    return *at < n && sites[*at].line <= line + PAGE_AROUND;
}

/* The lines of a file. A file whose functions were inlined has only its sampled lines. */
static void put_lines(struct annotate *a, const struct code *sites, size_t n, const struct source_text *source)
{
    const int is_main = sites->rank == 0;
    unsigned next = sites->line;
    size_t near = 0;
    for (size_t i = 0, end; i < n; i = end) {
        const unsigned line = sites[i].line;
        for (end = i + 1; end < n && sites[end].line == line;)
            end++;
        for (; is_main && source->text && next < line; next++)
            if (is_near(a, sites, n, next, &near))
                put_line(a, &sites[i], 0, next, source_text_line(source, next));
        if ((is_main && is_near(a, sites, n, line, &near)) || has_samples(&sites[i], end - i))
            put_line(a, &sites[i], end - i, line, source_text_line(source, line));
        next = line + 1;
    }
}

static void begin_table(struct annotate *a, const char *title)
{
    static const char *const columns[] = {"line", CELLS_CODE_NAMES, "main source", "source"};
    snprintf(a->key, sizeof a->key, a->is_page ? ANNOTATE_LISTING "%u" : "annotate", ++a->tables);
    if (!a->is_open)
        report_table(&a->report, a->key, title, columns, COLUMNS);
    a->is_open = a->report.format == REPORT_JSON;
}

/* Why a file has no text, if it has none; and what rows may lack. Returns NULL if there is nothing to say. */
static const char *file_remark(struct annotate *a, const char *file, const struct source_text *source, char *text,
                               size_t cap)
{
    int n = 0;
    text[0] = 0;
    if (file && !source->text)
        n += snprintf(text, cap, "%.400s: %s; --source-dir=DIR searches for it below DIR", file,
                      source->is_unfit ? "too large, or cannot be read as a file" : "not found");
    if (a->profile->places.pcs.error)
        n += snprintf(text + n, cap - (size_t)n, "%sa row of an instruction may lack up to %" PRIu64 " samples",
                      n ? "; " : "", a->profile->places.pcs.error);
    if (a->is_encoded == 1) {
        snprintf(text + n, cap - (size_t)n, "%sto disassemble, install aarch64-linux-gnu-objdump or llvm-objdump",
                 n ? "; " : "");
        a->is_encoded = 2;
    }
    return *text ? text : NULL;
}

/* The instructions of one file, or those without a file. */
static void put_file(struct annotate *a, const struct code *sites, size_t n)
{
    const struct annotate_options *o = a->options;
    const struct place *place = &a->spot->place;
    struct source_text source = {0};
    char title[1024], remark[640];
    if (sites->file)
        source_text_read(&source, sites->file, o->directories, o->n_directories, a->profile->places.symbols.symfs);
    snprintf(title, sizeof title, "%.400s (%.200s)%s%.300s", place->symbol, symbols_short(place->module),
             sites->file ? ", " : "", sites->file ? sites->file : "");
    begin_table(a, title);
    if (sites->file)
        put_lines(a, sites, n, &source);
    for (size_t i = 0; !sites->file && i < n; i++)
        if (sites[i].n)
            put_instruction(a, &sites[i]);
    if (!a->is_open)
        report_table_end(&a->report, file_remark(a, sites->file, &source, remark, sizeof remark));
    source_text_free(&source);
}

static void put_function(struct annotate *a, const struct spot *spots, size_t n)
{
    a->spot = spots;
    list_sites(a, spots, n);
    read_code(a);
    rank_files(a);
    if (a->count)
        qsort(a->sites, a->count, sizeof *a->sites, by_line);
    for (size_t i = 0, end; i < a->count; i = end) {
        for (end = i + 1; end < a->count && a->sites[end].rank == a->sites[i].rank;)
            end++;
        if (a->sites[i].rank == 0 || has_samples(&a->sites[i], end - i))
            put_file(a, &a->sites[i], end - i);
    }
    disassembly_end(&a->disassembly);
}

/* -- the report -- */

static int say_missing(const struct profile *p, const char *name)
{
    size_t n;
    struct group *rows = groups_rows(&p->groups, GROUPS_FUNCTIONS, &n);
    const char *nearest = NULL;
    unsigned least = UINT32_MAX;
    char text[256] = "no sample is in a function of this name";
    if (p->places.pcs.error)
        snprintf(text, sizeof text, "no place that was kept is in a function of this name; --places keeps more");
    for (size_t i = 0; i < n; i++) {
        char base[SPELLING_MAX_SIZE + 1];
        snprintf(base, sizeof base, "%.*s", (int)symbol_name_size(rows[i].name), rows[i].name);
        const unsigned distance = spelling_distance(base, name, strlen(name));
        if (distance < least && strcmp(rows[i].name, GROUPS_NO_NAME) != 0) {
            least = distance;
            nearest = rows[i].name;
        }
    }
    if (nearest)
        snprintf(text + strlen(text), sizeof text - strlen(text), "; there is %.180s", nearest);
    free(rows);
    return tool_error(text, name);
}

int annotate_report(struct profile *profile, const struct annotate_options *options, FILE *out,
                    enum report_format format, size_t most, const struct report_view *view)
{
    struct annotate a = {.profile = profile, .options = options};
    struct spot *spots = tool_calloc(profile->places.pcs.used + 1, sizeof *spots);
    const size_t n = list_spots(profile, options->function, spots);
    int status = n                        ? TOOL_OK
                 : profile->stats.records ? say_missing(profile, options->function)
                                          : TOOL_FAILED; /* why none was selected has been said */
    report_begin(&a.report, out, format, view);
    for (size_t i = 0, end, done = 0; i < n && done < most; i = end, done++) {
        end = end_of(spots, n, i);
        put_function(&a, spots + i, end - i);
    }
    if (a.is_open)
        report_table_end(&a.report, NULL);
    status = report_end(&a.report) == TOOL_OK ? status : TOOL_FAILED;
    free(a.sites);
    free(spots);
    return status;
}

/* -- the page -- */

static void begin_details(const struct spot *spot, unsigned number, double share, FILE *out)
{
    char *const name = groups_symbol(spot->place.symbol, spot->place.nth);
    fprintf(out, "<details id=\"code_%u\" data-name=\"", number);
    report_escape(out, name);
    fputs("\" data-module=\"", out);
    report_escape(out, spot->place.module);
    fputs("\"><summary>", out);
    report_escape_name(out, name, 0);
    fprintf(out, ", %.1f&nbsp;%% of the summed latency</summary>\n", 100 * share);
    free(name);
}

int annotate_page(struct profile *profile, const struct annotate_options *options, FILE *out)
{
    struct annotate a = {.profile = profile, .options = options, .is_page = 1};
    struct spot *spots = tool_calloc(profile->places.pcs.used + 1, sizeof *spots);
    const size_t n = list_spots(profile, NULL, spots);
    const double all = (double)profile->latencies.total.sum, least = n ? PAGE_LEAST * (double)spots[0].cycles : 0;
    unsigned done = 0;
    report_begin(&a.report, out, REPORT_HTML, NULL);
    for (size_t i = 0; i < n && done < PAGE_FUNCTIONS && (double)spots[i].cycles > least;) {
        const size_t end = end_of(spots, n, i);
        if (!done++)
            fputs("<section id=\"code\"><h2>Source and instructions</h2>\n", out);
        begin_details(&spots[i], done, (double)spots[i].cycles / all, out);
        put_function(&a, spots + i, end - i);
        fputs("</details>\n", out);
        i = end;
    }
    if (done)
        fputs("</section>\n", out);
    free(a.sites);
    free(spots);
    return report_end(&a.report);
}
