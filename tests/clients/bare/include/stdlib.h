/* SPDX-License-Identifier: MIT */
#ifndef STDLIB_H
#define STDLIB_H

#include <stddef.h>

void *malloc(size_t n);
void free(void *p);
unsigned long strtoul(const char *text, char **end, int base);
long strtol(const char *text, char **end, int base);
int atoi(const char *text);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
