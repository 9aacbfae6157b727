/* SPDX-License-Identifier: MIT */
/* See full_counts.h. */
#include "full_counts.h"

#include <inttypes.h>
#include <libspe/packet.h>
#include <stdlib.h>

#include "setup.h"

static struct full_row *find(const struct full_table *table, uint64_t a, uint64_t b)
{
    uint64_t i = (a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xbf58476d1ce4e5b9)) >> 20;
    for (;; i++) {
        struct full_row *row = &table->rows[i & (table->room - 1)];
        if (!row->count || (row->a == a && row->b == b))
            return row;
    }
}

static void grow(struct full_table *table)
{
    struct full_table larger = {NULL, table->room ? table->room * 2 : 1024, table->used};
    larger.rows = setup_memory(larger.room, sizeof *larger.rows);
    for (uint64_t i = 0; i < table->room; i++)
        if (table->rows[i].count)
            *find(&larger, table->rows[i].a, table->rows[i].b) = table->rows[i];
    free(table->rows);
    *table = larger;
}

void full_counts_table_add(struct full_table *table, uint64_t a, uint64_t b, uint64_t count, uint64_t k)
{
    if (table->used * 2 >= table->room)
        grow(table);
    struct full_row *row = find(table, a, b);
    table->used += !row->count;
    row->a = a;
    row->b = b;
    row->count += count;
    row->k += k;
}

static void full_counts_table_merge(struct full_table *into, struct full_table *from)
{
    for (uint64_t i = 0; i < from->room; i++)
        if (from->rows[i].count)
            full_counts_table_add(into, from->rows[i].a, from->rows[i].b, from->rows[i].count, from->rows[i].k);
    free(from->rows);
    from->rows = NULL;
    from->room = from->used = 0;
}

void full_counts_merge(struct full_counts *into, struct full_counts *from)
{
    for (unsigned i = 0; i < 4 * 256; i++)
        into->operations[i >> 8][i & 255] += from->operations[i >> 8][i & 255];
    for (unsigned i = 0; i < 64; i++) {
        into->events[i] += from->events[i];
        into->load_events[i] += from->load_events[i];
    }
    full_counts_table_merge(&into->branches, &from->branches);
    full_counts_table_merge(&into->pages, &from->pages);
    full_counts_table_merge(&into->times, &from->times);
}

static void write_table(const struct full_table *table, const char *name, int pairs, FILE *file)
{
    for (uint64_t i = 0; i < table->room; i++) {
        const struct full_row *row = &table->rows[i];
        if (!row->count)
            continue;
        fprintf(file, "%s\t%" PRIx64, name, row->a);
        if (pairs)
            fprintf(file, "\t%" PRIx64, row->b);
        fprintf(file, "\t%" PRIu64 "\t%" PRIu64 "\n", row->count, row->k);
    }
}

int full_counts_write(const struct full_counts *counts, FILE *file)
{
    for (unsigned i = 0; i < 4 * 256; i++)
        if (counts->operations[i >> 8][i & 255])
            fprintf(file, "operations\t%u\t%u\t%" PRIu64 "\n", i >> 8, i & 255, counts->operations[i >> 8][i & 255]);
    for (unsigned i = 0; i < 64; i++)
        if (counts->events[i])
            fprintf(file, "event\t%s\t%" PRIu64 "\t%" PRIu64 "\n", spe_event_name(i), counts->events[i],
                    counts->load_events[i]);
    write_table(&counts->branches, "branch", 1, file);
    write_table(&counts->pages, "page", 0, file);
    write_table(&counts->times, "time", 0, file);
    return fflush(file) == 0 && !ferror(file) ? 0 : -1;
}
