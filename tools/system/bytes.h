/* SPDX-License-Identifier: MIT */
/* A buffer that grows, for data that must be complete before it is written. */
#ifndef BYTES_H
#define BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
    uint8_t *at;
    size_t size, cap;
};

/* Makes room for n bytes after the existing ones; they are not counted until they are put. */
uint8_t *bytes_room(struct bytes *b, size_t n);

static inline void bytes_put(struct bytes *b, const void *from, size_t n)
{
    uint8_t *to = bytes_room(b, n);
    if (n)
        memcpy(to, from, n);
    b->size += n;
}

/* Zeros up to a multiple of `unit`, a power of two. */
static inline void bytes_align(struct bytes *b, size_t unit)
{
    static const uint8_t zeros[64];
    bytes_put(b, zeros, (0 - b->size) & (unit - 1));
}

/* Numbers, the least significant byte first: their lowest n bytes, four, eight. Compilers make one store of many. */
static inline void bytes_store(uint8_t *to, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static inline void bytes_store4(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    to[2] = (uint8_t)(value >> 16);
    to[3] = (uint8_t)(value >> 24);
}

static inline void bytes_store8(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    to[2] = (uint8_t)(value >> 16);
    to[3] = (uint8_t)(value >> 24);
    to[4] = (uint8_t)(value >> 32);
    to[5] = (uint8_t)(value >> 40);
    to[6] = (uint8_t)(value >> 48);
    to[7] = (uint8_t)(value >> 56);
}

/* Puts a number in bytes of seven bits, the lowest first: the varint of Thrift and of protocol buffers. */
void bytes_put_varint(struct bytes *b, uint64_t value);

void bytes_free(struct bytes *b);

#endif
