/* SPDX-License-Identifier: MIT */
/* printf() as far as the unit tests need it: c, d, u, x, s, with width, zeros, l, ll, z; f and g as whole numbers. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "board.h"

struct writer {
    char *out;
    size_t cap, used;
};

static void put(struct writer *w, const char *text, size_t n, int width, char fill)
{
    for (size_t i = n; i < (size_t)width; i++, w->used++)
        if (w->used + 1 < w->cap)
            w->out[w->used] = fill;
    for (size_t i = 0; i < n; i++, w->used++)
        if (w->used + 1 < w->cap)
            w->out[w->used] = text[i];
}

static void put_number(struct writer *w, uint64_t value, int is_negative, unsigned base, int width, char fill)
{
    char text[24];
    size_t n = sizeof text;
    do
        text[--n] = "0123456789abcdef"[value % base];
    while (value /= base);
    if (is_negative)
        text[--n] = '-';
    put(w, text + n, sizeof text - n, width, fill);
}

static void put_signed(struct writer *w, int64_t value, int width, char fill)
{
    put_number(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0, 10, width, fill);
}

/* Formats one conversion, starting after its width. Returns what follows it. */
static const char *convert(struct writer *w, const char *at, va_list *args, int width, char fill)
{
    size_t bytes = sizeof(int);
    unsigned longs = 0;
    for (; *at == 'l' || *at == 'z'; at++)
        bytes = *at == 'z' ? sizeof(size_t) : longs++ ? sizeof(long long) : sizeof(long);
    if (*at == 'd')
        put_signed(w, bytes == 8 ? va_arg(*args, long long) : va_arg(*args, int), width, fill);
    else if (*at == 'u' || *at == 'x')
        put_number(w, bytes == 8 ? va_arg(*args, unsigned long long) : va_arg(*args, unsigned), 0, *at == 'u' ? 10 : 16,
                   width, fill);
    else if (*at == 'f' || *at == 'g')
        put_signed(w, (int64_t)va_arg(*args, double), width, fill);
    else if (*at == 'c')
        put(w, (const char[]){(char)va_arg(*args, int)}, 1, width, fill);
    else if (*at == 's') {
        const char *const text = va_arg(*args, const char *);
        put(w, text, strlen(text), width, fill);
    } else
        put(w, at, 1, width, fill);
    return at + 1;
}

static int format_text(char *out, size_t cap, const char *at, va_list *args)
{
    struct writer w = {out, cap, 0};
    while (*at) {
        const size_t plain = strcspn(at, "%");
        put(&w, at, plain, 0, ' ');
        at += plain;
        if (*at != '%')
            break;
        const char fill = *++at == '0' ? '0' : ' ';
        int width = 0;
        for (; *at >= '0' && *at <= '9'; at++)
            width = width * 10 + *at - '0';
        at += *at == '.' ? 1 + strspn(at + 1, "0123456789") : 0;
        at = convert(&w, at, args, width, fill);
    }
    if (cap)
        out[w.used < cap ? w.used : cap - 1] = '\0';
    return (int)w.used;
}

int vprintf(const char *format, va_list args)
{
    static char line[4096];
    va_list copy;
    va_copy(copy, args);
    const int n = format_text(line, sizeof line, format, &copy);
    va_end(copy);
    board_print(line);
    return n;
}

int printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vprintf(format, args);
    va_end(args);
    return n;
}

int snprintf(char *out, size_t cap, const char *format, ...)
{
    va_list args, copy;
    va_start(args, format);
    va_copy(copy, args);
    const int n = format_text(out, cap, format, &copy);
    va_end(copy);
    va_end(args);
    return n;
}

int fflush(FILE *file)
{
    (void)file;
    return 0;
}
