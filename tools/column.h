/* SPDX-License-Identifier: MIT */
/*
 * Columns as the writers of tables take them: Arrow's C Data interface, of the types that this project's columns have.
 * What columns there are, the writers do not know.
 */
#ifndef COLUMN_H
#define COLUMN_H

#include <libspe/arrow.h>

#include "bytes.h"

enum column_kind {
    COLUMN_BOOL,   /* a bit a value */
    COLUMN_NUMBER, /* `width` bytes */
    COLUMN_TIME,   /* ... nanoseconds since 1970, signed, of eight */
    COLUMN_WORD    /* ... a place in a dictionary of UTF-8 */
};

struct column {
    const char *name;
    const char *zone; /* of COLUMN_TIME; "": none */
    enum column_kind kind;
    unsigned width;
    int is_signed;
    int is_nullable;
};

/* What a schema's child says. Returns 0: it has a type that is none of these. */
int column_read(const struct ArrowSchema *schema, struct column *out);

/* How many values of an array are not there; counted, if it does not say. Where none is missing its validity bitmap may
 * be NULL. */
int64_t column_nulls(const struct ArrowArray *array);

/* Whether the value at i is there, or true: of a bitmap. */
static inline int column_has(const uint8_t *bitmap, size_t i)
{
    return bitmap[i / 8] >> i % 8 & 1;
}

/* Whether `array` can be a table of n columns: as its children, of the same length, none of which begins inside its
 * buffers. */
int column_fits(const struct ArrowArray *array, unsigned n);

/* The n-th text of a dictionary, and its size. */
const char *column_word(const struct ArrowArray *dictionary, uint64_t n, uint32_t *size);

#endif
