/* SPDX-License-Identifier: MIT */
/*
 * The yardstick of the benchmarks: a decoder as one writes it in an afternoon, a loop over packets with a table of
 * header bytes, padding stepped over byte by byte, no flags, no statistics, no streaming. It stays as it is.
 */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#include <libspe/record.h>

/* Decodes the record at *at, and moves *at past it. Returns 1, or 0 if there is no whole record. */
int yardstick_next(const uint8_t **at, const uint8_t *end, struct spe_record *out);

#endif
