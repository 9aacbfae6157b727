/* SPDX-License-Identifier: MIT */
/* See arrow_ipc.h. The numbers are those of Arrow's Message.fbs and Schema.fbs. */
#include "arrow_ipc.h"

#include <stdlib.h>

#include "flatbuffer.h"
#include "../system/memory.h"

enum { VERSION_5 = 4 };
enum { HEADER_SCHEMA = 1, HEADER_DICTIONARY = 2, HEADER_BATCH = 3 };
enum { TYPE_INT = 2, TYPE_UTF8 = 5, TYPE_BOOL = 6, TYPE_TIMESTAMP = 10 };
enum { UNIT_NANOSECOND = 3 };

#define PREFIX 8 /* bytes before a message: a mark and its size */
#define ALIGN 8  /* of messages and buffers */
#define MARK 0xffffffff

static uint64_t padded(uint64_t size)
{
    return (size + ALIGN - 1) & ~(uint64_t)(ALIGN - 1);
}

static int is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

/* -- messages -- */

/* Begins a message of that type, with a body of that many bytes. Returns the place that refers to its header. */
static flatbuffer_place begin_message(struct arrow_ipc *ipc, unsigned kind, uint64_t body)
{
    struct flatbuffer_field fields[] = {
        {3, 8, body, 0}, {2, FLATBUFFER_REFERENCE}, {0, 2, VERSION_5, 0}, {1, 1, kind, 0}};
    ipc->message.size = 0;
    flatbuffer_table(&ipc->message, flatbuffer_begin(&ipc->message), fields, 4);
    return fields[1].place;
}

/* Writes the message after its prefix; until arrow_ipc_end() the first bytes of the file are placeholders. */
static int put_message(struct arrow_ipc *ipc, const uint8_t *unfinished)
{
    uint8_t prefix[PREFIX];
    bytes_align(&ipc->message, ALIGN);
    bytes_store(prefix, MARK, 4);
    bytes_store(prefix + 4, ipc->message.size, 4);
    if (unfinished)
        memcpy(ipc->front, prefix, PREFIX);
    tool_write(ipc->out, unfinished ? unfinished : prefix, PREFIX);
    return tool_write(ipc->out, ipc->message.at, ipc->message.size);
}

/* -- the schema -- */

static void put_int(struct bytes *b, flatbuffer_place from, const struct column *c)
{
    struct flatbuffer_field fields[] = {{0, 4, 8 * c->width, 0}, {1, 1, c->is_signed != 0, 0}};
    flatbuffer_table(b, from, fields, 2);
}

static void put_type(struct bytes *b, flatbuffer_place from, const struct column *c)
{
    struct flatbuffer_field time[] = {{1, FLATBUFFER_REFERENCE}, {0, 2, UNIT_NANOSECOND, 0}};
    const unsigned has_zone = c->zone[0] != 0;
    if (c->kind == COLUMN_NUMBER)
        put_int(b, from, c);
    else if (c->kind == COLUMN_TIME)
        flatbuffer_table(b, from, time + !has_zone, 1 + has_zone);
    else
        flatbuffer_table(b, from, NULL, 0);
    if (c->kind == COLUMN_TIME && has_zone)
        flatbuffer_string(b, time[0].place, c->zone);
}

/* Dictionaries are numbered as columns are. */
static void put_encoding(struct bytes *b, flatbuffer_place from, const struct column *c, uint64_t id)
{
    struct flatbuffer_field fields[] = {{0, 8, id, 0}, {1, FLATBUFFER_REFERENCE}};
    flatbuffer_table(b, from, fields, 2);
    put_int(b, fields[1].place, c);
}

