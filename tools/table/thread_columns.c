/* SPDX-License-Identifier: MIT */
/* See thread_columns.h. */
#include "thread_columns.h"

#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "../system/memory.h"

const struct thread_names thread_from_words = {"contexttraceswitch", (const int32_t[]){0, 7, 12, 18}, 3};

enum { ADDED_PID, ADDED_NAME, ADDED_FROM, ADDED_IMPDEF, ADDED }; /* after the library's columns */
enum { OWN_TID = ADDED_IMPDEF, OWN }; /* of threads: the first three, and `tid`, in its place */

/* -- the schema -- */

struct wide_schema {
    struct ArrowSchema base;
    struct ArrowSchema added[ADDED], words;
    struct ArrowSchema *children[]; /* the library's, then `added` */
};

static void keep(struct ArrowSchema *schema)
{
    schema->release = NULL; /* its parent has its memory */
}

static void release_schema(struct ArrowSchema *schema)
{
    struct wide_schema *wide = schema->private_data;
    wide->base.release(&wide->base);
    free(wide);
    schema->release = NULL;
}

void thread_columns_schema(struct ArrowSchema *schema)
{
    static const struct ArrowSchema words = {.format = "u", .release = keep};
    static const struct ArrowSchema added[ADDED] = {
        [ADDED_PID] = {.format = "I", .name = "pid", .flags = ARROW_FLAG_NULLABLE, .release = keep},
        [ADDED_NAME] = {.format = "i", .name = "thread_name", .flags = ARROW_FLAG_NULLABLE, .release = keep},
        [ADDED_FROM] = {.format = "c", .name = "tid_from", .flags = ARROW_FLAG_NULLABLE, .release = keep},
        [ADDED_IMPDEF] = {.format = "u", .name = "impdef", .flags = ARROW_FLAG_NULLABLE, .release = keep},
    };
    const size_t n = (size_t)schema->n_children;
    struct wide_schema *wide = tool_malloc(sizeof *wide + (n + ADDED) * sizeof(struct ArrowSchema *));
    wide->base = *schema;
    wide->words = words;
    memcpy(wide->added, added, sizeof added);
    memcpy(wide->children, schema->children, n * sizeof(struct ArrowSchema *));
    for (size_t i = 0; i < ADDED; i++)
        wide->children[n + i] = &wide->added[i];
    wide->added[ADDED_NAME].dictionary = wide->added[ADDED_FROM].dictionary = &wide->words;
    schema->n_children += ADDED;
    schema->children = wide->children;
    schema->private_data = wide;
    schema->release = release_schema;
}

/* -- batches -- */

struct wide_batch {
    struct ArrowArray base;
    struct ArrowArray own[OWN], names, words, impdef;
    const void *buffers[OWN][2], *of_names[3], *of_words[3], *of_impdef[3];
    uint8_t *memory;       /* values and validity of the own columns; NULL if all are null, as the next two */
    uint8_t *cells, *text; /* of `impdef`: its validity and ends; its values */
    uint8_t *values[OWN], *validity[OWN];
    struct ArrowArray *children[];
};

static const unsigned widths[OWN] = {[ADDED_PID] = 4, [ADDED_NAME] = 4, [ADDED_FROM] = 1, [OWN_TID] = 4};

static void keep_array(struct ArrowArray *array)
{
    array->release = NULL;
}

static void free_own(struct wide_batch *wide)
{
    free(wide->memory);
    free(wide->cells);
    free(wide->text);
    free(wide);
}

static void release_batch(struct ArrowArray *batch)
{
    struct wide_batch *wide = batch->private_data;
    wide->base.release(&wide->base);
    free_own(wide);
    batch->release = NULL;
}

static int has_value(const struct ArrowArray *column, size_t i)
{
    const uint8_t *validity = column->buffers[0];
    return !validity || column_has(validity, i);
}

/* The value of a column of 32-bit numbers; THREAD_NONE if it is null. */
static uint32_t number_at(const struct ArrowArray *column, size_t i)
{
    return has_value(column, i) ? ((const uint32_t *)column->buffers[1])[i] : THREAD_NONE;
}

static struct thread_clues clues_of(const struct ArrowArray *base, size_t i)
{
    const struct ArrowArray *time = base->children[SPE_COLUMN_TIME_NS], *level = base->children[SPE_COLUMN_PC_EL];
    return (struct thread_clues){
        .cpu = number_at(base->children[SPE_COLUMN_CPU], i),
        .traced = number_at(base->children[SPE_COLUMN_TID], i),
        .context = number_at(base->children[SPE_COLUMN_CONTEXT], i),
        .level = has_value(level, i) ? ((const uint8_t *)level->buffers[1])[i] : THREAD_NONE,
        .time = has_value(time, i) ? ((const uint64_t *)time->buffers[1])[i] : UINT64_MAX,
    };
}

