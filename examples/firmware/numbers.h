/* SPDX-License-Identifier: MIT */
/* Numbers as text, for programs without printf(). */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdint.h>

/* Writes `before`, then the number. */
void print_hex(const char *before, uint64_t number);
void print_decimal(const char *before, uint64_t number);

#endif
