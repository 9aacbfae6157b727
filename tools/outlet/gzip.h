/* SPDX-License-Identifier: MIT */
/* Compresses what is written, if libz was there at build time. */
#ifndef GZIP_H
#define GZIP_H

#include <stddef.h>
#include <stdio.h>

/* Writes bytes as a gzip file; without libz, as they are. The stream keeps errors of writing. Returns TOOL_OK, or
 * TOOL_FAILED after a message if there is no memory. */
int gzip_write(const void *bytes, size_t size, FILE *out);

#endif
