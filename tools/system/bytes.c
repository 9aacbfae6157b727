/* SPDX-License-Identifier: MIT */
/* See bytes.h. */
#include "bytes.h"
#include "memory.h"

#include <stdlib.h>

#define LEAST 256 /* bytes of the first piece */

uint8_t *bytes_room(struct bytes *b, size_t n)
{
    if (b->cap - b->size >= n)
        return b->at + b->size;
    size_t cap = b->cap ? b->cap : LEAST;
    while (cap - b->size < n && cap <= SIZE_MAX / 2)
        cap *= 2;
    b->at = tool_realloc(b->at, cap - b->size >= n ? cap : SIZE_MAX, 1);
    b->cap = cap;
    return b->at + b->size;
}

void bytes_put_varint(struct bytes *b, uint64_t value)
{
    uint8_t text[10];
    size_t n = 0;
    for (; value > 0x7f; value >>= 7)
        text[n++] = (uint8_t)(value | 0x80);
    text[n++] = (uint8_t)value;
    bytes_put(b, text, n);
}

void bytes_free(struct bytes *b)
{
    free(b->at);
    *b = (struct bytes){NULL, 0, 0};
}
