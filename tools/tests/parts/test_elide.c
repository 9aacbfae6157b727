/* SPDX-License-Identifier: MIT */
/* Long names: what C++ adds by default goes first, then the middle; what differs stays visible. */
#include "report/elide.h"

#include <string.h>

#include "tap.h"

#include "output.h"

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

static void test_names(void)
{
    static const struct {
        const char *name;
        size_t width;
        const char *text;
    } cases[] = {
        {"work", 36, "work"},
        {"exactly_thirty_six_characters_long_x", 36, "exactly_thirty_six_characters_long_x"},
        {"a_function_with_a_name_that_is_longer_than_that", 36, "a_function_with_a_n...nger_than_that"},
        {"find(" STRING " const&)", 36, "find(std::string const&)"},
        {"sum(std::vector<int, std::allocator<int> >&)", 36, "sum(std::vector<int>&)"},
        {"sum(std::vector<int, std::allocator<int>>&)", 36, "sum(std::vector<int>&)"},
        {"f(std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >)", 36,
         "f(std::map<int, long>)"},
        {"f(std::map<int, std::allocator<int>::pointer, std::greater<int> >)", 80,
         "f(std::map<int, std::allocator<int>::pointer, std::greater<int> >)"},
        {"f(std::vector<int, std::allocator<int>::rebind<long> >, std::allocator<int", 40,
         "f(std::vector<int, std...::allocator<int"},
        {"std::__1::vector<int, std::__1::allocator<int> >::push_back(int&&)", 40,
         "std::vector<int>::push_back(int&&)"},
        {"\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc", 12,
         "\xc3\xa4\xc3\xb6...\xc3\xb6\xc3\xbc"},
    };
    char out[ELIDE_MOST];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        says(elide(cases[i].name, 0, cases[i].width, out), cases[i].text, cases[i].text, __LINE__);
}

/* For every width and position: never wider, both ends kept, the position visible. */
static void test_widths(void)
{
    char name[200], out[ELIDE_MOST];
    int wide = 0, hidden = 0, ends = 0;
    for (size_t i = 0; i < sizeof name - 1; i++)
        name[i] = (char)(33 + i % 90);
    name[sizeof name - 1] = 0;
    for (size_t width = 0; width < 300; width++)
        for (size_t at = 0; at < sizeof name - 1; at++) {
            const size_t size = strlen(elide(name, at, width, out)), most = width < 4 ? 4 : width;
            wide += size > most;
            ends += width >= 8 && (out[0] != name[0] || out[size - 1] != name[sizeof name - 2]);
            const char shown[3] = {name[at], at + 2 < sizeof name ? name[at + 1] : 0, 0};
            hidden += width >= 36 && !strstr(out, shown);
        }
    is(wide, 0, "never wider");
    is(ends, 0, "both ends are kept");
    is(hidden, 0, "a position stays visible");
}

static void test_apart(void)
{
    char names[4][300];
    const char *list[4];
    char out[4][ELIDE_MOST];
    size_t at[4];
    for (size_t i = 0; i < 4; i++) {
        memset(names[i], 'x', 299);
        names[i][299] = 0;
        list[i] = names[i];
    }
    memcpy(names[0] + 150, "one", 3);
    memcpy(names[1] + 150, "two", 3);
    memcpy(names[2] + 200, "six", 3);
    strcpy(names[3], "short");
    elide_tell_apart(list, 4, 36, at);
    for (size_t i = 0; i < 4; i++)
        elide(names[i], at[i], 36, out[i]);
    ok(strstr(out[0], "one") && strstr(out[1], "two") && strcmp(out[2], out[0]) != 0 && strcmp(out[2], out[1]) != 0,
       "names that differ in the middle");
    ok(at[3] == 0 && strcmp(out[3], "short") == 0, "a short name stays");
    list[1] = names[0];
    elide_tell_apart(list, 2, 36, at);
    ok(strcmp(elide(list[0], at[0], 36, out[0]), elide(list[1], at[1], 36, out[1])) == 0, "equal names stay equal");
}

int main(void)
{
    test_names();
    test_widths();
    test_apart();
    return tap_done();
}
