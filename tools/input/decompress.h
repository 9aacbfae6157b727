/* SPDX-License-Identifier: MIT */
/*
 * Decompresses events of perf record -z (spe_perf_reader_decompress()) with zstd, if libzstd was found at build time
 * (SPE_HAVE_ZSTD); else nothing is decompressed, and the library refuses such files.
 */
#ifndef DECOMPRESS_H
#define DECOMPRESS_H

#include <libspe/perf_data.h>

struct perf_dir;

struct decompress {
    const struct perf_dir *dir; /* each part has a stream of its own */
    void *streams[2];           /* by struct spe_perf_compressed.stream; NULL: not used yet */
    unsigned parts[2];          /* which part each is in */
    uint64_t storage[SPE_PERF_DECOMPRESS_STORAGE / 8];
};

/* Gives a reader that has just been initialised a function that decompresses. *d is zero, or was used for the same file
 * before. */
void decompress_begin(struct decompress *d, spe_perf_reader *reader, const struct perf_dir *dir);

/* Frees memory, after the last use of the reader. *d may be zero. */
void decompress_end(struct decompress *d);

#endif
