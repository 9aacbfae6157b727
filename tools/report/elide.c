/* SPDX-License-Identifier: MIT */
/* See elide.h. */
#include "elide.h"
#include "../system/memory.h"

#include <stdlib.h>
#include <string.h>

/* -- what C++ adds by default -- */

#define LONG_STRING "std::basic_string<char, std::char_traits<char>, std::allocator<char> >"
#define NEW_STRING "std::basic_string<char, std::char_traits<char>, std::allocator<char>>"

static const struct {
    const char *from, *to;
} words[] = {
    {"std::__cxx11::", "std::"}, {"std::__1::", "std::"}, {LONG_STRING, "std::string"}, {NEW_STRING, "std::string"}};

/* Default arguments of the library's templates, up to the '<' of their own arguments */
static const char *const defaults[] = {", std::allocator<", ", std::char_traits<", ", std::less<",
                                       ", std::equal_to<",  ", std::hash<",        ", std::default_delete<"};

/* Replaces a text wherever it is. The new one is not longer. */
static void replace(char *text, const char *from, const char *to)
{
    const size_t old = strlen(from), new = strlen(to);
    char *write = text;
    for (const char *read = text; *read;) {
        if (strncmp(read, from, old) == 0) {
            memcpy(write, to, new);
            read += old;
            write += new;
        } else {
            *write++ = *read++;
        }
    }
    *write = 0;
}

/* The end of the arguments that begin after a '<': just past their '>'. NULL if they do not end. */
static const char *end_of_arguments(const char *text)
{
    for (int depth = 1; *text; text++) {
        depth += *text == '<';
        depth -= *text == '>';
        if (!depth)
            return text + 1;
    }
    return NULL;
}

/* Just past a default argument at the text's front, if the arguments around it end there or others follow; or NULL. */
static const char *end_of_default(const char *text)
{
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        const size_t size = strlen(defaults[i]);
        const char *end = strncmp(text, defaults[i], size) == 0 ? end_of_arguments(text + size) : NULL;
        if (end && (*end == ',' || *end == '>' || (*end == ' ' && end[1] == '>')))
            return *end == ' ' ? end + 1 : end;
    }
    return NULL;
}

static void drop_defaults(char *text)
{
    const char *end;
    char *write = text;
    for (const char *read = text; *read;)
        if (*read == ',' && (end = end_of_default(read)) != NULL)
            read = end;
        else
            *write++ = *read++;
    *write = 0;
}

#define SIMPLIFIED_MOST 8192 /* bytes: longer names are left unchanged */

/* The name without defaults. The caller frees it. */
static char *simplify(const char *name)
{
    char *text = tool_strdup(name);
    if (strlen(name) >= SIMPLIFIED_MOST || !strstr(text, "std::"))
        return text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        replace(text, words[i].from, words[i].to);
    drop_defaults(text);
    return text;
}

/* -- the middle -- */

#define DOTS 3

/* The position, moved down to the front of a UTF-8 character. */
static size_t front(const char *text, size_t at)
{
    while (at && ((unsigned char)text[at] & 0xc0) == 0x80)
        at--;
    return at;
}

static char *put(char *out, const char *text, size_t from, size_t to)
{
    from = front(text, from);
    to = front(text, to);
    if (to > from)
        memcpy(out, text + from, to - from);
    return out + (to > from ? to - from : 0);
}

static char *put_dots(char *out)
{
    memcpy(out, "...", DOTS);
    return out + DOTS;
}

static void cut(const char *text, size_t at, size_t width, char *out)
{
    const size_t size = strlen(text), head = (width - DOTS) * 3 / 5, tail = width - DOTS - head;
    if (size <= width) {
        memcpy(out, text, size + 1);
        return;
    }
    const int is_hidden = at + DOTS >= head && at && at < size - tail && width > 4 * DOTS;
    const size_t part = (width - 2 * DOTS) / 3, from = at > part / 4 ? at - part / 4 : 0;
    if (is_hidden) { /* begin...what differs...end */
        out = put_dots(put(out, text, 0, part));
        out = put_dots(put(out, text, from, from + part < size ? from + part : size));
        out = put(out, text, size - part, size);
    } else {
        out = put_dots(put(out, text, 0, head));
        out = put(out, text, size - tail, size);
    }
    *out = 0;
}

static size_t clamp(size_t width)
{
    return width >= ELIDE_MOST ? ELIDE_MOST - 1 : width <= DOTS ? DOTS + 1 : width;
}

/* -- arguments -- */

