/* SPDX-License-Identifier: MIT */
/* Thrift's compact protocol, as much as Parquet's metadata need: structs of numbers, booleans, texts, lists. */
#ifndef THRIFT_H
#define THRIFT_H

#include "bytes.h"

#define THRIFT_DEEPEST 8 /* structs in each other */

struct thrift {
    struct bytes *out;
    unsigned depth;
    int last[THRIFT_DEEPEST]; /* the field of each struct that was put last */
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

/* An outermost struct, or an element of a list of structs. A struct that is a field begins with its number. */
void thrift_begin(struct thrift *t);
void thrift_struct(struct thrift *t, int id);
void thrift_end(struct thrift *t);

/* Fields: within a struct by rising numbers. */
void thrift_i32(struct thrift *t, int id, int32_t value);
void thrift_i64(struct thrift *t, int id, int64_t value);
void thrift_byte(struct thrift *t, int id, uint8_t value);
void thrift_bool(struct thrift *t, int id, int value);
void thrift_text(struct thrift *t, int id, const void *text, size_t size);

/* A list: its n elements follow, structs by thrift_begin() and thrift_end(). */
void thrift_list(struct thrift *t, int id, enum thrift_type of, size_t n);
void thrift_element_i32(struct thrift *t, int32_t value);
void thrift_element_text(struct thrift *t, const char *text);

/* A number of seven bits a byte, the lowest first: Parquet has it elsewhere, too. */
void thrift_varint(struct bytes *out, uint64_t value);

#endif
