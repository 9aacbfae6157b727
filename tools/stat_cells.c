/* SPDX-License-Identifier: MIT */
/* See stat_cells.h. */
#include "stat_cells.h"

#include <inttypes.h>

struct report_cell cells_ratio(const struct counts *c, unsigned ratio)
{
    return c->of[ratio] ? cell_percent(c->in[ratio], c->of[ratio]) : cell_none();
}

void cells_common(const struct profile *p, const struct counts *c, struct report_cell *cells)
{
    const uint64_t cycles = p->summary.latencies.total.sum;
    cells[0] = cell_count(c->samples);
    cells[1] = cell_percent(c->samples, p->stats.records);
    cells[2] = cell_count(c->cycles);
    cells[3] = cycles ? cell_percent(c->cycles, cycles) : cell_none();
    cells[4] = cells_ratio(c, COUNTS_L1D_REFILL);
    cells[5] = cells_ratio(c, COUNTS_TLB_WALK);
    cells[6] = cells_ratio(c, COUNTS_MISPREDICTED);
}

struct report_cell cells_source(const struct counts *c, char *text)
{
    const unsigned level = counts_main_level(c);
    uint64_t all = 0;
    for (unsigned i = 0; i < SPE_LEVELS; i++)
        all += c->levels[i];
    if (level)
        snprintf(text, CELLS_SOURCE_MAX, "%s %.0f %%", spe_level_name(level),
                 100.0 * (double)c->levels[level] / (double)all);
    else
        snprintf(text, CELLS_SOURCE_MAX, c->loads ? "not known" : "no loads");
    return cell_word(text);
}

const char *cells_error(const struct tally *t, char *text, size_t cap)
{
    snprintf(text, cap, "more than %zu different: samples are too few by %" PRIu64 " at most, cycles by theirs",
             t->limit, t->error);
    return t->error ? text : NULL;
}