static void put_field(struct bytes *b, flatbuffer_place from, const struct column *c, uint64_t id)
{
    static const uint8_t types[] = {[COLUMN_BOOL] = TYPE_BOOL,
                                    [COLUMN_NUMBER] = TYPE_INT,
                                    [COLUMN_TIME] = TYPE_TIMESTAMP,
                                    [COLUMN_WORD] = TYPE_UTF8,
                                    [COLUMN_TEXT] = TYPE_UTF8};
    struct flatbuffer_field fields[] = {{0, FLATBUFFER_REFERENCE}, {3, FLATBUFFER_REFERENCE},
                                        {5, FLATBUFFER_REFERENCE}, {1, 1, c->is_nullable != 0, 0},
                                        {2, 1, types[c->kind], 0}, {4, FLATBUFFER_REFERENCE}};
    const unsigned is_word = c->kind == COLUMN_WORD;
    flatbuffer_table(b, from, fields, 5 + is_word);
    flatbuffer_string(b, fields[0].place, c->name);
    put_type(b, fields[1].place, c);
    flatbuffer_references(b, fields[2].place, 0);
    if (is_word)
        put_encoding(b, fields[5].place, c, id);
}

static int put_schema(struct arrow_ipc *ipc)
{
    static const uint8_t unfinished[PREFIX] = "cut off";
    struct bytes *b = &ipc->message;
    struct flatbuffer_field fields[] = {{1, FLATBUFFER_REFERENCE}, {0, 2, (uint64_t)is_big_endian(), 0}};
    flatbuffer_table(b, begin_message(ipc, HEADER_SCHEMA, 0), fields, 2);
    const flatbuffer_place first = flatbuffer_references(b, fields[0].place, ipc->count);
    for (unsigned i = 0; i < ipc->count; i++)
        put_field(b, first + 4 * i, &ipc->columns[i], i);
    return put_message(ipc, ipc->out->ours ? unfinished : NULL);
}

/* Reads the schema. Returns TOOL_OK, or TOOL_FAILED after a message. */
static int read_schema(struct arrow_ipc *ipc, const struct ArrowSchema *schema)
{
    ipc->count = (unsigned)schema->n_children;
    ipc->columns = tool_calloc(ipc->count, sizeof *ipc->columns);
    ipc->sent = tool_calloc(ipc->count, sizeof *ipc->sent);
    ipc->pieces = tool_calloc(ipc->count, 3 * sizeof *ipc->pieces);
    for (unsigned i = 0; i < ipc->count; i++)
        if (!column_read(schema->children[i], &ipc->columns[i]))
            return tool_error("a column type that cannot be written", schema->children[i]->name);
    return TOOL_OK;
}

int arrow_ipc_begin(struct arrow_ipc *ipc, struct tool_output *out, const struct ArrowSchema *schema)
{
    *ipc = (struct arrow_ipc){.out = out};
    return read_schema(ipc, schema) == TOOL_OK ? put_schema(ipc) : TOOL_FAILED;
}

/* -- batches -- */

static uint64_t bits(int64_t n)
{
    return ((uint64_t)n + 7) / 8;
}

/* Validity and values of a column, which for texts are their ends and the texts. Returns the number of pieces. */
static unsigned read_pieces(const struct column *c, const struct ArrowArray *array, struct arrow_ipc_piece *out)
{
    const int is_text = c->kind == COLUMN_TEXT;
    out[0] = (struct arrow_ipc_piece){array->buffers[0], column_nulls(array) ? bits(array->length) : 0};
    out[1] = (struct arrow_ipc_piece){array->buffers[1], c->kind == COLUMN_BOOL
                                                             ? bits(array->length)
                                                             : (uint64_t)(array->length + is_text) * c->width};
    if (is_text)
        out[2] =
            (struct arrow_ipc_piece){array->buffers[2], (uint64_t)((const int32_t *)array->buffers[1])[array->length]};
    return 2 + (unsigned)is_text;
}

/* A node, or a buffer. */
static void put_pair(struct bytes *b, uint64_t first, uint64_t second)
{
    uint8_t pair[16];
    bytes_store(pair, first, 8);
    bytes_store(pair + 8, second, 8);
    bytes_put(b, pair, sizeof pair);
}

