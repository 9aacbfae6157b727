/* SPDX-License-Identifier: MIT */
/* Writes characters into a caller's buffer of any size. The whole length is counted; writing stops at the buffer's
 * end. */
#ifndef SPE_LAB_WRITER_H
#define SPE_LAB_WRITER_H

#include <stddef.h>
#include <stdint.h>

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

static inline void spe_put(struct spe_writer *w, const char *word)
{
    while (*word)
        spe_put_char(w, *word++);
}

static inline void spe_put_digits(struct spe_writer *w, uint64_t value, unsigned base)
{
    uint64_t unit = 1;
    while (value / unit >= base)
        unit *= base;
    for (; unit; unit /= base)
        spe_put_char(w, "0123456789abcdef"[value / unit % base]);
}

static inline void spe_put_decimal(struct spe_writer *w, uint64_t value)
{
    spe_put_digits(w, value, 10);
}

static inline void spe_put_hex(struct spe_writer *w, uint64_t value)
{
    spe_put(w, "0x");
    spe_put_digits(w, value, 16);
}

#endif
