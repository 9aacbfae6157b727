/* SPDX-License-Identifier: MIT */
/*
 * Characters into a caller's buffer of any size: the length is counted to the end, the writing stops in time. Numbers
 * become eight digits at a time, in one word and without a branch for each; texts of known length are one copy.
 */
#ifndef SPE_TEXT_WRITER_H
#define SPE_TEXT_WRITER_H

#include "wire.h"

struct spe_writer {
    char *out;     /* NULL: no room, not even for the zero */
    size_t room;   /* characters that fit in front of the zero */
    size_t length; /* of the full text so far */
};

/* Begins a text in out[0..cap). */
static inline struct spe_writer spe_writer_begin(char *out, size_t cap)
{
    return (struct spe_writer){cap ? out : NULL, cap ? cap - 1 : 0, 0};
}

/* Ends the text with its zero. Returns its full length. */
static inline int spe_writer_end(const struct spe_writer *restrict w)
{
    if (w->out)
        w->out[w->length < w->room ? w->length : w->room] = 0;
    return (int)w->length;
}

static inline void spe_put_char(struct spe_writer *restrict w, char c)
{
    if (w->length < w->room)
        w->out[w->length] = c;
    w->length++;
}

/* `n` characters, at least one: for an `n` that the compiler knows. */
static inline void spe_put_text(struct spe_writer *restrict w, const char *text, size_t n)
{
    if (w->length + n <= w->room)
        memcpy(w->out + w->length, text, n);
    else if (w->length < w->room)
        memcpy(w->out + w->length, text, w->room - w->length);
    w->length += n;
}

#define SPE_PUT(w, literal) spe_put_text(w, literal, sizeof(literal) - 1)

/* A word of a table. */
static inline void spe_put(struct spe_writer *restrict w, const char *word)
{
    char *const out = w->out;
    const size_t room = w->room;
    size_t at = w->length;
    for (; *word; word++, at++)
        if (at < room)
            out[at] = *word;
    w->length = at;
}

/* A space, then the word. */
static inline void spe_put_word(struct spe_writer *restrict w, const char *word)
{
    spe_put_char(w, ' ');
    spe_put(w, word);
}

/* -- digits, in a word: the byte that is written first is the lowest -- */

#define SPE_EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))
#define SPE_TEN_8 UINT64_C(100000000)
#define SPE_TEN_16 (SPE_TEN_8 * SPE_TEN_8)

/* The eight decimal digits of a value below 10^8, as numbers: halves of 4, 2 and 1 digits in turn. */
static inline uint64_t spe_decimals(uint32_t value)
{
    const uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    const uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x7f0000007f); /* of each / 100 */
    const uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    const uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f); /* of each / 10 */
    return tens | (twos - tens * 10) << 8;
}

/* The eight hexadecimal digits of a value, as characters. */
static inline uint64_t spe_hex_characters(uint32_t value)
{
    const uint64_t reversed = value >> 24 | (value >> 8 & 0xff00) | (value & 0xff00) << 8 | value << 24;
    const uint64_t halves = (reversed | reversed << 16) & UINT64_C(0x0000ffff0000ffff);
    const uint64_t bytes = (halves | halves << 8) & UINT64_C(0x00ff00ff00ff00ff);
    const uint64_t digits = (bytes >> 4 | bytes << 8) & SPE_EACH_BYTE(0x0f);
    const uint64_t letters = (digits + SPE_EACH_BYTE(6)) >> 4 & SPE_EACH_BYTE(1);
    return digits + SPE_EACH_BYTE('0') + letters * ('a' - '0' - 10);
}

#define SPE_DIGITS_MAX 24 /* characters that the two below may touch */

/* The digits of a value below 10^8 without leading zeros. Returns how many there are; eight are written. */
static inline unsigned spe_leading_digits(char *out, uint32_t value)
{
    const uint64_t digits = spe_decimals(value);
    const unsigned zeros = spe_lowest_bit(digits | UINT64_C(1) << 56) & ~7u;
    spe_store64((uint8_t *)out, (digits + SPE_EACH_BYTE('0')) >> zeros);
    return 8 - zeros / 8;
}

/* Writes a value's decimal digits to out[SPE_DIGITS_MAX]. Returns how many they are; what is behind them is of no use. */
static inline unsigned spe_decimal_digits(char *out, uint64_t value)
{
    unsigned n = 0;
    if (value < SPE_TEN_8)
        return spe_leading_digits(out, (uint32_t)value);
    if (value < SPE_TEN_16) {
        n = spe_leading_digits(out, (uint32_t)(value / SPE_TEN_8));
    } else {
        n = spe_leading_digits(out, (uint32_t)(value / SPE_TEN_16));
        spe_store64((uint8_t *)out + n, spe_decimals((uint32_t)(value / SPE_TEN_8 % SPE_TEN_8)) + SPE_EACH_BYTE('0'));
        n += 8;
    }
    spe_store64((uint8_t *)out + n, spe_decimals((uint32_t)(value % SPE_TEN_8)) + SPE_EACH_BYTE('0'));
    return n + 8;
}

/* The same with hexadecimal digits. */
static inline unsigned spe_hex_digits(char *out, uint64_t value)
{
    const unsigned n = spe_highest_bit(value | 1) / 4 + 1;
    const uint64_t first = value << (64 - 4 * n);
    spe_store64((uint8_t *)out, spe_hex_characters((uint32_t)(first >> 32)));
    if (n > 8)
        spe_store64((uint8_t *)out + 8, spe_hex_characters((uint32_t)first));
    return n;
}

/* ... eight at least, zeros in front. */
static inline unsigned spe_long_hex_digits(char *out, uint64_t value)
{
    if (value >> 32)
        return spe_hex_digits(out, value);
    spe_store64((uint8_t *)out, spe_hex_characters((uint32_t)value));
    return 8;
}

/* Whether there is room for a number in place: most often. */
static inline int spe_has_digits_room(const struct spe_writer *restrict w)
{
    return w->length + SPE_DIGITS_MAX <= w->room;
}

static inline void spe_put_few(struct spe_writer *restrict w, const char *text, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        spe_put_char(w, text[i]);
}

static inline void spe_put_decimal(struct spe_writer *restrict w, uint64_t value)
{
    char digits[SPE_DIGITS_MAX];
    if (spe_has_digits_room(w))
        w->length += spe_decimal_digits(w->out + w->length, value);
    else
        spe_put_few(w, digits, spe_decimal_digits(digits, value));
}

/* One digit, 0 to 15. */
static inline void spe_put_digit(struct spe_writer *restrict w, unsigned digit)
{
    spe_put_char(w, (char)(digit < 10 ? '0' + digit : 'a' + digit - 10));
}

/* Hexadecimal digits alone. */
static inline void spe_put_digits(struct spe_writer *restrict w, uint64_t value)
{
    char digits[SPE_DIGITS_MAX];
    if (spe_has_digits_room(w))
        w->length += spe_hex_digits(w->out + w->length, value);
    else
        spe_put_few(w, digits, spe_hex_digits(digits, value));
}

/* 0x, and hexadecimal digits. */
static inline void spe_put_hex(struct spe_writer *restrict w, uint64_t value)
{
    SPE_PUT(w, "0x");
    spe_put_digits(w, value);
}

#endif