/* A RecordBatch: `arrays` are its nodes, `pieces` its body. */
static void put_batch(struct bytes *b, flatbuffer_place from, struct ArrowArray *const *arrays, size_t n_arrays,
                      const struct arrow_ipc_piece *pieces, size_t n_pieces)
{
    const uint64_t length = n_arrays ? (uint64_t)arrays[0]->length : 0;
    struct flatbuffer_field fields[] = {{0, 8, length, 0}, {1, FLATBUFFER_REFERENCE}, {2, FLATBUFFER_REFERENCE}};
    uint64_t at = 0;
    flatbuffer_table(b, from, fields, 3);
    flatbuffer_structs(b, fields[1].place, n_arrays);
    for (size_t i = 0; i < n_arrays; i++)
        put_pair(b, (uint64_t)arrays[i]->length, (uint64_t)column_nulls(arrays[i]));
    flatbuffer_structs(b, fields[2].place, n_pieces);
    for (size_t i = 0; i < n_pieces; at += padded(pieces[i++].size))
        put_pair(b, at, pieces[i].size);
}

static uint64_t body_size(const struct arrow_ipc_piece *pieces, size_t n)
{
    uint64_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += padded(pieces[i].size);
    return size;
}

/* Writes a message and its body, directly from memory. */
static int put_body(struct arrow_ipc *ipc, const struct arrow_ipc_piece *pieces, size_t n)
{
    static const uint8_t zeros[ALIGN];
    int status = put_message(ipc, NULL);
    for (size_t i = 0; i < n && status == TOOL_OK; i++) {
        if (pieces[i].size)
            tool_write(ipc->out, pieces[i].at, (size_t)pieces[i].size);
        status = tool_write(ipc->out, zeros, (size_t)(padded(pieces[i].size) - pieces[i].size));
    }
    return status;
}

static int put_dictionary(struct arrow_ipc *ipc, struct ArrowArray *words, uint64_t id)
{
    const int32_t *ends = words->buffers[1];
    const uint64_t n = (uint64_t)words->length;
    const struct arrow_ipc_piece pieces[] = {{NULL, 0}, {ends, (n + 1) * 4}, {words->buffers[2], (uint64_t)ends[n]}};
    struct flatbuffer_field fields[] = {{0, 8, id, 0}, {1, FLATBUFFER_REFERENCE}};
    const flatbuffer_place from = begin_message(ipc, HEADER_DICTIONARY, body_size(pieces, 3));
    flatbuffer_table(&ipc->message, from, fields, 2);
    put_batch(&ipc->message, fields[1].place, &words, 1, pieces, 3);
    return put_body(ipc, pieces, 3);
}

/* Sends dictionaries before the first batch, and again if they have grown. */
static int put_dictionaries(struct arrow_ipc *ipc, const struct ArrowArray *batch)
{
    int status = TOOL_OK;
    for (unsigned i = 0; i < ipc->count && status == TOOL_OK; i++) {
        struct ArrowArray *words = batch->children[i]->dictionary;
        if (ipc->columns[i].kind != COLUMN_WORD || ipc->sent[i] == words->length)
            continue;
        ipc->sent[i] = words->length;
        status = put_dictionary(ipc, words, i);
    }
    return status;
}

int arrow_ipc_put(struct arrow_ipc *ipc, const struct ArrowArray *batch)
{
    size_t n = 0;
    if (!column_fits(batch, ipc->count))
        return tool_error("a batch that does not fit the schema", ipc->out->name);
    if (put_dictionaries(ipc, batch) != TOOL_OK)
        return TOOL_FAILED;
    for (unsigned i = 0; i < ipc->count; i++)
        n += read_pieces(&ipc->columns[i], batch->children[i], &ipc->pieces[n]);
    const flatbuffer_place from = begin_message(ipc, HEADER_BATCH, body_size(ipc->pieces, n));
    put_batch(&ipc->message, from, batch->children, ipc->count, ipc->pieces, n);
    return put_body(ipc, ipc->pieces, n);
}

int arrow_ipc_end(struct arrow_ipc *ipc, int status)
{
    static const uint8_t end[PREFIX] = {0xff, 0xff, 0xff, 0xff};
    if (status == TOOL_OK)
        status = tool_write(ipc->out, end, PREFIX);
    if (status == TOOL_OK && ipc->out->ours)
        status = tool_write_at(ipc->out, 0, ipc->front, PREFIX);
    bytes_free(&ipc->message);
    free(ipc->columns);
    free(ipc->sent);
    free(ipc->pieces);
    return status;
}
