/* SPDX-License-Identifier: MIT */
/* See column.h. */
#include "column.h"

static const struct {
    char format; /* Arrow's */
    unsigned char kind, width, is_signed;
} types[] = {
    {'b', COLUMN_BOOL, 0, 0},   {'C', COLUMN_NUMBER, 1, 0}, {'S', COLUMN_NUMBER, 2, 0}, {'I', COLUMN_NUMBER, 4, 0},
    {'L', COLUMN_NUMBER, 8, 0}, {'c', COLUMN_NUMBER, 1, 1}, {'s', COLUMN_NUMBER, 2, 1}, {'i', COLUMN_NUMBER, 4, 1},
    {'l', COLUMN_NUMBER, 8, 1}, {'u', COLUMN_TEXT, 4, 0},
};

#define TIME "tsn:" /* a time zone follows */

static int read_type(const char *format, struct column *out)
{
    if (strncmp(format, TIME, strlen(TIME)) == 0) {
        out->kind = COLUMN_TIME;
        out->width = 8;
        out->is_signed = 1;
        out->zone = format + strlen(TIME);
        return 1;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (format[0] == types[i].format && !format[1]) {
            out->kind = types[i].kind;
            out->width = types[i].width;
            out->is_signed = types[i].is_signed;
            return 1;
        }
    return 0;
}

int column_read(const struct ArrowSchema *schema, struct column *out)
{
    *out = (struct column){.name = schema->name, .zone = "", .is_nullable = (schema->flags & ARROW_FLAG_NULLABLE) != 0};
    if (!read_type(schema->format, out) || schema->n_children)
        return 0;
    if (!schema->dictionary)
        return 1;
    if (out->kind != COLUMN_NUMBER || strcmp(schema->dictionary->format, "u") != 0)
        return 0;
    out->kind = COLUMN_WORD;
    return 1;
}

int64_t column_nulls(const struct ArrowArray *array)
{
    const uint8_t *validity = array->buffers[0];
    int64_t nulls = array->null_count;
    if (nulls >= 0 || !validity)
        return validity ? nulls : 0;
    nulls = 0;
    for (int64_t i = 0; i < array->length; i++)
        nulls += !column_has(validity, (size_t)i);
    return nulls;
}

int column_fits(const struct ArrowArray *array, unsigned n)
{
    if (array->n_children != n || array->offset)
        return 0;
    for (unsigned i = 0; i < n; i++)
        if (array->children[i]->length != array->length || array->children[i]->offset)
            return 0;
    return 1;
}

const char *column_word(const struct ArrowArray *texts, uint64_t n, uint32_t *size)
{
    const int32_t *ends = texts->buffers[1];
    *size = (uint32_t)(ends[n + 1] - ends[n]);
    return (const char *)texts->buffers[2] + ends[n];
}
