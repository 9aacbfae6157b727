/* SPDX-License-Identifier: MIT */
/* Compresses with zstd if libzstd was found at build time (SPE_HAVE_ZSTD); otherwise leaves the bytes unchanged. */
#ifndef COMPRESS_H
#define COMPRESS_H

#include "../system/bytes.h"

struct compress;

/* Whether anything is compressed. */
int compress_is_there(void);

struct compress *compress_begin(void);

/* Appends the compressed form of bytes[0..size) to *out. */
void compress_put(struct compress *c, struct bytes *out, const void *bytes, size_t size);

void compress_end(struct compress *c);

#endif
