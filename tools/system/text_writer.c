/* SPDX-License-Identifier: MIT */
/* See text_writer.h: numbers are written from their last digits to the first ones, two at a time. */
#include "text_writer.h"

static const char decimal_pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                    "8081828384858687888990919293949596979899";

static const char hex_pairs[] = "000102030405060708090a0b0c0d0e0f10111213"
                                "1415161718191a1b1c1d1e1f2021222324252627"
                                "28292a2b2c2d2e2f303132333435363738393a3b"
                                "3c3d3e3f404142434445464748494a4b4c4d4e4f"
                                "505152535455565758595a5b5c5d5e5f60616263"
                                "6465666768696a6b6c6d6e6f7071727374757677"
                                "78797a7b7c7d7e7f808182838485868788898a8b"
                                "8c8d8e8f909192939495969798999a9b9c9d9e9f"
                                "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3"
                                "b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7"
                                "c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadb"
                                "dcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef"
                                "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

unsigned decimal_digits(char *out, uint64_t value)
{
    unsigned n = 1;
    for (uint64_t power = 10; n < DIGITS_MAX && value >= power; power *= 10) /* 10^20 does not fit 64 bits */
        n++;
    unsigned at = n;
    for (; at >= 2; value /= 100)
        memcpy(out + (at -= 2), decimal_pairs + 2 * (value % 100), 2);
    if (at)
        *out = (char)('0' + value);
    return n;
}

unsigned hex_digits(char *out, uint64_t value, unsigned least)
{
    unsigned n = least;
    while (n < 16 && value >> 4 * n)
        n++;
    unsigned at = n;
    for (; at >= 2; value >>= 8)
        memcpy(out + (at -= 2), hex_pairs + 2 * (value & 255), 2);
    if (at)
        *out = hex_pairs[2 * value + 1];
    return n;
}
