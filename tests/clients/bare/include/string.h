/* SPDX-License-Identifier: MIT */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

/* the four of packaging/freestanding/string.h, in examples/firmware/memory.c */
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *at, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strcpy(char *restrict to, const char *restrict from);
char *strchr(const char *s, int c);
char *strstr(const char *s, const char *what);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strtok(char *restrict s, const char *restrict set);

#endif
