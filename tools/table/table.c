/* SPDX-License-Identifier: MIT */
/* See table.h. */
#include "table.h"

#include <stdlib.h>

#include "arrow_ipc.h"
#include "parquet.h"
#include "thread_columns.h"
#include "../system/memory.h"

#define SLICE_BLOCKS 8                         /* batches of a slice that wait for the table, ... */
#define SLICE_GROUPS ((size_t)64 << 20)        /* ... or bytes of row groups */
#define SLICE_INPUT (((size_t)1 << 20) - 8192) /* makes a batch of usual records, which have up to 64 bytes */

_Static_assert(PARQUET_BATCH <= THREAD_COLUMNS_ROWS, "batches have no more rows");

struct table {
    enum table_format format;
    const struct thread_finder *finder;
    struct ArrowSchema schema;
    struct arrow_ipc ipc;
    struct parquet parquet;
    struct tool_output *out;
    int status;
    int has_begun;            /* writing has begun */
    struct table_slice *rows; /* those that are added one by one */
};

static void *get(void *context, size_t size)
{
    (void)context;
    return tool_malloc(size);
}

static void put(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* Begins the file, unless it has been. */
static int begin(struct table *t)
{
    if (t->has_begun || t->status != TOOL_OK)
        return t->status;
    t->has_begun = 1;
    t->status = t->format == TABLE_PARQUET ? parquet_begin(&t->parquet, t->out, &t->schema)
                                           : arrow_ipc_begin(&t->ipc, t->out, &t->schema);
    return t->status;
}

struct table *table_begin(enum table_format format, struct tool_output *out, const struct thread_finder *finder)
{
    struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
    spe_arrow arrow;
    struct table *t = tool_calloc(1, sizeof *t);
    t->format = format;
    t->finder = finder;
    t->out = out;
    config.get = get;
    config.put = put;
    spe_arrow_init(&arrow, &config);
    spe_arrow_schema(&arrow, &t->schema);
    thread_columns_schema(&t->schema);
    return t;
}

/* -- slices -- */

struct table_slice {
    enum table_format format;
    const struct thread_finder *finder;
    int status;
    spe_arrow arrow;
    struct impdef_cells impdef;    /* of the rows that are in no batch yet */
    struct parquet_groups *groups; /* of Parquet: complete row groups */
    struct ArrowArray batches[SLICE_BLOCKS + 2];
    unsigned n_batches; /* of Arrow: complete batches */
    /* Blocks for batches, which are used again and again: */
    size_t block_size;
    struct table_block {
        void *at;
        int is_lent;
    } blocks[SLICE_BLOCKS + 3];
};

static void *get_block(void *context, size_t size)
{
    struct table_slice *p = context;
    for (unsigned i = 0; i < SLICE_BLOCKS + 3 && size <= p->block_size; i++) {
        struct table_block *block = &p->blocks[i];
        if (block->is_lent)
            continue;
        if (!block->at)
            block->at = tool_malloc(p->block_size);
        block->is_lent = 1;
        return block->at;
    }
    return tool_malloc(size);
}

static void put_block(void *context, void *memory)
{
    struct table_slice *p = context;
    for (unsigned i = 0; i < SLICE_BLOCKS + 3; i++)
        if (p->blocks[i].at == memory) {
            p->blocks[i].is_lent = 0;
            return;
        }
    free(memory);
}

struct table_slice *table_slice_begin(struct table *t)
{
    struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
    struct table_slice *p = tool_calloc(1, sizeof *p);
    p->format = t->format;
    p->finder = t->finder;
    config.rows = PARQUET_BATCH;
    config.get = get_block;
    config.put = put_block;
    config.context = p;
    p->block_size = spe_arrow_block_size(&config);
    spe_arrow_init(&p->arrow, &config);
    if (p->format != TABLE_PARQUET)
        return p;
    p->groups = tool_calloc(1, sizeof *p->groups);
    p->status = parquet_groups_begin(p->groups, &t->schema);
    if (p->status == TOOL_OK)
        return p;
    table_slice_free(p);
    return NULL;
}

static void release_batches(struct table_slice *p)
{
    while (p->n_batches) {
        struct ArrowArray *batch = &p->batches[--p->n_batches];
        batch->release(batch);
    }
}

void table_slice_free(struct table_slice *p)
{
    if (!p)
        return;
    release_batches(p);
    impdef_clear(&p->impdef);
    spe_arrow_end(&p->arrow);
    if (p->groups)
        parquet_groups_free(p->groups);
    free(p->groups);
    for (unsigned i = 0; i < SLICE_BLOCKS + 3; i++)
        free(p->blocks[i].at);
    free(p);
}

/* Completes a batch. */
static int end_batch(struct table_slice *p)
{
    struct ArrowArray batch;
    if (spe_arrow_array(&p->arrow, &batch) != 1)
        return p->status;
    thread_columns_batch(&batch, p->finder, &p->impdef);
    if (p->format == TABLE_ARROW) {
        p->batches[p->n_batches++] = batch;
        return p->status;
    }
    p->status = parquet_groups_put(p->groups, &batch);
    batch.release(&batch);
    return p->status;
}

int table_slice_is_large(const struct table_slice *p)
{
    return p->format == TABLE_ARROW ? p->n_batches == SLICE_BLOCKS : p->groups->data.size > SLICE_GROUPS;
}

int table_slice_take(struct table_slice *p, spe_decoder *decoder, const struct spe_arrow_core *core)
{
    while (p->status == TOOL_OK && !table_slice_is_large(p) && spe_arrow_take(&p->arrow, decoder, core) == 1)
        end_batch(p);
    return p->status;
}

int table_slice_append(struct table_slice *p, const struct spe_record *record, const uint8_t *bytes,
                       const struct spe_arrow_core *core)
{
    impdef_add(&p->impdef, record, bytes);
    return spe_arrow_append(&p->arrow, record, core) ? end_batch(p) : p->status;
}

int table_slice_end(struct table_slice *p)
{
    end_batch(p);
    if (p->format == TABLE_PARQUET)
        parquet_groups_end(p->groups);
    return p->status;
}

void table_slice_clear(struct table_slice *p)
{
    end_batch(p);
    impdef_clear(&p->impdef);
    release_batches(p);
    if (p->format == TABLE_PARQUET) {
        parquet_groups_end(p->groups);
        parquet_groups_clear(p->groups);
    }
}

int table_put(struct table *t, struct table_slice *p)
{
    if (begin(t) == TOOL_OK && p->format == TABLE_PARQUET)
        t->status = parquet_take(&t->parquet, p->groups);
    for (unsigned i = 0; i < p->n_batches && t->status == TOOL_OK; i++)
        t->status = arrow_ipc_put(&t->ipc, &p->batches[i]);
    release_batches(p);
    return t->status;
}

size_t table_slice_input(enum table_format format)
{
    return format == TABLE_PARQUET ? PARQUET_GROUP / PARQUET_BATCH * SLICE_INPUT : SLICE_INPUT;
}

/* -- rows that are added one by one -- */

/* Writes complete batches, and row groups. */
static int put_rows(struct table *t, int status)
{
    t->status = t->status == TOOL_OK ? status : t->status;
    return t->rows->n_batches || (t->rows->groups && t->rows->groups->n) ? table_put(t, t->rows) : t->status;
}

int table_append(struct table *t, const struct spe_record *record, const uint8_t *bytes,
                 const struct spe_arrow_core *core)
{
    if (!t->rows && t->status == TOOL_OK)
        t->rows = table_slice_begin(t);
    return t->rows ? put_rows(t, table_slice_append(t->rows, record, bytes, core)) : (t->status = TOOL_FAILED);
}

int table_end_file(struct table *t)
{
    return t->rows ? put_rows(t, end_batch(t->rows)) : t->status;
}

/* -- the end -- */

int table_end(struct table *t, int status)
{
    if (!t)
        return status;
    if (status == TOOL_OK && begin(t) == TOOL_OK && t->rows)
        put_rows(t, table_slice_end(t->rows));
    status = t->status == TOOL_OK ? status : t->status;
    if (t->has_begun)
        status = t->format == TABLE_PARQUET ? parquet_end(&t->parquet, status) : arrow_ipc_end(&t->ipc, status);
    if (t->schema.release)
        t->schema.release(&t->schema);
    table_slice_free(t->rows);
    free(t);
    return status;
}
