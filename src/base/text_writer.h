/* SPDX-License-Identifier: MIT */
/* Writes characters into a caller's buffer of any size. The whole length is counted; writing stops at the buffer's
 * end. */
#ifndef SPE_TEXT_WRITER_H
#define SPE_TEXT_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "internal.h"

struct spe_writer {
    char *out;     /* NULL: no room, not even for the NUL */
    size_t room;   /* characters that fit before the NUL */
    size_t length; /* length of the full text so far */
};

/* Begins a text in out[0..cap). */
static inline struct spe_writer spe_writer_begin(char *out, size_t cap)
{
    return (struct spe_writer){cap ? out : NULL, cap ? cap - 1 : 0, 0};
}

/* Ends the text with its NUL. Returns its full length. */
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

static inline void spe_put_few(struct spe_writer *restrict w, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        spe_put_char(w, text[i]);
}

/* Whether there is room for `n` characters. It is a macro because the proof can follow a plain condition. */
#define SPE_HAS_ROOM(w, n) ((n) <= (w)->room && (w)->length <= (w)->room - (n))

/* Puts `n` characters, at least one. Use it if `n` is a compile-time constant. */
static inline void spe_put_text(struct spe_writer *restrict w, const char *text, size_t n)
{
    if (SPE_HAS_ROOM(w, n)) {
        char *const to = w->out + w->length;
        w->length += n;
        memcpy(to, text, n);
    } else {
        spe_put_few(w, text, n);
    }
}

#define SPE_PUT(w, literal) spe_put_text(w, literal, sizeof(literal) - 1)

/* Puts a word of a table. */
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

/* Puts a space, then the word. */
static inline void spe_put_word(struct spe_writer *restrict w, const char *word)
{
    spe_put_char(w, ' ');
    spe_put(w, word);
}

/* -- numbers -- */

/* " 00 01" to "fe ff ": byte n is at 3 n, between two spaces. */
SPE_TABLE const char spe_byte_digits[3 * 256 + 2];

#define SPE_DIGITS_MAX 24 /* characters that these functions may write; those after the digits have no meaning */

/* Write a value's digits: decimal, hexadecimal, or at least eight hexadecimal digits. Return the number of digits. */
SPE_INTERNAL unsigned spe_decimal_digits(char *out, uint64_t value);
SPE_INTERNAL unsigned spe_hex_digits(char *out, uint64_t value);
SPE_INTERNAL unsigned spe_long_hex_digits(char *out, uint64_t value);

static inline void spe_put_decimal(struct spe_writer *restrict w, uint64_t value)
{
    if (value < 10) { /* the most frequent case in records */
        spe_put_char(w, (char)('0' + value));
    } else if (SPE_HAS_ROOM(w, SPE_DIGITS_MAX)) {
        w->length += spe_decimal_digits(w->out + w->length, value);
    } else {
        char digits[SPE_DIGITS_MAX] = "";
        spe_put_few(w, digits, spe_decimal_digits(digits, value));
    }
}

/* Puts one digit, 0 to 15. */
static inline void spe_put_digit(struct spe_writer *restrict w, unsigned digit)
{
    spe_put_char(w, (char)(digit < 10 ? '0' + digit : 'a' + digit - 10));
}

/* Puts hexadecimal digits without 0x. */
static inline void spe_put_digits(struct spe_writer *restrict w, uint64_t value)
{
    if (SPE_HAS_ROOM(w, SPE_DIGITS_MAX)) {
        w->length += spe_hex_digits(w->out + w->length, value);
    } else {
        char digits[SPE_DIGITS_MAX] = "";
        spe_put_few(w, digits, spe_hex_digits(digits, value));
    }
}

/* Puts 0x, then hexadecimal digits. */
static inline void spe_put_hex(struct spe_writer *restrict w, uint64_t value)
{
    SPE_PUT(w, "0x");
    spe_put_digits(w, value);
}

#endif
