/* SPDX-License-Identifier: MIT */
/* See parquet.h; numbers of fields are parquet.thrift's. */
#include "parquet.h"

#include <stdlib.h>

#include "parquet_format.h"
#include "thrift.h"

static int no_memory(const struct parquet *p)
{
    return tool_error("no memory", p->out->name);
}

static int put(struct parquet *p, const void *bytes, size_t size)
{
    p->at += size;
    return size ? tool_write(p->out, bytes, size) : TOOL_OK;
}

int parquet_begin(struct parquet *p, struct tool_output *out, const struct ArrowSchema *schema)
{
    *p = (struct parquet){.out = out, .count = (unsigned)schema->n_children};
    p->columns = calloc(p->count, sizeof *p->columns);
    p->work.compress = compress_begin();
    if (!p->columns || !p->work.compress)
        return no_memory(p);
    for (unsigned i = 0; i < p->count; i++) {
        if (!column_read(schema->children[i], &p->columns[i].is))
            return tool_error("no type that can be written", schema->children[i]->name);
        if (!parquet_column_begin(&p->columns[i]))
            return no_memory(p);
    }
    return put(p, PARQUET_MAGIC, strlen(PARQUET_MAGIC));
}

/* -- row groups -- */

static int physical(const struct column *c)
{
    static const int types[] = {[COLUMN_BOOL] = PARQUET_BOOLEAN, [COLUMN_WORD] = PARQUET_BYTE_ARRAY};
    if (c->kind == COLUMN_BOOL || c->kind == COLUMN_WORD)
        return types[c->kind];
    return c->width == 8 ? PARQUET_INT64 : PARQUET_INT32;
}

