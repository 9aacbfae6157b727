/* SPDX-License-Identifier: MIT */
/* See parquet_groups.h; numbers of fields are parquet.thrift's. */
#include "parquet_groups.h"

#include <stdlib.h>

#include "../system/message.h"
#include "../system/memory.h"
#include "parquet_format.h"
#include "thrift.h"

int parquet_groups_begin(struct parquet_groups *g, const struct ArrowSchema *schema)
{
    *g = (struct parquet_groups){.count = (unsigned)schema->n_children};
    g->columns = tool_calloc(g->count, sizeof *g->columns);
    g->work.compress = compress_begin();
    for (unsigned i = 0; i < g->count; i++) {
        if (!column_read(schema->children[i], &g->columns[i].is))
            return tool_error("a column type that cannot be written", schema->children[i]->name);
        parquet_column_begin(&g->columns[i]);
    }
    return TOOL_OK;
}

void parquet_groups_free(struct parquet_groups *g)
{
    for (unsigned i = 0; g->columns && i < g->count; i++)
        parquet_column_free(&g->columns[i]);
    free(g->columns);
    if (g->work.compress)
        compress_end(g->work.compress);
    bytes_free(&g->work.page);
    bytes_free(&g->work.packed);
    bytes_free(&g->data);
    bytes_free(&g->footer);
    bytes_free(&g->places);
}

void parquet_groups_clear(struct parquet_groups *g)
{
    g->data.size = g->footer.size = g->places.size = 0;
    g->n = g->rows = 0;
}

/* -- what the footer says of a chunk -- */

int parquet_physical(const struct column *c)
{
    if (c->kind == COLUMN_BOOL || column_is_text(c))
        return c->kind == COLUMN_BOOL ? PARQUET_BOOLEAN : PARQUET_BYTE_ARRAY;
    return c->width == 8 ? PARQUET_INT64 : PARQUET_INT32;
}

static void put_end_of_range(struct thrift *t, int id, const struct column *c, uint64_t value, const struct bytes *word)
{
    uint8_t number[8];
    const unsigned size = c->kind == COLUMN_BOOL ? 1 : c->width == 8 ? 8 : 4;
    bytes_store(number, value, size);
    if (column_is_text(c))
        thrift_text(t, id, word->at, word->size);
    else
        thrift_text(t, id, number, size);
}

static void put_statistics(struct thrift *t, const struct parquet_column *c)
{
    thrift_struct(t, 12);
    thrift_i64(t, 3, (int64_t)c->nulls);
    if (c->has_range) {
        put_end_of_range(t, 5, &c->is, c->most, &c->most_word);
        put_end_of_range(t, 6, &c->is, c->least, &c->least_word);
    }
    thrift_end(t);
}

static void put_encodings(struct thrift *t, const struct parquet_column *c)
{
    thrift_list(t, 2, THRIFT_I32, 2u + (c->has_places != 0) + (c->has_differences != 0));
    thrift_element_i32(t, PARQUET_PLAIN);
    thrift_element_i32(t, PARQUET_RLE);
    if (c->has_differences)
        thrift_element_i32(t, PARQUET_DELTA_BINARY_PACKED);
    if (c->has_places)
        thrift_element_i32(t, PARQUET_RLE_DICTIONARY);
}

/* A place in the file, of which only the distance from the first group is known yet. */
static void put_place(struct parquet_groups *g, struct thrift *t, int id, uint64_t offset)
{
    thrift_i64_later(t, id);
    const struct parquet_place place = {g->footer.size, offset};
    bytes_put(&g->places, &place, sizeof place);
}

/* What the footer says of a chunk that begins at `start`, with its dictionary of `dictionary` bytes. */
static void put_chunk(struct parquet_groups *g, struct thrift *t, const struct parquet_column *c, uint64_t start,
                      size_t dictionary)
{
    thrift_begin(t);
    put_place(g, t, 2, start);
    thrift_struct(t, 3);
    thrift_i32(t, 1, parquet_physical(&c->is));
    put_encodings(t, c);
    thrift_list(t, 3, THRIFT_TEXT, 1);
    thrift_element_text(t, c->is.name);
    thrift_i32(t, 4, c->is_compressed ? PARQUET_ZSTD : PARQUET_UNCOMPRESSED);
    thrift_i64(t, 5, (int64_t)c->rows);
    thrift_i64(t, 6, (int64_t)c->plain_size);
    thrift_i64(t, 7, (int64_t)(dictionary + c->pages.size));
    put_place(g, t, 9, start + dictionary);
    if (dictionary)
        put_place(g, t, 11, start);
    put_statistics(t, c);
    thrift_end(t);
    thrift_end(t);
}

/* -- row groups -- */

/* Completes a chunk, and adds to *t what the footer will say of it. */
static void end_chunk(struct parquet_groups *g, struct parquet_column *c, struct thrift *t, uint64_t *plain_size)
{
    const size_t start = g->data.size;
    parquet_column_dictionary(c, &g->work, &g->data);
    put_chunk(g, t, c, start, g->data.size - start);
    *plain_size += c->plain_size;
    bytes_put(&g->data, c->pages.at, c->pages.size);
    parquet_column_clear(c);
}

void parquet_groups_end(struct parquet_groups *g)
{
    struct thrift t = {&g->footer, 0, {0}};
    const uint64_t start = g->data.size;
    uint64_t plain_size = 0;
    if (!g->group_rows)
        return;
    thrift_begin(&t);
    thrift_list(&t, 1, THRIFT_STRUCT, g->count);
    for (unsigned i = 0; i < g->count; i++)
        end_chunk(g, &g->columns[i], &t, &plain_size);
    thrift_i64(&t, 2, (int64_t)plain_size);
    thrift_i64(&t, 3, (int64_t)g->group_rows);
    put_place(g, &t, 5, start);
    thrift_i64(&t, 6, (int64_t)(g->data.size - start));
    thrift_end(&t);
    g->n++;
    g->rows += g->group_rows;
    g->group_rows = 0;
}

int parquet_groups_put(struct parquet_groups *g, const struct ArrowArray *batch)
{
    if (!column_fits(batch, g->count) || batch->length > PARQUET_BATCH)
        return tool_error("a batch that does not fit the schema", "Parquet");
    for (unsigned i = 0; i < g->count; i++)
        parquet_column_put(&g->columns[i], &g->work, batch->children[i]);
    g->group_rows += (uint64_t)batch->length;
    if (g->group_rows + PARQUET_BATCH > PARQUET_GROUP)
        parquet_groups_end(g);
    return TOOL_OK;
}
