/* SPDX-License-Identifier: MIT */
/* See kallsyms.h. */
#include "kallsyms.h"

#include <stdlib.h>
#include <string.h>

#include "../system/files.h"
#include "../system/list.h"

#define MOST_TEXT (UINT64_C(256) << 20) /* bytes: a kernel has some 10 MiB */

/* Reads a whole file; the caller frees the text. Returns NULL after a message. */
static char *read_all(const char *path)
{
    struct tool_input in;
    if (tool_open(&in, path) != TOOL_OK)
        return NULL;
    char *text = tool_read_text(&in, MOST_TEXT, NULL);
    tool_close(&in);
    return text;
}

/* Reads a line: address, type, name, and the module after a tab. Absolute symbols are skipped: they do not hold
 * addresses. */
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
    k->symbols = list_with_room(k->symbols, k->count, &k->room, sizeof *k->symbols);
    if (k->count == k->room)
        return 0;
    k->symbols[k->count++] = (struct kallsyms_symbol){address, name, module ? module + 1 : NULL, 0};
    return 1;
}

static int by_address(const void *a, const void *b)
{
    const struct kallsyms_symbol *x = a, *y = b;
    return x->address != y->address ? (x->address > y->address) - (x->address < y->address) : strcmp(x->name, y->name);
}

static int is_same_name(const struct kallsyms_symbol *x, const struct kallsyms_symbol *y)
{
    const char *a = x->module ? x->module : "", *b = y->module ? y->module : "";
    return strcmp(x->name, y->name) == 0 && strcmp(a, b) == 0;
}

static int by_name(const void *a, const void *b)
{
    const struct kallsyms_symbol *x = *(struct kallsyms_symbol *const *)a, *y = *(struct kallsyms_symbol *const *)b;
    int order = strcmp(x->name, y->name);
    order = order ? order : strcmp(x->module ? x->module : "", y->module ? y->module : "");
    return order ? order : (x->address > y->address) - (x->address < y->address);
}

/* Numbers the symbols of the kernel, or of one module, that have the same name: static functions of several files. */
static void number(struct kallsyms *k)
{
    struct kallsyms_symbol **list = malloc(k->count * sizeof(void *));
    for (size_t i = 0; list && i < k->count; i++)
        list[i] = &k->symbols[i];
    if (list)
        qsort(list, k->count, sizeof(void *), by_name);
    for (size_t i = 1; list && i < k->count; i++) {
        if (!is_same_name(list[i], list[i - 1]))
            continue;
        list[i - 1]->nth += !list[i - 1]->nth;
        list[i]->nth = list[i - 1]->nth + 1;
    }
    free(list);
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
        return tool_error("no memory", path);
    if (!k->count)
        return tool_error("has no symbol addresses; /proc/kallsyms shows them to root only", path);
    qsort(k->symbols, k->count, sizeof *k->symbols, by_address);
    number(k);
    return TOOL_OK;
}

/* The number of symbols at or before the address. */
static size_t count_up_to(const struct kallsyms *k, uint64_t address)
{
    size_t from = 0, to = k->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (k->symbols[middle].address <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

const struct kallsyms_symbol *kallsyms_find(const struct kallsyms *k, uint64_t address)
{
    const size_t count = count_up_to(k, address);
    if (!count)
        return NULL;
    const uint64_t start = k->symbols[count - 1].address;
    return &k->symbols[start ? count_up_to(k, start - 1) : 0]; /* the first of those at one address */
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
