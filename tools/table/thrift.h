/* SPDX-License-Identifier: MIT */
/*
 * Writes Thrift's compact protocol, as far as Parquet's metadata needs it: structs of numbers, booleans, strings and
 * lists.
 */
#ifndef THRIFT_H
#define THRIFT_H

#include "../system/bytes.h"

#define THRIFT_DEEPEST 8 /* the deepest nesting of structs */

struct thrift {
    struct bytes *out;
    unsigned depth;
    int last[THRIFT_DEEPEST]; /* the last field of each struct */
};

enum thrift_type {
    THRIFT_TRUE = 1,
    THRIFT_FALSE = 2,
    THRIFT_BYTE = 3,
    THRIFT_I32 = 5,
    THRIFT_I64 = 6,
    THRIFT_TEXT = 8,
    THRIFT_LIST = 9,
    THRIFT_STRUCT = 12
};

/* An outermost struct, or an element of a list of structs. A struct that is a field begins with the field's number. */
void thrift_begin(struct thrift *t);
void thrift_struct(struct thrift *t, int id);
void thrift_end(struct thrift *t);

/* Fields: within a struct their numbers must rise. */
void thrift_i32(struct thrift *t, int id, int32_t value);
void thrift_i64(struct thrift *t, int id, int64_t value);
void thrift_i64_later(struct thrift *t, int id); /* thrift_signed() writes the number */
void thrift_byte(struct thrift *t, int id, uint8_t value);
void thrift_bool(struct thrift *t, int id, int value);
void thrift_text(struct thrift *t, int id, const void *text, size_t size);

/* A list: its n elements follow, structs by thrift_begin() and thrift_end(). */
void thrift_list(struct thrift *t, int id, enum thrift_type of, size_t n);
void thrift_element_i32(struct thrift *t, int32_t value);
void thrift_element_text(struct thrift *t, const char *text);

/* A signed number, whose sign is the lowest bit, so that small numbers are short. */
void thrift_signed(struct bytes *out, int64_t value);

#endif
