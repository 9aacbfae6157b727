/* SPDX-License-Identifier: MIT */
/* See place_cells.h. */
#include "place_cells.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elide.h"
#include "../system/memory.h"

struct report_cell cells_ratio(const struct counts *c, unsigned ratio)
{
    return c->of[ratio] ? cell_percent(c->in[ratio], c->of[ratio]) : cell_none();
}

void cells_common(const struct profile *p, const struct counts *c, struct report_cell *cells)
{
    const uint64_t cycles = p->latencies.total.sum;
    cells[0] = cell_count(c->samples);
    cells[1] = cell_percent(c->samples, p->stats.records);
    cells[2] = cell_count(c->cycles);
    cells[3] = cycles ? cell_percent(c->cycles, cycles) : cell_none();
    cells[4] = cells_ratio(c, COUNTS_L1D_REFILL);
    cells[5] = cells_ratio(c, COUNTS_TLB_WALK);
    cells[6] = cells_ratio(c, COUNTS_MISPREDICTED);
    cells[7] = cell_count(c->in[COUNTS_LL_MISS]);
    cells[8] = cell_count(c->remote);
}

void cells_code(const struct profile *p, const struct counts *c, struct report_cell *cells)
{
    const int unit = profile_time_unit(p);
    struct report_cell common[CELLS_COMMON];
    cells_common(p, c, common);
    memcpy(cells, common, 2 * sizeof *cells);
    cells[2] = unit == PROFILE_NANOSECONDS ? cell_number((double)c->time / 1e9) : cell_none();
    cells[3] = unit >= 0 && profile_time(p) ? cell_percent(c->time, profile_time(p)) : cell_none();
    memcpy(cells + 4, common + 2, (CELLS_COMMON - 2) * sizeof *cells);
}

const char *cells_size(uint64_t bytes, char *text, size_t cap)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    unsigned unit = 0;
    for (; bytes >= 1024 && unit < 3; unit++)
        bytes >>= 10;
    snprintf(text, cap, "%" PRIu64 " %s", bytes, units[unit]);
    return text;
}

unsigned cells_level(const struct counts *c)
{
    unsigned most = SPE_LEVEL_UNKNOWN;
    for (unsigned i = 1; i < COUNTS_LEVELS; i++)
        if (c->levels[i] > (most ? c->levels[most] : 0))
            most = i;
    return most;
}

struct report_cell cells_source(const struct counts *c, char *text)
{
    const unsigned level = cells_level(c);
    uint64_t all = 0;
    for (unsigned i = 0; i < COUNTS_LEVELS; i++)
        all += c->levels[i];
    if (level)
        snprintf(text, CELLS_SOURCE_MAX, "%s %.0f %%", spe_level_name(level),
                 100.0 * (double)c->levels[level] / (double)all);
    else
        snprintf(text, CELLS_SOURCE_MAX, c->loads ? "not known" : "no loads");
    return cell_word(text);
}

/* More than chance: this number of samples together with this share of the table's samples, or the larger share
 * alone. */
#define LEAST_SAMPLES 10
#define LEAST_SHARE 0.001
#define CLEAR_SHARE 0.05

int cells_begin_places(struct report *r, const char *key, const char *title, const char *const *columns, unsigned n,
                       const struct tally *t)
{
    struct report_left_out sum = {key, title, t->used, t->lost, 0, t->error != 0};
    for (size_t i = 0; i < t->used; i++) {
        const uint64_t samples = t->entries[i].counts->samples;
        sum.samples += samples;
        sum.most = samples > sum.most ? samples : sum.most;
    }
    const double share = sum.samples ? (double)sum.most / (double)sum.samples : 1;
    const int is_noise = (sum.most < LEAST_SAMPLES || share < LEAST_SHARE) && share < CLEAR_SHARE;
    report_table(r, key, title, columns, n);
    if (is_noise && r->n_left_out < REPORT_LEFT_OUT)
        r->left_out[r->n_left_out++] = sum;
    return !is_noise || r->view.n_tables || r->format == REPORT_JSON || r->format == REPORT_CSV;
}

size_t *cells_tell_apart(const struct report *r, const struct group *rows, size_t n)
{
    if (r->format != REPORT_TEXT && r->format != REPORT_HTML)
        return NULL;
    const char **names = tool_malloc(n * sizeof *names);
    size_t *at = tool_calloc(n, sizeof *at);
    for (size_t i = 0; i < n; i++)
        names[i] = rows[i].name;
    elide_tell_apart(names, n, report_name_width(r), at);
    free(names);
    return at;
}

#define COMPARED 1024 /* rows: people do not read more */

const char *cells_row_name(const struct report *r, const struct group *rows, size_t n, size_t i, char *text, size_t cap)
{
    size_t same = 0;
    if (r->format != REPORT_TEXT || !*rows[i].where || i >= COMPARED)
        return rows[i].name;
    for (size_t k = 0; k < n && k < COMPARED; k++)
        same += k != i && strcmp(rows[k].name, rows[i].name) == 0;
    snprintf(text, cap, "%s (%s)", rows[i].name, symbols_short(rows[i].where));
    return same ? text : rows[i].name;
}

const char *cells_error(const struct tally *t, char *text, size_t cap)
{
    snprintf(text, cap,
             "more than %zu different places: a row may lack up to %" PRIu64 " samples, and their summed latency",
             t->limit, t->error);
    return t->error ? text : NULL;
}

/* Stores the parts of "file:line". `file` is the whole path if it is not NULL. */
static void split_line(struct report_location *l, const char *text, const char *file)
{
    const char *colon = strrchr(text, ':');
    l->line = colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
    l->file = file ? file : text;
    l->file_size = file || !colon ? 0 : (size_t)(colon - text);
}

struct report_location cells_group_location(unsigned kind, const struct group *group)
{
    const char *const where = *group->where ? group->where : NULL;
    const char *const name = strcmp(group->name, GROUPS_NO_NAME) == 0 ? NULL : group->name;
    struct report_location l = {0};
    if (kind == GROUPS_LINES && name)
        split_line(&l, name, where);
    else if (kind == GROUPS_INLINED && where)
        split_line(&l, where, NULL);
    else
        l.module = kind == GROUPS_LINES || kind == GROUPS_INLINED || kind == GROUPS_NODES ? NULL : where;
    l.function = kind == GROUPS_FUNCTIONS || kind == GROUPS_INLINED ? name : NULL;
    l.object = kind == GROUPS_DATA ? name : NULL;
    return l;
}

struct report_location cells_place_location(const struct place *place)
{
    /* Without a file, the offset of a place without a symbol is its address. */
    const int has_offset = place->symbol || (place->module && module_is_file(place->module));
    return (struct report_location){.module = place->module,
                                    .function = place->symbol,
                                    .nth = place->nth,
                                    .file = place->file,
                                    .line = place->file ? place->line : 0,
                                    .offset = place->offset,
                                    .has_offset = has_offset};
}
