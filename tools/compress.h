/* SPDX-License-Identifier: MIT */
/* zstd, where libzstd was there when the programs were built (SPE_HAVE_ZSTD); else bytes stay as they are. */
#ifndef COMPRESS_H
#define COMPRESS_H

#include "bytes.h"

struct compress;

/* Whether anything is compressed. */
int compress_is_there(void);

/* NULL: there is no memory. */
struct compress *compress_begin(void);

/* Puts what bytes[0..size) become behind what *out has. */
void compress_put(struct compress *c, struct bytes *out, const void *bytes, size_t size);

void compress_end(struct compress *c);

#endif
