/* SPDX-License-Identifier: MIT */
/* Little-endian numbers of up to 8 bytes, in memory of any alignment, on machines of any byte order; bits that are set.
 */
#ifndef SPE_LAB_LITTLE_ENDIAN_H
#define SPE_LAB_LITTLE_ENDIAN_H

#include <stdint.h>

static inline uint64_t spe_load(const uint8_t *p, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)p[i] << (8 * i);
    return value;
}

static inline uint16_t spe_load16(const uint8_t *p)
{
    return (uint16_t)spe_load(p, 2);
}

static inline uint32_t spe_load32(const uint8_t *p)
{
    return (uint32_t)spe_load(p, 4);
}

static inline void spe_store(uint8_t *p, unsigned size, uint64_t value)
{
    for (unsigned i = 0; i < size; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

static inline uint64_t spe_load64(const uint8_t *p)
{
    return spe_load(p, 8);
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

#endif
