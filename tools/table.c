/* SPDX-License-Identifier: MIT */
/* See table.h. */
#include "table.h"

#include <stdlib.h>

#include "arrow_ipc.h"
#include "parquet.h"

struct table {
    enum table_format format;
    spe_arrow arrow;
    struct ArrowSchema schema;
    struct arrow_ipc ipc;
    struct parquet parquet;
    struct tool_output *out;
    int status;
    int has_begun; /* to write */
    /* One block, filled and written again and again, so that the system need not give its pages anew: */
    void *block;
    size_t block_size;
    int is_lent;
};

static void *get(void *context, size_t size)
{
    struct table *t = context;
    if (t->is_lent || size > t->block_size)
        return malloc(size);
    t->is_lent = 1;
    return t->block;
}

static void put(void *context, void *memory)
{
    struct table *t = context;
    if (memory == t->block)
        t->is_lent = 0;
    else
        free(memory);
}

static int no_memory(struct table *t)
{
    return t->status = tool_error("no memory", t->out->name);
}

/* Begins the file, unless it has been. */
static int begin(struct table *t)
{
    if (t->has_begun || t->status != TOOL_OK)
        return t->status;
    t->has_begun = 1;
    if (spe_arrow_schema(&t->arrow, &t->schema) != SPE_OK)
        return no_memory(t);
    t->status = t->format == TABLE_PARQUET ? parquet_begin(&t->parquet, t->out, &t->schema)
                                           : arrow_ipc_begin(&t->ipc, t->out, &t->schema);
    return t->status;
}

struct table *table_begin(enum table_format format, struct tool_output *out)
{
    struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
    struct table *t = calloc(1, sizeof *t);
    if (!t) {
        tool_error("no memory", out->name);
        return NULL;
    }
    t->format = format;
    t->out = out;
    config.rows = PARQUET_BATCH;
    config.get = get;
    config.put = put;
    config.context = t;
    spe_arrow_init(&t->arrow, &config);
    t->block = malloc(spe_arrow_block_size(&config));
    t->block_size = t->block ? spe_arrow_block_size(&config) : 0;
    return t;
}

/* Writes the rows so far. */
static int flush(struct table *t)
{
    struct ArrowArray batch;
    if (begin(t) != TOOL_OK || spe_arrow_array(&t->arrow, &batch) != 1)
        return t->status;
    t->status = t->format == TABLE_PARQUET ? parquet_put(&t->parquet, &batch) : arrow_ipc_put(&t->ipc, &batch);
    batch.release(&batch);
    return t->status;
}

int table_take(struct table *t, spe_decoder *decoder, const struct spe_arrow_core *core)
{
    int is_full = 1;
    while (t->status == TOOL_OK && (is_full = spe_arrow_take(&t->arrow, decoder, core)) == 1)
        flush(t);
    return is_full < 0 ? no_memory(t) : t->status;
}

int table_append(struct table *t, const struct spe_record *record, const struct spe_arrow_core *core)
{
    const int is_full = spe_arrow_append(&t->arrow, record, core);
    if (is_full < 0)
        return no_memory(t);
    return is_full ? flush(t) : t->status;
}

int table_end(struct table *t, int status)
{
    if (!t)
        return status;
    if (status == TOOL_OK && t->status == TOOL_OK)
        flush(t);
    status = t->status == TOOL_OK ? status : t->status;
    if (t->has_begun)
        status = t->format == TABLE_PARQUET ? parquet_end(&t->parquet, status) : arrow_ipc_end(&t->ipc, status);
    if (t->schema.release)
        t->schema.release(&t->schema);
    spe_arrow_end(&t->arrow);
    free(t->block);
    free(t);
    return status;
}
