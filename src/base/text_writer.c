/* SPDX-License-Identifier: MIT */
/*
 * Digits, eight at a time, in a word, with no branch for each: the byte that is written first is the lowest.
 */
#include "text_writer.h"
#include "wire.h"

#define EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))
#define TEN_8 UINT64_C(100000000)
#define TEN_16 (TEN_8 * TEN_8)

/* The eight decimal digits of a value below 10^8, as numbers: halves of 4, 2 and 1 digits in turn. */
static uint64_t decimals(uint32_t value)
{
    const uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    const uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x7f0000007f); /* of each / 100 */
    const uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    const uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f); /* of each / 10 */
    return tens | (twos - tens * 10) << 8;
}

/* The eight hexadecimal digits of a value, as characters. */
static uint64_t hex_characters(uint32_t value)
{
    const uint64_t reversed = value >> 24 | (value >> 8 & 0xff00) | (value & 0xff00) << 8 | value << 24;
    const uint64_t halves = (reversed | reversed << 16) & UINT64_C(0x0000ffff0000ffff);
    const uint64_t bytes = (halves | halves << 8) & UINT64_C(0x00ff00ff00ff00ff);
    const uint64_t digits = (bytes >> 4 | bytes << 8) & EACH_BYTE(0x0f);
    const uint64_t letters = (digits + EACH_BYTE(6)) >> 4 & EACH_BYTE(1);
    return digits + EACH_BYTE('0') + letters * ('a' - '0' - 10);
}

/* The digits of a value below 10^8 without leading zeros. Returns how many there are; eight are written. */
static unsigned leading_digits(char *out, uint32_t value)
{
    const uint64_t digits = decimals(value);
    const unsigned zeros = spe_lowest_bit(digits | UINT64_C(1) << 56) & 56;
    spe_store64((uint8_t *)out, (digits + EACH_BYTE('0')) >> zeros);
    return 8 - zeros / 8;
}

unsigned spe_decimal_digits(char *out, uint64_t value)
{
    unsigned n = 0;
    if (value < TEN_8)
        return leading_digits(out, (uint32_t)value);
    if (value < TEN_16) {
        n = leading_digits(out, (uint32_t)(value / TEN_8));
    } else {
        n = leading_digits(out, (uint32_t)(value / TEN_16));
        spe_store64((uint8_t *)out + n, decimals((uint32_t)(value / TEN_8 % TEN_8)) + EACH_BYTE('0'));
        n += 8;
    }
    spe_store64((uint8_t *)out + n, decimals((uint32_t)(value % TEN_8)) + EACH_BYTE('0'));
    return n + 8;
}

unsigned spe_hex_digits(char *out, uint64_t value)
{
    const unsigned n = (spe_highest_bit(value | 1) & 63) / 4 + 1;
    const uint64_t first = value << (64 - 4 * n);
    spe_store64((uint8_t *)out, hex_characters((uint32_t)(first >> 32)));
    if (n > 8)
        spe_store64((uint8_t *)out + 8, hex_characters((uint32_t)first));
    return n;
}

unsigned spe_long_hex_digits(char *out, uint64_t value)
{
    if (value >> 32)
        return spe_hex_digits(out, value);
    spe_store64((uint8_t *)out, hex_characters((uint32_t)value));
    return 8;
}
