/* SPDX-License-Identifier: MIT */
/* See decompress.h. */
#include "decompress.h"

#ifdef SPE_HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

#include "../system/memory.h"
#include "perf_dir.h"

/* The state of a stream, which begins again with each file of a directory. */
static ZSTD_DStream *stream_of(struct decompress *d, const struct spe_perf_compressed *in)
{
    void **stream = &d->streams[in->stream];
    const unsigned part = perf_dir_part(d->dir, in->file_offset);
    if (!*stream)
        *stream = tool_memory(ZSTD_createDStream());
    else if (part != d->parts[in->stream])
        ZSTD_initDStream(*stream);
    d->parts[in->stream] = part;
    return *stream;
}

static int64_t decompress(void *context, struct spe_perf_compressed *in, void *out, size_t cap)
{
    ZSTD_DStream *stream = stream_of(context, in);
    ZSTD_inBuffer from = {in->bytes, in->size, 0};
    ZSTD_outBuffer to = {out, cap, 0};
    const size_t status = ZSTD_decompressStream(stream, &to, &from);
    if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation)
        tool_no_memory();
    in->used = from.pos;
    return ZSTD_isError(status) ? -1 : (int64_t)to.pos;
}

void decompress_begin(struct decompress *d, spe_perf_reader *reader, const struct perf_dir *dir)
{
    decompress_end(d);
    d->dir = dir;
    spe_perf_reader_decompress(reader, decompress, d, d->storage, sizeof d->storage);
}

void decompress_end(struct decompress *d)
{
    for (unsigned i = 0; i < 2; i++) {
        ZSTD_freeDStream(d->streams[i]);
        d->streams[i] = NULL;
    }
}

#else

void decompress_begin(struct decompress *d, spe_perf_reader *reader, const struct perf_dir *dir)
{
    (void)d, (void)reader, (void)dir;
}

void decompress_end(struct decompress *d)
{
    (void)d;
}

#endif
