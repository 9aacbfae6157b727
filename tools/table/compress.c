/* SPDX-License-Identifier: MIT */
/* See compress.h. */
#include "compress.h"

#ifdef SPE_HAVE_ZSTD

#include <zstd.h>

#include "../system/memory.h"

#define LEVEL 1 /* the next level takes 50 % more time and saves a twentieth of the size */

int compress_is_there(void)
{
    return 1;
}

struct compress *compress_begin(void)
{
    return tool_memory(ZSTD_createCCtx());
}

void compress_put(struct compress *c, struct bytes *out, const void *bytes, size_t size)
{
    uint8_t *room = bytes_room(out, ZSTD_compressBound(size));
    const size_t n = ZSTD_compressCCtx((ZSTD_CCtx *)c, room, ZSTD_compressBound(size), bytes, size, LEVEL);
    if (ZSTD_isError(n)) /* its only possible failure */
        tool_no_memory();
    out->size += n;
}

void compress_end(struct compress *c)
{
    ZSTD_freeCCtx((ZSTD_CCtx *)c);
}

#else

static struct compress {
    int nothing;
} none;

int compress_is_there(void)
{
    return 0;
}

struct compress *compress_begin(void)
{
    return &none;
}

void compress_put(struct compress *c, struct bytes *out, const void *bytes, size_t size)
{
    (void)c;
    bytes_put(out, bytes, size);
}

void compress_end(struct compress *c)
{
    (void)c;
}

#endif
