/* SPDX-License-Identifier: MIT */
/* See json_string.h. */
#include "json_string.h"

#include "printable.h"

/* A character outside of 16 bits takes two. */
static void escape(FILE *out, unsigned code)
{
    if (code > 0xffff)
        fprintf(out, "\\u%04x", 0xd7c0 + (code >> 10));
    fprintf(out, "\\u%04x", code > 0xffff ? 0xdc00 | (code & 0x3ff) : code);
}

void json_string(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        unsigned code;
        const unsigned size = printable_character(text, &code);
        if (!printable_size(text))
            escape(out, size ? code : (unsigned char)*text);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fwrite(text, 1, size, out);
        text += size ? size : 1;
    }
    fputc('"', out);
}