static void put_end_of_range(struct thrift *t, int id, const struct column *c, uint64_t value, const struct bytes *word)
{
    uint8_t number[8];
    const unsigned size = c->kind == COLUMN_BOOL ? 1 : c->width == 8 ? 8 : 4;
    bytes_store(number, value, size);
    if (c->kind == COLUMN_WORD)
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

/* What the footer says of a chunk that begins at `start`, with its dictionary of `dictionary` bytes. */
static void put_chunk(struct thrift *t, const struct parquet_column *c, uint64_t start, size_t dictionary)
{
    thrift_begin(t);
    thrift_i64(t, 2, (int64_t)start);
    thrift_struct(t, 3);
    thrift_i32(t, 1, physical(&c->is));
    put_encodings(t, c);
    thrift_list(t, 3, THRIFT_TEXT, 1);
    thrift_element_text(t, c->is.name);
    thrift_i32(t, 4, c->is_compressed ? PARQUET_ZSTD : PARQUET_UNCOMPRESSED);
    thrift_i64(t, 5, (int64_t)c->rows);
    thrift_i64(t, 6, (int64_t)c->plain_size);
    thrift_i64(t, 7, (int64_t)(dictionary + c->pages.size));
    thrift_i64(t, 9, (int64_t)(start + dictionary));
    if (dictionary)
        thrift_i64(t, 11, (int64_t)start);
    put_statistics(t, c);
    thrift_end(t);
    thrift_end(t);
}

/* Writes a chunk, and adds to *t what the footer will say of it. */
static int end_chunk(struct parquet *p, struct parquet_column *c, struct thrift *t, uint64_t *plain_size)
{
    const uint64_t start = p->at;
    p->scratch.size = 0;
    parquet_column_dictionary(c, &p->work, &p->scratch);
    if (p->scratch.is_short || parquet_column_is_short(c))
        return no_memory(p);
    put_chunk(t, c, start, p->scratch.size);
    *plain_size += c->plain_size;
    put(p, p->scratch.at, p->scratch.size);
    const int status = put(p, c->pages.at, c->pages.size);
    parquet_column_clear(c);
    return status;
}

static int end_group(struct parquet *p)
{
    struct thrift t = {&p->groups, 0, {0}};
    const uint64_t start = p->at;
    uint64_t plain_size = 0;
    int status = TOOL_OK;
    thrift_begin(&t);
    thrift_list(&t, 1, THRIFT_STRUCT, p->count);
    for (unsigned i = 0; i < p->count && status == TOOL_OK; i++)
        status = end_chunk(p, &p->columns[i], &t, &plain_size);
    thrift_i64(&t, 2, (int64_t)plain_size);
    thrift_i64(&t, 3, (int64_t)p->group_rows);
    thrift_i64(&t, 5, (int64_t)start);
    thrift_i64(&t, 6, (int64_t)(p->at - start));
    thrift_end(&t);
    p->n_groups++;
    p->rows += p->group_rows;
    p->group_rows = 0;
    return status;
}

int parquet_put(struct parquet *p, const struct ArrowArray *batch)
{
    if (!column_fits(batch, p->count) || batch->length > PARQUET_BATCH)
        return tool_error("a batch of another form than the schema's", p->out->name);
    for (unsigned i = 0; i < p->count; i++)
        parquet_column_put(&p->columns[i], &p->work, batch->children[i]);
    p->group_rows += (uint64_t)batch->length;
    return p->group_rows + PARQUET_BATCH > PARQUET_GROUP ? end_group(p) : TOOL_OK;
}

/* -- the footer -- */

/* LogicalType, a union, and what readers of before it know: ConvertedType. */
static void put_type(struct thrift *t, const struct column *c)
{
    if (c->kind == COLUMN_NUMBER) {
        const int step = c->width == 1 ? 0 : c->width == 2 ? 1 : c->width == 4 ? 2 : 3;
        thrift_i32(t, 6, (c->is_signed ? PARQUET_INT_8 : PARQUET_UINT_8) + step);
    } else if (c->kind == COLUMN_WORD)
        thrift_i32(t, 6, PARQUET_UTF8);
    thrift_struct(t, 10);
    if (c->kind == COLUMN_NUMBER) {
        thrift_struct(t, PARQUET_INTEGER);
        thrift_byte(t, 1, (uint8_t)(8 * c->width));
        thrift_bool(t, 2, c->is_signed);
    } else if (c->kind == COLUMN_TIME) {
        thrift_struct(t, PARQUET_TIMESTAMP);
        thrift_bool(t, 1, c->zone[0] != 0);
        thrift_struct(t, 2);
        thrift_struct(t, PARQUET_NANOS);
        thrift_end(t);
        thrift_end(t);
    } else
        thrift_struct(t, PARQUET_STRING);
    thrift_end(t);
    thrift_end(t);
}

static void put_leaf(struct thrift *t, const struct column *c)
{
    thrift_begin(t);
    thrift_i32(t, 1, physical(c));
    thrift_i32(t, 3, c->is_nullable ? PARQUET_OPTIONAL : PARQUET_REQUIRED);
    thrift_text(t, 4, c->name, strlen(c->name));
    if (c->kind != COLUMN_BOOL)
        put_type(t, c);
    thrift_end(t);
}

static void put_schema(struct thrift *t, const struct parquet *p)
{
    thrift_list(t, 2, THRIFT_STRUCT, (size_t)p->count + 1);
    thrift_begin(t);
    thrift_text(t, 4, "records", strlen("records"));
    thrift_i32(t, 5, (int32_t)p->count);
    thrift_end(t);
    for (unsigned i = 0; i < p->count; i++)
        put_leaf(t, &p->columns[i].is);
}

/* Values are ordered as their type is: readers believe least and most only then. */
static void put_orders(struct thrift *t, const struct parquet *p)
{
    thrift_list(t, 7, THRIFT_STRUCT, p->count);
    for (unsigned i = 0; i < p->count; i++) {
        thrift_begin(t);
        thrift_struct(t, 1);
        thrift_end(t);
        thrift_end(t);
    }
}

static int put_footer(struct parquet *p)
{
    static const char writer[] = "libspe version " SPE_VERSION_STRING;
    struct bytes *b = &p->scratch;
    struct thrift t = {b, 0, {0}};
    uint8_t size[4];
    b->size = 0;
    thrift_begin(&t);
    thrift_i32(&t, 1, 2); /* the format's version, whose integers have logical types */
    put_schema(&t, p);
    thrift_i64(&t, 3, (int64_t)p->rows);
    thrift_list(&t, 4, THRIFT_STRUCT, (size_t)p->n_groups);
    bytes_put(b, p->groups.at, p->groups.size);
    thrift_text(&t, 6, writer, strlen(writer));
    put_orders(&t, p);
    thrift_end(&t);
    if (b->is_short || p->groups.is_short)
        return no_memory(p);
    bytes_store(size, b->size, 4);
    put(p, b->at, b->size);
    put(p, size, 4);
    return put(p, PARQUET_MAGIC, strlen(PARQUET_MAGIC));
}

int parquet_end(struct parquet *p, int status)
{
    if (status == TOOL_OK && p->group_rows)
        status = end_group(p);
    if (status == TOOL_OK)
        status = put_footer(p);
    for (unsigned i = 0; p->columns && i < p->count; i++)
        parquet_column_free(&p->columns[i]);
    free(p->columns);
    if (p->work.compress)
        compress_end(p->work.compress);
    bytes_free(&p->work.page);
    bytes_free(&p->work.packed);
    bytes_free(&p->groups);
    bytes_free(&p->scratch);
    return status;
}
