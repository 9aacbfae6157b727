/* SPDX-License-Identifier: MIT */
/* See escape.h. */
#include "escape.h"

#include <string.h>

#include "../system/printable.h"

void escape_text(FILE *out, const char *text, const char *special, void (*escape)(FILE *out, char c))
{
    while (*text) {
        const unsigned size = printable_size(text);
        if (!size)
            fprintf(out, "\\x%02x", (unsigned char)*text);
        else if (size == 1 && strchr(special, *text))
            escape(out, *text);
        else
            fwrite(text, 1, size, out);
        text += size ? size : 1;
    }
}
