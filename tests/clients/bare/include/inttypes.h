/* SPDX-License-Identifier: MIT */
/* The words of formats, as the compiler's own types have it. */
#ifndef INTTYPES_H
#define INTTYPES_H

#include <stdint.h>

#if defined(__LP64__)
#define PRIx64 "lx"
#define PRIu64 "lu"
#else
#define PRIx64 "llx"
#define PRIu64 "llu"
#endif

#endif
