/* SPDX-License-Identifier: MIT */
/* Characters into a caller's buffer of any size: the length is counted to the end, the writing stops in time. */
#ifndef SPE_TEXT_WRITER_H
#define SPE_TEXT_WRITER_H

#include <stddef.h>
#include <stdint.h>

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
static inline int spe_writer_end(const struct spe_writer *w)
{
    if (w->out)
        w->out[w->length < w->room ? w->length : w->room] = 0;
    return (int)w->length;
}

static inline void spe_put_char(struct spe_writer *w, char c)
{
    if (w->length < w->room)
        w->out[w->length] = c;
    w->length++;
}

static inline void spe_put(struct spe_writer *w, const char *text)
{
    while (*text)
        spe_put_char(w, *text++);
}

/* A space, then the word. */
static inline void spe_put_word(struct spe_writer *w, const char *word)
{
    spe_put_char(w, ' ');
    spe_put(w, word);
}

static inline void spe_put_number(struct spe_writer *w, uint64_t value, unsigned base)
{
    char digits[20] = "";
    unsigned n = 0;
    do {
        digits[n++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    while (n)
        spe_put_char(w, digits[--n]);
}

static inline void spe_put_decimal(struct spe_writer *w, uint64_t value)
{
    spe_put_number(w, value, 10);
}

static inline void spe_put_hex(struct spe_writer *w, uint64_t value)
{
    spe_put(w, "0x");
    spe_put_number(w, value, 16);
}

#endif
