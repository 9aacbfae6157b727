/* SPDX-License-Identifier: MIT */
/* See flatbuffer.h. All values are little-endian and aligned to their size from the start of the buffer. */
#include "flatbuffer.h"

#define MOST_FIELDS 16

static void put_number(struct bytes *b, uint64_t value, unsigned size)
{
    uint8_t number[8];
    bytes_store(number, value, size);
    bytes_put(b, number, size);
}

/* Makes the place refer to `to`, by the distance between them. */
static void refer(struct bytes *b, flatbuffer_place from, size_t to)
{
    bytes_store(b->at + from, to - from, 4);
}

flatbuffer_place flatbuffer_begin(struct bytes *b)
{
    put_number(b, 0, 4);
    return 0;
}

/* Assigns each field its place in the table, by its size, after the reference to the vtable. Returns the table's
 * size. */
static unsigned lay_out(const struct flatbuffer_field *fields, unsigned n, unsigned *offsets)
{
    unsigned end = 4;
    for (unsigned i = 0; i < n; i++) {
        end = (end + fields[i].size - 1) & ~(fields[i].size - 1);
        offsets[i] = end;
        end += fields[i].size;
    }
    return end;
}

void flatbuffer_table(struct bytes *b, flatbuffer_place from, struct flatbuffer_field *fields, unsigned n)
{
    unsigned offsets[MOST_FIELDS], last = 0;
    uint8_t vtable[4 + 2 * MOST_FIELDS] = {0};
    const unsigned size = lay_out(fields, n, offsets);
    for (unsigned i = 0; i < n; i++) {
        last = fields[i].id + 1 > last ? fields[i].id + 1 : last;
        bytes_store(vtable + 4 + 2 * fields[i].id, offsets[i], 2);
    }
    const unsigned vtable_size = 4 + 2 * last;
    bytes_store(vtable, vtable_size, 2);
    bytes_store(vtable + 2, size, 2);
    while ((b->size + vtable_size) % 8 != 0) /* the table is at a multiple of eight */
        put_number(b, 0, 2);
    bytes_put(b, vtable, vtable_size);
    const size_t table = b->size;
    refer(b, from, table);
    put_number(b, vtable_size, 4); /* back from the table to its vtable */
    for (unsigned i = 0; i < n; i++) {
        while (b->size < table + offsets[i])
            put_number(b, 0, 1);
        fields[i].place = b->size;
        put_number(b, fields[i].value, fields[i].size);
    }
    bytes_align(b, 4);
}

/* Puts a vector's length. Its elements follow; they have `unit` bytes and are aligned to that. */
static void begin_vector(struct bytes *b, flatbuffer_place from, size_t n, unsigned unit)
{
    while ((b->size + 4) % unit != 0)
        put_number(b, 0, 4);
    refer(b, from, b->size);
    put_number(b, n, 4);
}

void flatbuffer_string(struct bytes *b, flatbuffer_place from, const char *text)
{
    begin_vector(b, from, strlen(text), 4);
    bytes_put(b, text, strlen(text) + 1);
    bytes_align(b, 4);
}

flatbuffer_place flatbuffer_references(struct bytes *b, flatbuffer_place from, size_t n)
{
    begin_vector(b, from, n, 4);
    const flatbuffer_place first = b->size;
    for (size_t i = 0; i < n; i++)
        put_number(b, 0, 4);
    return first;
}

void flatbuffer_structs(struct bytes *b, flatbuffer_place from, size_t n)
{
    begin_vector(b, from, n, 8);
}
