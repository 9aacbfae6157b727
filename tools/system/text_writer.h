/* SPDX-License-Identifier: MIT */
/*
 * Writes characters and numbers into the caller's buffer. The length counts all characters, also characters that do not
 * fit, so that a caller sees whether the text fits.
 */
#ifndef TEXT_WRITER_H
#define TEXT_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text_writer {
    char *out;
    size_t room;   /* characters that fit, without the NUL */
    size_t length; /* of the whole text so far */
};

/* Begins a text in out[0..cap); cap is 1 or more. */
static inline struct text_writer text_begin(char *out, size_t cap)
{
    return (struct text_writer){out, cap - 1, 0};
}

/* Ends the text with a NUL. Returns its length. */
static inline size_t text_end(const struct text_writer *restrict w)
{
    w->out[w->length < w->room ? w->length : w->room] = 0;
    return w->length;
}

static inline void put_char(struct text_writer *restrict w, char c)
{
    if (w->length < w->room)
        w->out[w->length] = c;
    w->length++;
}

static inline int text_has_room(const struct text_writer *restrict w, size_t n)
{
    return w->length <= w->room && n <= w->room - w->length;
}

/* Puts n characters. */
static inline void put_text(struct text_writer *restrict w, const char *text, size_t n)
{
    if (text_has_room(w, n))
        memcpy(w->out + w->length, text, n);
    else if (w->length < w->room)
        memcpy(w->out + w->length, text, w->room - w->length);
    w->length += n;
}

#define PUT_LITERAL(w, literal) put_text(w, literal, sizeof(literal) - 1)

static inline void put_word(struct text_writer *restrict w, const char *word)
{
    size_t at = w->length;
    for (; *word; word++, at++)
        if (at < w->room)
            w->out[at] = *word;
    w->length = at;
}

#define DIGITS_MAX 20 /* of the longest number */

/* Write the digits of a number to out[DIGITS_MAX]: decimal, or at least `least` (1 to 16) hexadecimal ones without 0x.
 * Return their number. */
unsigned decimal_digits(char *out, uint64_t value);
unsigned hex_digits(char *out, uint64_t value, unsigned least);

/* Put a number: decimal, or 0x and hexadecimal digits. */
static inline void put_decimal(struct text_writer *restrict w, uint64_t value)
{
    char digits[DIGITS_MAX];
    if (value < 10) /* as with most numbers of a record */
        put_char(w, (char)('0' + value));
    else if (text_has_room(w, DIGITS_MAX))
        w->length += decimal_digits(w->out + w->length, value);
    else
        put_text(w, digits, decimal_digits(digits, value));
}

static inline void put_hex(struct text_writer *restrict w, uint64_t value)
{
    char digits[DIGITS_MAX];
    PUT_LITERAL(w, "0x");
    if (text_has_room(w, DIGITS_MAX))
        w->length += hex_digits(w->out + w->length, value, 1);
    else
        put_text(w, digits, hex_digits(digits, value, 1));
}

#endif
