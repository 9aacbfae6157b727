/* SPDX-License-Identifier: MIT */
/* See kallsyms.h. */
#include "kallsyms.h"

#include <stdlib.h>
#include <string.h>

#include "tool.h"

#define MOST_TEXT (UINT64_C(256) << 20) /* bytes: a kernel has some 10 MiB */

/* All of a file, with a zero behind it, which the caller frees; NULL after a message. */
static char *read_all(const char *path)
{
    struct tool_input in;
    size_t size = 0, room = 1u << 20;
    int64_t n = 1;
    if (tool_open(&in, path) != TOOL_OK)
        return NULL;
    char *text = malloc(room);
    while (text && (n = tool_read(&in, text + size, room - size - 1)) > 0) {
        size += (size_t)n;
        if (size + 1 < room)
            continue;
        char *larger = room < MOST_TEXT ? realloc(text, 2 * room) : NULL;
        if (!larger)
            free(text);
        text = larger;
        room *= 2;
    }
    tool_close(&in);
    if (!text)
        tool_error("is too large for symbols of a kernel, or for the memory", path);
    if (text && n >= 0)
        text[size] = 0;
    if (text && n < 0) {
        free(text);
        text = NULL;
    }
    return text;
}

/* A line: address, type, name, and the module after a tab. Absolute symbols are no addresses. */
static int take_line(struct kallsyms *k, char *line)
{
    char *at;
    const uint64_t address = strtoull(line, &at, 16);
    if (at == line || at[0] != ' ' || !at[1] || at[1] == 'a' || at[1] == 'A' || at[2] != ' ' || !address)
        return 1;
    char *name = at + 3, *module = strchr(name, '[');
    name[strcspn(name, " \t")] = 0;
    if (module)
        module[strcspn(module, "]")] = 0;
    if (*name == '$') /* the linker's marks of code and data */
        return 1;
    if (k->count == k->room) {
        const size_t room = k->room ? 2 * k->room : 4096;
        struct kallsyms_symbol *larger = realloc(k->symbols, room * sizeof *larger);
        if (!larger)
            return 0;
        k->symbols = larger;
        k->room = room;
    }
    k->symbols[k->count++] = (struct kallsyms_symbol){address, name, module ? module + 1 : NULL};
    return 1;
}

static int by_address(const void *a, const void *b)
{
    const struct kallsyms_symbol *x = a, *y = b;
    return x->address != y->address ? (x->address > y->address) - (x->address < y->address) : strcmp(x->name, y->name);
}

int kallsyms_read(struct kallsyms *k, const char *path)
{
    int is_whole = 1;
    k->text = read_all(path);
    if (!k->text)
        return TOOL_FAILED;
    for (char *line = k->text, *end; is_whole && line && *line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        is_whole = take_line(k, line);
    }
    if (!is_whole)
        return tool_error("Cannot allocate memory", path);
    if (!k->count)
        return tool_error("has no addresses of symbols (/proc/kallsyms shows them to root only)", path);
    qsort(k->symbols, k->count, sizeof *k->symbols, by_address);
    return TOOL_OK;
}

const struct kallsyms_symbol *kallsyms_find(const struct kallsyms *k, uint64_t address)
{
    size_t from = 0, to = k->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (k->symbols[middle].address <= address)
            from = middle + 1;
        else
            to = middle;
    }
    while (from > 1 && k->symbols[from - 2].address == k->symbols[from - 1].address)
        from--; /* the first of those at one address */
    return from ? &k->symbols[from - 1] : NULL;
}

uint64_t kallsyms_address(const struct kallsyms *k, const char *name)
{
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->symbols[i].name, name) == 0)
            return k->symbols[i].address;
    return 0;
}

void kallsyms_free(struct kallsyms *k)
{
    free(k->symbols);
    free(k->text);
    *k = (struct kallsyms){0};
}
