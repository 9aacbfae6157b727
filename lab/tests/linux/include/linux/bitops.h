/* SPDX-License-Identifier: MIT */
/* Integers and their bits. */
#ifndef SPE_LINUX_BITOPS_H
#define SPE_LINUX_BITOPS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef unsigned short umode_t;

#define UL(number) (number##UL)
#define _AC(number, suffix) number##suffix
#define BIT(n) (1ULL << (n))
#define BIT_ULL BIT
#define GENMASK(high, low) ((~0ULL << (low)) & (~0ULL >> (63 - (high))))
#define GENMASK_ULL GENMASK

#endif
