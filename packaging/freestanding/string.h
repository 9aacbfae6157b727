/* SPDX-License-Identifier: MIT */
/* For firmware without a libc: the four functions that the library, and the compiler itself, may call. */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *at, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#endif
