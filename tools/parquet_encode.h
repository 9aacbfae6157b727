/* SPDX-License-Identifier: MIT */
/* What stands in Parquet's pages. Values are of 64 bits here, sign-extended where they have a sign. */
#ifndef PARQUET_ENCODE_H
#define PARQUET_ENCODE_H

#include "column.h"

/* The values of an array that are there, one behind the other. Returns their number. */
size_t parquet_gather(const struct column *c, const struct ArrowArray *array, const uint8_t *validity, uint64_t *out);

/* The same of n bits; out has n / 8 + 1 bytes. */
size_t parquet_gather_bits(const uint8_t *bits, const uint8_t *validity, size_t n, uint8_t *out);

/* Which of n values are there, one bit each: a run if all are, or none, else Arrow's bitmap as it is. */
void parquet_levels(struct bytes *out, const uint8_t *validity, size_t n, size_t nulls);

/* n values as they are. The dictionary is of Arrow, for words. */
void parquet_plain(struct bytes *out, const struct column *c, const struct ArrowArray *dictionary,
                   const uint64_t *values, size_t n);

/* n places, not 0 of them, in a dictionary of `count` entries: a run if all are the same, else bit by bit. places[] has
 * room for a multiple of eight. */
void parquet_places(struct bytes *out, uint64_t *places, size_t n, unsigned count);

/* n numbers of 64 bits, not 0 of them, by the differences between them, bit by bit. */
void parquet_differences(struct bytes *out, const uint64_t *values, size_t n);

#endif
