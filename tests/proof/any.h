/* SPDX-License-Identifier: MIT */
/* Arbitrary values, as Frama-C's EVA knows them: each call may return anything in the stated range. */
#ifndef ANY_H
#define ANY_H

#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"

static inline uint32_t any_u32(void)
{
    return (uint32_t)Frama_C_unsigned_int_interval(0, UINT32_MAX);
}

static inline uint64_t any_u64(void)
{
    return (uint64_t)any_u32() << 32 | any_u32();
}

/* 0 to `most`, both included. */
static inline size_t any_size(size_t most)
{
    return (size_t)Frama_C_unsigned_int_interval(0, (unsigned)most);
}

static inline void any_bytes(void *at, size_t n)
{
    Frama_C_make_unknown(at, n);
}

#endif
