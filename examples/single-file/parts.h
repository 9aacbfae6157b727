/* SPDX-License-Identifier: MIT */
/* What the program knows of its two parts. */
#include <stddef.h>

/* Writes n records to bytes[0..size). Returns how many bytes that is, 0: they do not fit. */
size_t write_records(unsigned n, void *bytes, size_t size);

/* How many whole records bytes[0..size) hold. */
size_t count_records(const void *bytes, size_t size);
