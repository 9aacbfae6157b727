/* SPDX-License-Identifier: MIT */
/* Repeatable random numbers (xorshift64*), and bytes that look like SPE more often than random bytes do. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static inline uint64_t random_u64(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1du;
}

static inline unsigned random_below(unsigned n)
{
    return (unsigned)(random_u64() >> 33) % n;
}

static inline void random_bytes(uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(random_u64() >> 56);
}

/* Random bytes, half of them header bytes of known packets, so that records sometimes end. */
static inline void random_stream(uint8_t *bytes, size_t n)
{
    static const uint8_t headers[] = {0x00, 0x00, 0x00, 0x01, 0x71, 0x42, 0x52, 0x62, 0x72, 0x43, 0x53, 0x63, 0x64,
                                      0x65, 0x67, 0x48, 0x49, 0x4a, 0x4b, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6,
                                      0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x20, 0x21, 0x22, 0x24, 0x3f, 0xff};
    random_bytes(bytes, n);
    for (size_t i = 0; i < n; i++)
        if (bytes[i] & 1)
            bytes[i] = headers[random_below(sizeof headers)];
}

#endif
