/* SPDX-License-Identifier: MIT */
/* See thrift.h. */
#include "thrift.h"

static void put_byte(struct bytes *out, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    bytes_put(out, &byte, 1);
}

/* The sign is the lowest bit, so that numbers near 0 are short. */
void thrift_signed(struct bytes *out, int64_t value)
{
    bytes_put_varint(out, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_field(struct thrift *t, int id, unsigned type)
{
    int *last = &t->last[t->depth - 1];
    const int step = id - *last;
    put_byte(t->out, (step <= 15 ? (unsigned)step << 4 : 0) | type);
    if (step > 15)
        thrift_signed(t->out, id);
    *last = id;
}

void thrift_begin(struct thrift *t)
{
    t->last[t->depth++] = 0;
}

void thrift_struct(struct thrift *t, int id)
{
    put_field(t, id, THRIFT_STRUCT);
    thrift_begin(t);
}

void thrift_end(struct thrift *t)
{
    put_byte(t->out, 0);
    t->depth--;
}

void thrift_i32(struct thrift *t, int id, int32_t value)
{
    put_field(t, id, THRIFT_I32);
    thrift_signed(t->out, value);
}

void thrift_i64(struct thrift *t, int id, int64_t value)
{
    put_field(t, id, THRIFT_I64);
    thrift_signed(t->out, value);
}

void thrift_i64_later(struct thrift *t, int id)
{
    put_field(t, id, THRIFT_I64);
}

void thrift_byte(struct thrift *t, int id, uint8_t value)
{
    put_field(t, id, THRIFT_BYTE);
    put_byte(t->out, value);
}

void thrift_bool(struct thrift *t, int id, int value)
{
    put_field(t, id, value ? THRIFT_TRUE : THRIFT_FALSE);
}

static void put_text(struct bytes *out, const void *text, size_t size)
{
    bytes_put_varint(out, size);
    bytes_put(out, text, size);
}

void thrift_text(struct thrift *t, int id, const void *text, size_t size)
{
    put_field(t, id, THRIFT_TEXT);
    put_text(t->out, text, size);
}

void thrift_list(struct thrift *t, int id, enum thrift_type of, size_t n)
{
    put_field(t, id, THRIFT_LIST);
    put_byte(t->out, (unsigned)(n < 15 ? n : 15) << 4 | of);
    if (n >= 15)
        bytes_put_varint(t->out, n);
}

void thrift_element_i32(struct thrift *t, int32_t value)
{
    thrift_signed(t->out, value);
}

void thrift_element_text(struct thrift *t, const char *text)
{
    put_text(t->out, text, strlen(text));
}
