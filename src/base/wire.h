/* SPDX-License-Identifier: MIT */
/* Little-endian numbers of 0, 1, 2, 4 or 8 bytes, in memory of any alignment, on machines of any byte order; bits of
 * numbers. */
#ifndef SPE_WIRE_H
#define SPE_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t spe_load16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t spe_load32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Written as one expression, which compilers turn into a single load. */
static inline uint64_t spe_load64(const uint8_t *p)
{
    return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t spe_load(const uint8_t *p, unsigned size)
{
    switch (size) {
    case 8:
        return spe_load64(p);
    case 4:
        return spe_load32(p);
    case 2:
        return spe_load16(p);
    case 1:
        return p[0];
    default:
        return 0;
    }
}

/* The number of the lowest bit that is set in a number that is not zero. */
static inline unsigned spe_lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(word);
#else
    unsigned n = 0;
    for (; !(word & 1); word >>= 1)
        n++;
    return n;
#endif
}

/* The number of the highest bit that is set in a number that is not zero. */
static inline unsigned spe_highest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return 63 - (unsigned)__builtin_clzll(word);
#else
    unsigned n = 0;
    for (; word >> 1; word >>= 1)
        n++;
    return n;
#endif
}

/* The number of bits that are set. */
static inline unsigned spe_bit_count(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    return (unsigned)(((word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
}

/*
 * Prefetches the memory 2 KiB after p, as bytes are read in order. The place of a record is known only after the record
 * before it has been read, so a core that does not prefetch waits for memory at each record. The address may be outside
 * the caller's memory, or not mapped at all: nothing is read, and no fault occurs.
 */
static inline void spe_prefetch(const uint8_t *p)
{
#if defined(__GNUC__) && !defined(__FRAMAC__)
    __builtin_prefetch((const void *)((uintptr_t)p + 2048));
#else
    (void)p;
#endif
}

/* Returns where the zeros that start at bytes[at] end, at most `size`. */
static inline size_t spe_skip_zeros(const uint8_t *bytes, size_t at, size_t size)
{
    for (; at + 8 <= size; at += 8) {
        const uint64_t word = spe_load64(bytes + at);
        if (word)
            return at + spe_lowest_bit(word) / 8;
    }
    while (at < size && !bytes[at])
        at++;
    return at;
}

static inline void spe_store(uint8_t *p, unsigned size, uint64_t value)
{
    for (unsigned i = 0; i < size; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

/* Stores all eight bytes, for places where the bytes after the payload are written later. Compilers do not reliably
 * combine eight byte stores into one. */
static inline void spe_store64(uint8_t *p, uint64_t value)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &value, 8);
#else
    spe_store(p, 8, value);
#endif
}

/* Whether a value needs more than `size` bytes. */
static inline int spe_is_wider(uint64_t value, unsigned size)
{
    return size < 8 && value >> (8 * size);
}

#endif
