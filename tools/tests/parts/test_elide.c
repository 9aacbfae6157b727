/* SPDX-License-Identifier: MIT */
/* Names that are too long for a column keep what tells them apart. */
#include <string.h>

#include "report/elide.h"
#include "tap.h"

static int shows(const char *name, size_t width, const char *want)
{
    char out[ELIDE_MOST];
    elide(name, 0, width, out);
    if (strcmp(out, want) != 0)
        diag("%s", out);
    return strcmp(out, want) == 0;
}

static int shows_place(const char *text, size_t head, size_t width, const char *want)
{
    char out[ELIDE_MOST];
    elide_place(text, head, width, out);
    if (strcmp(out, want) != 0)
        diag("%s", out);
    return strcmp(out, want) == 0;
}

int main(void)
{
    const char *const find = "engine::HashTable<std::pair<int, long>, Hash>::find(Key const&) const";
    ok(shows("walk", 4, "walk") && shows(find, 80, find), "what fits is whole");
    ok(shows(find, 50, "engine::HashTable<...>::find(Key const&) const"), "the longest arguments go first");
    ok(shows(find, 40, "engine::HashTable<...>::find(...) const"), "... then the others");
    ok(shows("a::operator->(int*, int*, int*)", 20, "a::operator->(...)"), "an arrow is no bracket");
    ok(shows("f<(A<1>)0>", 9, "f<...>"), "brackets in brackets");
    ok(shows("a_name_without_any_arguments", 20, "a_name_wit...guments"), "the middle of the others");
    const char *const place = "HashTable<int, long>::find+0x1c (prog) t.cc:12, inlined: g, in prog (1)";
    ok(shows_place(place, 31, 80, place), "a place that fits");
    ok(shows_place(place, 31, 60, "HashTable<int, long>::find+0x1c (prog) t.cc:12, inlined: g"),
       "the last parts go first");
    ok(shows_place(place, 31, 45, "HashTable<int, long>::find+0x1c (prog)"), "... whole parts");
    ok(shows_place(place, 31, 33, "HashTable<int, long>::find+0x1c"), "... all of them");
    ok(shows_place(place, 31, 27, "HashTable<...>::find+0x1c"), "then arguments, but not the offset");
    ok(shows_place(place, 31, 16, "Hash...find+0x1c"), "then the middle of the name");
    const char *const names[] = {"Table<int, first>::find", "Table<int, second>::find", "walk"};
    size_t at[3];
    elide_tell_apart(names, 3, 18, at);
    ok(at[0] && at[0] == at[1] && !at[2], "arguments that tell two names apart stay");
    return tap_done();
}
