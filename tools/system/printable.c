/* SPDX-License-Identifier: MIT */
/* See printable.h. */
#include "printable.h"

#include <stdio.h>
#include <string.h>

/* Invisible characters, which change or hide adjacent ones: Unicode's classes Cc, Cf, Zl and Zp, and
 * Default_Ignorable_Code_Point, as of Unicode 15.0; from, to. tools/tests/test_hostile.sh compares them with perl's
 * tables. */
static const unsigned shapeless[][2] = {
    {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x600, 0x605},
    {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static int has_shape(unsigned code)
{
    size_t i = 0;
    while (i < sizeof shapeless / sizeof *shapeless && code > shapeless[i][1])
        i++;
    return i == sizeof shapeless / sizeof *shapeless || code < shapeless[i][0];
}

unsigned printable_character(const char *text, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    const unsigned size = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 14 ? 3 : *at >> 3 == 30 ? 4 : 0;
    *code = size == 1 ? *at : *at & (0xffu >> (size + 1));
    for (unsigned i = 1; i < size; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        *code = *code << 6 | (at[i] & 63);
    }
    return *code >= least[size] && *code <= 0x10ffff && *code >> 11 != 0x1b ? size
                                                                            : 0; /* 0xd800 on: surrogates of UTF-16 */
}

unsigned printable_size(const char *text)
{
    unsigned code;
    const unsigned size = printable_character(text, &code);
    return size && has_shape(code) ? size : 0;
}

const char *printable(const char *text, char *out, size_t cap)
{
    size_t used = 0;
    while (*text) {
        const unsigned size = printable_size(text), room = size ? size : 4;
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

int printable_is_formula(const char *text, size_t size)
{
    static const char *const fronts[] = {"=",           "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d",
                                         "\xef\xbc\xa0"};
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
        if (size > strlen(fronts[i]) && memcmp(text, fronts[i], strlen(fronts[i])) == 0)
            return 1;
    return 0;
}
