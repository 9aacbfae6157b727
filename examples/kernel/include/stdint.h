/* SPDX-License-Identifier: MIT */
/* <stdint.h> for code inside Linux, whose own types have the same names. */
#ifndef STDINT_H
#define STDINT_H

#include <linux/limits.h>
#include <linux/types.h>

#define INT8_MIN S8_MIN
#define INT8_MAX S8_MAX
#define UINT8_MAX U8_MAX
#define UINT16_MAX U16_MAX
#define UINT32_MAX U32_MAX
#define UINT64_MAX U64_MAX
#define INT32_MAX S32_MAX
#define INT64_MAX S64_MAX
#define INT64_C(number) number##LL
#define UINT32_C(number) number##U
#define UINT64_C(number) number##ULL

#endif
