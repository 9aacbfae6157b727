/* SPDX-License-Identifier: MIT */
/*
 * FlatBuffers, as much as Arrow's messages need: tables, vectors, strings, written front to back. What refers to
 * something is a place of four bytes, which is filled in when that is written behind it.
 */
#ifndef FLATBUFFER_H
#define FLATBUFFER_H

#include "bytes.h"

/* A place that refers to something. */
typedef size_t flatbuffer_place;

/* A field of a table: its number in the schema, its bytes (1, 2, 4, 8), and its value. */
struct flatbuffer_field {
    unsigned id;
    unsigned size;
    uint64_t value;
    flatbuffer_place place; /* out: of a field that refers to something, size 4 */
};
#define FLATBUFFER_REFERENCE 4, 0, 0

/* A new buffer begins in *b, which is empty. Returns the place that refers to its root. */
flatbuffer_place flatbuffer_begin(struct bytes *b);

/* A table to which `from` refers. Its fields are put in this order, each where its size is aligned. */
void flatbuffer_table(struct bytes *b, flatbuffer_place from, struct flatbuffer_field *fields, unsigned n);

void flatbuffer_string(struct bytes *b, flatbuffer_place from, const char *text);

/* A vector of n references. Returns the place of the first; the others follow, four bytes each. */
flatbuffer_place flatbuffer_references(struct bytes *b, flatbuffer_place from, size_t n);

/* A vector of n structs, of numbers of eight bytes: they are put behind it, with bytes_put(). */
void flatbuffer_structs(struct bytes *b, flatbuffer_place from, size_t n);

#endif
