/* SPDX-License-Identifier: MIT */
/* tools/system/printable.h: which characters are written unchanged, and how others are escaped. */
#include <string.h>

#include "system/printable.h"
#include "tap.h"

static void test_characters(void)
{
    static const struct {
        const char *text;
        unsigned size;
    } rows[] = {
        {"a", 1},
        {" ", 1},
        {"~", 1},
        {"\x1f", 0},
        {"\x7f", 0},
        {"\xc2\xa0", 2},
        {"\xc2\x80", 0},
        {"\xc2\x9f", 0},
        {"\xc1\xbf", 0},
        {"\xe0\x9f\xbf", 0},
        {"\xe0\xa0\x80", 3},
        {"\xc2", 0},
        {"\xc2z", 0},
        {"\xc3\xc3", 0},
        {"\xed\x9f\xbf", 3},
        {"\xed\xa0\x80", 0},
        {"\xed\xbf\xbf", 0},
        {"\xee\x80\x80", 3},
        {"\xd8\x9c", 0},
        {"\xd8\x9d", 2},
        {"\xe2\x80\x8a", 3},
        {"\xe2\x80\x8b", 0},
        {"\xe2\x80\x8f", 0},
        {"\xe2\x80\x90", 3},
        {"\xe2\x80\xa7", 3},
        {"\xe2\x80\xa8", 0},
        {"\xe2\x80\xae", 0},
        {"\xe2\x80\xaf", 3},
        {"\xe2\x81\xa0", 0},
        {"\xe2\x81\xaf", 0},
        {"\xef\xbb\xbf", 0},
        {"\xc2\xad", 0},         /* U+00AD */
        {"\xe1\xa0\x8e", 0},     /* U+180E */
        {"\xef\xbf\xb9", 0},     /* U+FFF9 */
        {"\xf3\xa0\x81\x81", 0}, /* U+E0041 */
        {"\xf3\xa0\xbf\xbf", 0}, /* U+E0FFF */
        {"\xf3\xa1\x80\x80", 4},
        {"\xf0\x90\x80\x80", 4},
        {"\xf0\x8f\xbf\xbf", 0},
        {"\xf4\x8f\xbf\xbf", 4},
        {"\xf4\x90\x80\x80", 0},
        {"\x80", 0},
        {"\xff", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!is(printable_size(rows[i].text), rows[i].size, "the size of a character"))
            diag("row %zu", i);
}

static void test_text(void)
{
    char out[9];
    ok(!strcmp(printable("a\n\xc3\xa4", out, sizeof out), "a\\x0a\xc3\xa4"), "invisible characters are escaped");
    ok(!strcmp(printable("12345678", out, sizeof out), "12345678"), "a text that just fits");
    ok(!strcmp(printable("123456789", out, sizeof out), "12345678"), "... and one that does not");
    ok(!strcmp(printable("1234\n6", out, sizeof out), "1234\\x0a"), "an escape that just fits");
    ok(!strcmp(printable("12345\n6", out, sizeof out), "12345"), "... and one that does not");
    ok(!strcmp(printable("1234567\xc3\xa4", out, sizeof out), "1234567"), "a character is not cut");
}

int main(void)
{
    test_characters();
    test_text();
    return tap_done();
}
