/* SPDX-License-Identifier: MIT */
/*
 * Writes digits without a branch for each digit: decimal digits eight at a time, in a word whose lowest byte is written
 * first; hexadecimal digits in pairs, from a table.
 */
#include "text_writer.h"
#include "wire.h"

const char spe_byte_digits[] =
    " 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f"
    " 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f"
    " 40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f"
    " 60 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70 71 72 73 74 75 76 77 78 79 7a 7b 7c 7d 7e 7f"
    " 80 81 82 83 84 85 86 87 88 89 8a 8b 8c 8d 8e 8f 90 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e 9f"
    " a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 aa ab ac ad ae af b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 ba bb bc bd be bf"
    " c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ca cb cc cd ce cf d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 da db dc dd de df"
    " e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 ea eb ec ed ee ef f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 fa fb fc fd fe ff ";

#define EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))
#define TEN_8 UINT64_C(100000000)
#define TEN_16 (TEN_8 * TEN_8)

/* The eight decimal digits of a value below 10^8, as numbers: halves of 4, 2 and 1 digits in turn. */
static uint64_t decimals(uint32_t value)
{
    const uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    const uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x7f0000007f); /* each / 100 */
    const uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    const uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f); /* each / 10 */
    return tens | (twos - tens * 10) << 8;
}

static inline void put_pair(char *out, uint32_t byte)
{
    memcpy(out, spe_byte_digits + 3 * (byte & 255) + 1, 2);
}

/* The eight hexadecimal digits of a value. */
static inline void put_hex_8(char *out, uint32_t value)
{
    put_pair(out, value >> 24);
    put_pair(out + 2, value >> 16);
    put_pair(out + 4, value >> 8);
    put_pair(out + 6, value);
}

/* Writes the digits of a value below 10^8 without leading zeros. Returns their number; eight bytes are written. */
static unsigned leading_digits(char *out, uint32_t value)
{
    const uint64_t digits = decimals(value);
    const unsigned zeros = spe_lowest_bit(digits | UINT64_C(1) << 56) & 56;
    spe_store64((uint8_t *)out, (digits + EACH_BYTE('0')) >> zeros);
    return 8 - zeros / 8;
}

/* Writes all eight digits of a value below 10^8 at out[n]. Returns where they end. */
static unsigned eight_digits(char *out, unsigned n, uint32_t value)
{
    spe_store64((uint8_t *)out + n, decimals(value) + EACH_BYTE('0'));
    return n + 8;
}

unsigned spe_decimal_digits(char *out, uint64_t value)
{
    if (value < TEN_8)
        return leading_digits(out, (uint32_t)value);
    if (value < TEN_16)
        return eight_digits(out, leading_digits(out, (uint32_t)(value / TEN_8)), (uint32_t)(value % TEN_8));
    const uint64_t high = value / TEN_8;
    const unsigned n = eight_digits(out, leading_digits(out, (uint32_t)(high / TEN_8)), (uint32_t)(high % TEN_8));
    return eight_digits(out, n, (uint32_t)(value % TEN_8));
}

unsigned spe_hex_digits(char *out, uint64_t value)
{
    const unsigned n = (spe_highest_bit(value | 1) & 63) / 4 + 1;
    const uint64_t first = value << (64 - 4 * n);
    put_hex_8(out, (uint32_t)(first >> 32));
    if (n > 8)
        put_hex_8(out + 8, (uint32_t)first);
    return n;
}

unsigned spe_long_hex_digits(char *out, uint64_t value)
{
    if (value >> 32)
        return spe_hex_digits(out, value);
    put_hex_8(out, (uint32_t)value);
    return 8;
}
