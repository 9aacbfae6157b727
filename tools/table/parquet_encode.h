/* SPDX-License-Identifier: MIT */
/* Encodings of values in Parquet's pages. Values are 64 bits wide here, sign-extended if they are signed. */
#ifndef PARQUET_ENCODE_H
#define PARQUET_ENCODE_H

#include "column.h"

/* Copies the existing values of an array without gaps; of COLUMN_TEXT, their indexes. Returns their number. */
size_t parquet_gather(const struct column *c, const struct ArrowArray *array, const uint8_t *validity, uint64_t *out);

/* The same for n bits; out has n / 8 + 1 bytes. */
size_t parquet_gather_bits(const uint8_t *bits, const uint8_t *validity, size_t n, uint8_t *out);

/* Puts which of n values exist, one bit each: a run if all or none exist, otherwise Arrow's bitmap. */
void parquet_levels(struct bytes *out, const uint8_t *validity, size_t n, size_t nulls);

/* Puts n plain values. Those of text are indexes: of words into Arrow's dictionary, else into the column itself. */
void parquet_plain(struct bytes *out, const struct column *c, const struct ArrowArray *texts, const uint64_t *values,
                   size_t n);

/* Puts n indexes (n is not 0) into a dictionary of `count` entries: a run if all are equal, otherwise packed bits.
 * places[] has room for a multiple of eight. */
void parquet_places(struct bytes *out, uint64_t *places, size_t n, unsigned count);

/* Puts n numbers of 64 bits (n is not 0) as the differences between them, in packed bits. */
void parquet_differences(struct bytes *out, const uint64_t *values, size_t n);

#endif
