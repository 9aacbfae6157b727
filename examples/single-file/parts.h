/* SPDX-License-Identifier: MIT */
/* The interface of the program's two parts. */
#include <stddef.h>

/* Writes n records to bytes[0..size). Returns the number of bytes written, or 0 if they do not fit. */
size_t write_records(unsigned n, void *bytes, size_t size);

/* Returns the number of complete records in bytes[0..size). */
size_t count_records(const void *bytes, size_t size);
