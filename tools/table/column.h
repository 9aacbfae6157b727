/* SPDX-License-Identifier: MIT */
/*
 * Columns of a table in Arrow's C Data interface, with the types that this project's columns have. The writers of
 * tables do not depend on names of columns.
 */
#ifndef COLUMN_H
#define COLUMN_H

#include <libspe-lab/arrow.h>

#include "../system/bytes.h"

enum column_kind {
    COLUMN_BOOL,   /* one bit for each value */
    COLUMN_NUMBER, /* `width` bytes */
    COLUMN_TIME,   /* ... eight bytes: nanoseconds since 1970, signed */
    COLUMN_WORD,   /* ... an index into a dictionary of UTF-8 */
    COLUMN_TEXT    /* four bytes: the end of the value's UTF-8 */
};

struct column {
    const char *name;
    const char *zone; /* of COLUMN_TIME, or "" */
    enum column_kind kind;
    unsigned width;
    int is_signed;
    int is_nullable;
};

/* Whether the values are UTF-8. */
static inline int column_is_text(const struct column *c)
{
    return c->kind == COLUMN_WORD || c->kind == COLUMN_TEXT;
}

/* Reads a schema's child. Returns 0 if its type is not in enum column_kind. */
int column_read(const struct ArrowSchema *schema, struct column *out);

/* The number of missing values of an array, which are counted if it does not give their number. If no value is missing,
 * its validity bitmap may be NULL. */
int64_t column_nulls(const struct ArrowArray *array);

/* A bitmap's bit: whether the value at i exists, or is true. */
static inline int column_has(const uint8_t *bitmap, size_t i)
{
    return bitmap[i / 8] >> i % 8 & 1;
}

/* Whether `array` can be a table of n columns: its children have the same length, and none begins inside its
 * buffers. */
int column_fits(const struct ArrowArray *array, unsigned n);

/* Gives the n-th text of a dictionary, or of a column of texts, and its size. */
const char *column_word(const struct ArrowArray *texts, uint64_t n, uint32_t *size);

#endif