/* Finds the longest text in brackets that no other brackets are around. Returns its length, or 0. */
static size_t longest_arguments(const char *text, size_t *from)
{
    size_t longest = 0, begin = 0;
    int depth = 0;
    for (size_t i = 0; text[i]; i++) {
        const int opens = text[i] == '<' || text[i] == '(';
        const int closes = depth && (text[i] == ')' || (text[i] == '>' && text[i - 1] != '-'));
        begin = opens && !depth ? i + 1 : begin;
        depth += opens - closes;
        if (closes && !depth && i - begin > longest) {
            longest = i - begin;
            *from = begin;
        }
    }
    return longest;
}

/* Puts dots in place of arguments, the longest first, until the name fits. */
static void shorten(char *text, size_t width)
{
    size_t at, n;
    while (strlen(text) > width && (n = longest_arguments(text, &at)) > DOTS) {
        memcpy(text + at, "...", DOTS);
        memmove(text + at + DOTS, text + at + n, strlen(text + at + n) + 1);
    }
}

/* A name that was simplified, as people get it. `at` keeps the arguments that distinguish it. */
static void show(const char *text, size_t at, size_t width, char *out)
{
    const size_t size = strlen(text) + 1;
    char *copy = !at && size <= SIMPLIFIED_MOST ? tool_malloc(size) : NULL;
    if (copy)
        shorten(memcpy(copy, text, size), width);
    cut(copy ? copy : text, at, width, out);
    for (char *dots = out; (dots = strstr(dots, "....")) != NULL;) /* where arguments were cut */
        memmove(dots, dots + 1, strlen(dots));
    free(copy);
}

const char *elide(const char *name, size_t at, size_t width, char *out)
{
    width = clamp(width);
    char *text = strlen(name) > width ? simplify(name) : NULL;
    show(text ? text : name, at, width, out);
    free(text);
    return out;
}

/* The end of as many parts of a place as fit: " (module)", " file:line", ", inlined: ...", ", in process". */
static size_t end_of_parts(const char *text, size_t head, size_t width)
{
    size_t end = head;
    for (size_t i = head; i <= width; i++)
        if ((text[i] == ' ' && (i == head || text[i - 1] == ')')) || strncmp(text + i, ", in", 4) == 0)
            end = i;
    return end;
}

const char *elide_place(const char *text, size_t head, size_t width, char *out)
{
    width = clamp(width);
    const size_t size = strlen(text);
    size_t sign = head;
    while (sign && text[sign - 1] != '+')
        sign--;
    const size_t offset = sign ? head - sign + 1 : 0;
    if (head <= width || head > size || offset + 2 * DOTS > width) {
        const size_t end = size <= width ? size : head <= width ? end_of_parts(text, head, width) : width;
        memcpy(out, text, front(text, end));
        out[front(text, end)] = 0;
        return out;
    }
    char *const name = tool_malloc(head - offset + 1);
    memcpy(name, text, head - offset);
    name[head - offset] = 0;
    elide(name, 0, width - offset, out);
    strncat(out, text + head - offset, offset);
    free(name);
    return out;
}

/* -- names that would look the same -- */

struct look {
    char *text; /* without defaults */
    char *out;  /* the form that is shown */
    size_t number;
};

static int by_look(const void *a, const void *b)
{
    const struct look *x = a, *y = b;
    const int order = strcmp(x->out, y->out);
    return order ? order : strcmp(x->text, y->text);
}

static size_t difference(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return i;
}

/* Sorts: names that look the same become neighbours, in the order of their texts, so each differs last from a
 * neighbour. */
static void compare(struct look *looks, size_t n, size_t *at)
{
    qsort(looks, n, sizeof *looks, by_look);
    for (size_t i = 1; i < n; i++) {
        size_t *x = &at[looks[i - 1].number], *y = &at[looks[i].number];
        if (strcmp(looks[i - 1].out, looks[i].out) != 0)
            continue;
        const size_t differs = difference(looks[i - 1].text, looks[i].text);
        *x = differs > *x ? differs : *x;
        *y = differs > *y ? differs : *y;
    }
}

void elide_tell_apart(const char *const *names, size_t n, size_t width, size_t *at)
{
    struct look *looks = tool_calloc(n + 1, sizeof *looks);
    char *outs = tool_malloc((n + 1) * ELIDE_MOST);
    size_t count = 0;
    memset(at, 0, n * sizeof *at);
    for (size_t i = 0; i < n; i++) {
        struct look *look = &looks[count];
        look->text = strlen(names[i]) > width ? simplify(names[i]) : NULL;
        look->out = outs + count * ELIDE_MOST;
        look->number = i;
        if (look->text)
            show(look->text, 0, clamp(width), look->out);
        count += look->text != NULL;
    }
    if (count)
        compare(looks, count, at);
    for (size_t i = 0; i < count; i++)
        free(looks[i].text);
    free(looks);
    free(outs);
}
