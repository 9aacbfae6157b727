/* SPDX-License-Identifier: MIT */
/* See shown.h. */
#include "shown.h"

#include <stdio.h>
#include <string.h>

/* Characters without a shape, which change what stands beside them: from, to. */
static const unsigned shapeless[][2] = {
    {0x80, 0x9f},     /* control characters */
    {0x61c, 0x61c},   /* direction, Arabic */
    {0x200b, 0x200f}, /* no width; direction */
    {0x2028, 0x202e}, /* line and paragraph ends; direction */
    {0x2060, 0x206f}, /* no width; direction */
    {0xd800, 0xdfff}, /* halves of UTF-16 */
    {0xfeff, 0xfeff}, /* byte order */
};

static int has_shape(unsigned code)
{
    for (size_t i = 0; i < sizeof shapeless / sizeof *shapeless; i++)
        if (code >= shapeless[i][0] && code <= shapeless[i][1])
            return 0;
    return 1;
}

unsigned shown_size(const char *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    const unsigned size = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 14 ? 3 : *at >> 3 == 30 ? 4 : 0;
    unsigned code = *at & (0xffu >> (size + 1));
    if (size < 2)
        return size && *at >= ' ' && *at != 0x7f;
    for (unsigned i = 1; i < size; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        code = code << 6 | (at[i] & 63);
    }
    return code >= least[size] && code <= 0x10ffff && has_shape(code) ? size : 0;
}

const char *shown(const char *text, char *out, size_t cap)
{
    size_t used = 0;
    while (*text) {
        const unsigned size = shown_size(text), room = size ? size : 4;
        if (used + room >= cap)
            break;
        if (size)
            memcpy(out + used, text, size);
        else
            snprintf(out + used, cap - used, "\\x%02x", (unsigned char)*text);
        used += room;
        text += size ? size : 1;
    }
    out[used] = 0;
    return out;
}
