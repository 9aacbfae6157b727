/* SPDX-License-Identifier: MIT */
/* See symbol_name.h. */
#include "symbol_name.h"

#include <stdio.h>
#include <string.h>

#define HASH_SIZE 17 /* of the last component of Rust's older symbols: "h" and 16 digits */

/* Parts of a symbol: its last component begins at `last`; `plain` is the end of that without template arguments, `end`
 * the end with them. */
struct parts {
    size_t last, plain, end;
};

/* Whether a dot begins what a compiler adds to a copy of a function: ".constprop.0". Go has dots in names. */
static int is_copy(const char *dot)
{
    char word[16];
    snprintf(word, sizeof word, "%.*s.", (int)(strcspn(dot + 1, ".") % 12) + 1, dot);
    return (dot[1] >= '0' && dot[1] <= '9') || strstr(".constprop.isra.part.cold.llvm.lto_priv.clone.", word) != NULL;
}

/* Where a name continues after the parameters at text[i]: "work(int) const::{lambda()#1}"; 0 if it does not. */
static size_t after_parameters(const char *text, size_t i)
{
    for (size_t depth = 0; text[i]; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')';
        if (!depth)
            break;
    }
    const char *const rest = text[i] ? text + i + 1 : "";
    const size_t qualifier = strncmp(rest, " const", 6) == 0 ? 6 : 0;
    return strncmp(rest + qualifier, "::", 2) == 0 ? i + 1 + qualifier : 0;
}

/* The size of "operator" and its sign at the front of a text; 0 if it has another name. */
static size_t operator_size(const char *text)
{
    const size_t size = strlen("operator");
    if (strncmp(text, "operator", size) != 0)
        return 0;
    const int has_two = strncmp(text + size, "()", 2) == 0 || strncmp(text + size, "[]", 2) == 0;
    const size_t sign = has_two ? 2 : strspn(text + size, "<>=-+*/%^&|~!,");
    return sign ? size + sign : 0;
}

/* Whether a name ends at text[i]: with its parameters, or with what a compiler adds. */
static int is_end(const char *text, size_t i, size_t *next)
{
    *next = text[i] == '(' ? after_parameters(text, i) : 0;
    return (text[i] == '(' && text[i - 1] != '.' && !*next) || (text[i] == '.' && is_copy(text + i));
}

static struct parts parts_of(const char *symbol)
{
    struct parts p = {0, 0, 0};
    size_t i = operator_size(symbol), depth = 0, next;
    while (symbol[i]) {
        const char c = symbol[i];
        if (!depth && i > p.last && is_end(symbol, i, &next))
            break;
        if (!depth && i > p.last && c == '(' && next) {
            i = next;
            continue;
        }
        if (!depth && i > p.last && !p.plain && (c == '<' || c == '['))
            p.plain = i;
        if (strchr("<({[", c))
            depth++;
        else if (depth && strchr(">)}]", c) && (c != '>' || symbol[i - 1] != '-'))
            depth--;
        i++;
        if (!depth && (c == ':' || c == ' ')) {
            p.last = i;
            p.plain = 0;
            i += operator_size(symbol + i);
        }
    }
    p.end = i;
    if (i - p.last == HASH_SIZE && p.last > 2 && symbol[p.last] == 'h' &&
        strspn(symbol + p.last + 1, "0123456789abcdef") == HASH_SIZE - 1)
        p.end = p.last - strlen("::");
    p.plain = p.plain ? p.plain : p.end;
    return p;
}

size_t symbol_name_size(const char *symbol)
{
    return parts_of(symbol).end;
}

static int ends_in(const char *symbol, size_t end, const char *name)
{
    const size_t size = strlen(name);
    return size && end >= size && strncmp(symbol + end - size, name, size) == 0 &&
           (end == size || symbol[end - size - 1] == ':' || symbol[end - size - 1] == ' ');
}

int symbol_name_is(const char *symbol, const char *name)
{
    const struct parts p = parts_of(symbol);
    return strcmp(symbol, name) == 0 || ends_in(symbol, p.end, name) || ends_in(symbol, p.plain, name);
}
