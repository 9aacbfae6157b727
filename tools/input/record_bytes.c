/* SPDX-License-Identifier: MIT */
/* See record_bytes.h. */
#include "record_bytes.h"

#include <string.h>

void record_bytes_gap(struct record_bytes *b)
{
    b->kept = b->size = 0;
}

void record_bytes_feed(struct record_bytes *b, const void *bytes, size_t size, uint64_t offset)
{
    b->bytes = bytes;
    b->size = size;
    b->offset = offset;
}

void record_bytes_pass(struct record_bytes *b)
{
    const size_t n = b->size < RECORD_BYTES_MOST ? b->size : RECORD_BYTES_MOST;
    const size_t before = b->kept < RECORD_BYTES_MOST - n ? b->kept : RECORD_BYTES_MOST - n;
    if (!n)
        return;
    memmove(b->ends, b->ends + b->kept - before, before);
    memcpy(b->ends + before, b->bytes + b->size - n, n);
    b->kept = before + n;
    b->kept_at = b->offset + b->size - b->kept;
    b->size = 0;
}

const uint8_t *record_bytes_of(struct record_bytes *b, const struct spe_record *record)
{
    const uint64_t kept_end = b->kept_at + b->kept;
    if (record->size > RECORD_BYTES_MOST)
        return NULL;
    if (record->offset - b->offset < b->size)
        return b->bytes + (record->offset - b->offset);
    if (!b->kept || record->offset - b->kept_at >= b->kept)
        return NULL;
    const uint64_t before = kept_end - record->offset;
    if (record->size > before && record->size - before > b->size)
        return NULL;
    if (record->size > before)
        memcpy(b->ends + b->kept, b->bytes, (size_t)(record->size - before));
    return b->ends + (record->offset - b->kept_at);
}
