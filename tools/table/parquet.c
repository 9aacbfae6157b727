/* SPDX-License-Identifier: MIT */
/* See parquet.h. The numbers of fields are those of parquet.thrift. */
#include "parquet.h"

#include "parquet_format.h"
#include "thrift.h"

static int put(struct parquet *p, const void *bytes, size_t size)
{
    p->at += size;
    return size ? tool_write(p->out, bytes, size) : TOOL_OK;
}

int parquet_begin(struct parquet *p, struct tool_output *out, const struct ArrowSchema *schema)
{
    *p = (struct parquet){.out = out};
    const int status = parquet_groups_begin(&p->own, schema);
    return status == TOOL_OK ? put(p, PARQUET_MAGIC, strlen(PARQUET_MAGIC)) : status;
}

/* -- row groups -- */

/* Adds to the footer what it says of groups that begin where the file ends now. */
static void put_groups(struct parquet *p, const struct parquet_groups *g)
{
    const struct parquet_place *places = (const void *)g->places.at;
    const size_t n = g->places.size / sizeof *places;
    uint64_t at = 0;
    for (size_t i = 0; i < n; at = places[i++].at) {
        bytes_put(&p->groups, g->footer.at + at, (size_t)(places[i].at - at));
        thrift_signed(&p->groups, (int64_t)(p->at + places[i].offset));
    }
    bytes_put(&p->groups, g->footer.at + at, g->footer.size - (size_t)at);
}

int parquet_take(struct parquet *p, struct parquet_groups *g)
{
    if (!g->n)
        return TOOL_OK;
    put_groups(p, g);
    p->n_groups += g->n;
    p->rows += g->rows;
    const int status = put(p, g->data.at, g->data.size);
    parquet_groups_clear(g);
    return status;
}

/* -- the footer -- */

/* LogicalType, which is a union, and ConvertedType for older readers. */
static void put_type(struct thrift *t, const struct column *c)
{
    if (c->kind == COLUMN_NUMBER) {
        const int step = c->width == 1 ? 0 : c->width == 2 ? 1 : c->width == 4 ? 2 : 3;
        thrift_i32(t, 6, (c->is_signed ? PARQUET_INT_8 : PARQUET_UINT_8) + step);
    } else if (column_is_text(c))
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
    thrift_i32(t, 1, parquet_physical(c));
    thrift_i32(t, 3, c->is_nullable ? PARQUET_OPTIONAL : PARQUET_REQUIRED);
    thrift_text(t, 4, c->name, strlen(c->name));
    if (c->kind != COLUMN_BOOL)
        put_type(t, c);
    thrift_end(t);
}

static void put_schema(struct thrift *t, const struct parquet *p)
{
    thrift_list(t, 2, THRIFT_STRUCT, (size_t)p->own.count + 1);
    thrift_begin(t);
    thrift_text(t, 4, "records", strlen("records"));
    thrift_i32(t, 5, (int32_t)p->own.count);
    thrift_end(t);
    for (unsigned i = 0; i < p->own.count; i++)
        put_leaf(t, &p->own.columns[i].is);
}

/* Declares that values are ordered by their type: only with this do readers use the least and greatest values. */
static void put_orders(struct thrift *t, const struct parquet *p)
{
    thrift_list(t, 7, THRIFT_STRUCT, p->own.count);
    for (unsigned i = 0; i < p->own.count; i++) {
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
    thrift_i32(&t, 1, 2); /* the format's version in which integers have logical types */
    put_schema(&t, p);
    thrift_i64(&t, 3, (int64_t)p->rows);
    thrift_list(&t, 4, THRIFT_STRUCT, (size_t)p->n_groups);
    bytes_put(b, p->groups.at, p->groups.size);
    thrift_text(&t, 6, writer, strlen(writer));
    put_orders(&t, p);
    thrift_end(&t);
    bytes_store(size, b->size, 4);
    put(p, b->at, b->size);
    put(p, size, 4);
    return put(p, PARQUET_MAGIC, strlen(PARQUET_MAGIC));
}

int parquet_end(struct parquet *p, int status)
{
    parquet_groups_end(&p->own);
    if (status == TOOL_OK)
        status = parquet_take(p, &p->own);
    if (status == TOOL_OK)
        status = put_footer(p);
    parquet_groups_free(&p->own);
    bytes_free(&p->groups);
    bytes_free(&p->scratch);
    return status;
}
