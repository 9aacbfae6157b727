/* SPDX-License-Identifier: MIT */
/*
 * Writes FlatBuffers, as far as Arrow's messages need them: tables, vectors, strings, from front to back. A reference
 * is four bytes that are filled in when the thing it refers to is written.
 */
#ifndef FLATBUFFER_H
#define FLATBUFFER_H

#include "../system/bytes.h"

/* A place that refers to something. */
typedef size_t flatbuffer_place;

/* A field of a table: its number in the schema, its bytes (1, 2, 4, 8), and its value. */
struct flatbuffer_field {
    unsigned id;
    unsigned size;
    uint64_t value;
    flatbuffer_place place; /* output, for a field of size 4 that refers to something */
};
#define FLATBUFFER_REFERENCE 4, 0, 0

/* Begins a new buffer in *b, which is empty. Returns the place that refers to its root. */
flatbuffer_place flatbuffer_begin(struct bytes *b);

/* Puts a table to which `from` refers. Its fields are put in this order, each aligned to its size. */
void flatbuffer_table(struct bytes *b, flatbuffer_place from, struct flatbuffer_field *fields, unsigned n);

void flatbuffer_string(struct bytes *b, flatbuffer_place from, const char *text);

/* Puts a vector of n references. Returns the place of the first; the others follow, four bytes each. */
flatbuffer_place flatbuffer_references(struct bytes *b, flatbuffer_place from, size_t n);

/* Begins a vector of n structs of eight-byte numbers: put the numbers after it, with bytes_put(). */
void flatbuffer_structs(struct bytes *b, flatbuffer_place from, size_t n);

#endif
