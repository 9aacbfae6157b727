/* SPDX-License-Identifier: MIT */
/* See gzip.h. */
#include "gzip.h"

#include "../system/memory.h"

#ifdef SPE_HAVE_ZLIB

#include <zlib.h>

#define GZIP_WINDOW (15 + 16)   /* the largest window; 16 adds gzip's header */
#define MEMORY_LEVEL 8          /* zlib's default */
#define PIECE ((size_t)1 << 24) /* bytes that are compressed at a time: zlib counts them as an unsigned int */
#define BLOCK 65536             /* bytes */

static void compress_piece(z_stream *z, int flush, FILE *out)
{
    static Bytef block[BLOCK];
    do {
        z->next_out = block;
        z->avail_out = sizeof block;
        deflate(z, flush);
        fwrite(block, 1, sizeof block - z->avail_out, out);
    } while (!z->avail_out);
}

void gzip_write(const void *bytes, size_t size, FILE *out)
{
    z_stream z = {.next_in = (z_const Bytef *)bytes};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        tool_no_memory(); /* its only possible failure */
    for (; size > PIECE; size -= PIECE) {
        z.avail_in = (uInt)PIECE;
        compress_piece(&z, Z_NO_FLUSH, out);
    }
    z.avail_in = (uInt)size;
    compress_piece(&z, Z_FINISH, out);
    deflateEnd(&z);
}

#else

void gzip_write(const void *bytes, size_t size, FILE *out)
{
    fwrite(bytes, 1, size, out);
}

#endif
