/* SPDX-License-Identifier: MIT */
/* Compresses the output, if libz was present at build time. */
#ifndef GZIP_H
#define GZIP_H

#include <stddef.h>
#include <stdio.h>

/* Writes bytes as a gzip file; without libz, uncompressed. The stream keeps errors of writing. */
void gzip_write(const void *bytes, size_t size, FILE *out);

#endif