/* Stores a value; null is 0. */
static void put_value(struct wide_batch *wide, unsigned column, size_t i, uint32_t value)
{
    const int is_null = value == THREAD_NONE;
    const uint32_t stored = is_null ? 0 : value;
    if (widths[column] == 4)
        memcpy(wide->values[column] + 4 * i, &stored, 4);
    else
        wide->values[column][i] = (uint8_t)stored;
    wide->validity[column][i / 8] |= (uint8_t)(!is_null << i % 8);
    wide->own[column].null_count += is_null;
}

static void find_all(struct wide_batch *wide, const struct thread_finder *finder)
{
    const size_t n = (size_t)wide->base.length, bits = (n + 63) / 64 * 8;
    uint8_t *at = wide->memory = tool_calloc(1, OWN * bits + (n + 1) / 2 * 8 * OWN);
    for (unsigned c = 0; c < OWN; c++) {
        wide->own[c].null_count = 0;
        wide->buffers[c][0] = wide->validity[c] = at;
        wide->buffers[c][1] = wide->values[c] = at + bits;
        at += bits + (n * widths[c] + 7) / 8 * 8;
    }
    for (size_t i = 0; i < n; i++) {
        const struct thread_clues clues = clues_of(&wide->base, i);
        const struct record_thread who = finder->find(finder->context, &clues);
        put_value(wide, OWN_TID, i, who.tid);
        put_value(wide, ADDED_PID, i, who.pid);
        put_value(wide, ADDED_NAME, i, who.name);
        put_value(wide, ADDED_FROM, i, who.tid == THREAD_NONE ? THREAD_NONE : (uint32_t)who.from);
    }
}

/* Takes the cells of the records that have IMPLEMENTATION DEFINED packets; those without text are null. */
static void take_cells(struct wide_batch *wide, struct impdef_cells *cells)
{
    const size_t n = (size_t)wide->base.length, bits = (n + 63) / 64 * 8;
    const uint32_t *flags = wide->base.children[SPE_COLUMN_FLAGS]->buffers[1], *sizes = (const void *)cells->sizes.at;
    uint8_t *validity = wide->cells = tool_calloc(1, bits + (n + 1) * 4);
    uint32_t *ends = (uint32_t *)(void *)(validity + bits);
    for (size_t i = 0; i < n; i++) {
        const uint32_t size = flags[i] & SPE_RECORD_IMPDEF ? *sizes++ : 0;
        ends[i + 1] = ends[i] + size;
        validity[i / 8] |= (uint8_t)((size != 0) << i % 8);
        wide->impdef.null_count -= size != 0;
    }
    wide->of_impdef[0] = validity;
    wide->of_impdef[1] = ends;
    wide->of_impdef[2] = wide->text = cells->text.at;
    cells->text = (struct bytes){0};
    cells->sizes.size = 0;
}

/* A column of null. */
static void set_null(struct ArrowArray *out, int64_t rows, int64_t n_buffers, const void **buffers)
{
    static const uint32_t zeros[THREAD_COLUMNS_ROWS + 1];
    buffers[0] = buffers[1] = buffers[n_buffers - 1] = zeros;
    *out = (struct ArrowArray){
        .length = rows, .null_count = rows, .n_buffers = n_buffers, .buffers = buffers, .release = keep_array};
}

static void set_dictionary(struct ArrowArray *out, const void *buffers[3], const struct thread_names *words)
{
    buffers[1] = words->ends;
    buffers[2] = words->text;
    *out =
        (struct ArrowArray){.length = (int64_t)words->count, .n_buffers = 3, .buffers = buffers, .release = keep_array};
}

void thread_columns_batch(struct ArrowArray *batch, const struct thread_finder *finder, struct impdef_cells *cells)
{
    const size_t n = (size_t)batch->n_children;
    struct wide_batch *wide = tool_calloc(1, sizeof *wide + (n + ADDED) * sizeof(struct ArrowArray *));
    wide->base = *batch;
    for (unsigned c = 0; c < OWN; c++)
        set_null(&wide->own[c], batch->length, 2, wide->buffers[c]);
    set_null(&wide->impdef, batch->length, 3, wide->of_impdef);
    if (finder->knows)
        find_all(wide, finder);
    if (cells->sizes.size)
        take_cells(wide, cells);
    set_dictionary(&wide->names, wide->of_names, &finder->names);
    set_dictionary(&wide->words, wide->of_words, &thread_from_words);
    wide->own[ADDED_NAME].dictionary = &wide->names;
    wide->own[ADDED_FROM].dictionary = &wide->words;
    memcpy(wide->children, batch->children, n * sizeof(struct ArrowArray *));
    wide->children[SPE_COLUMN_TID] = &wide->own[OWN_TID];
    for (size_t i = 0; i < ADDED; i++)
        wide->children[n + i] = i == ADDED_IMPDEF ? &wide->impdef : &wide->own[i];
    batch->n_children += ADDED;
    batch->children = wide->children;
    batch->private_data = wide;
    batch->release = release_batch;
}
