/* SPDX-License-Identifier: MIT */
/* See kallsyms.h. */
#include "kallsyms.h"

#include <stdlib.h>
#include <string.h>

#include "../system/files.h"
#include "../system/list.h"
#include "../system/memory.h"

#define MOST_TEXT (UINT64_C(256) << 20) /* bytes: a kernel has some 10 MiB */
#define PAGE UINT64_C(4096)

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
static void take_line(struct kallsyms *k, char *line)
{
    char *at;
    const uint64_t address = strtoull(line, &at, 16);
    if (at == line || at[0] != ' ' || !at[1] || at[1] == 'a' || at[1] == 'A' || at[2] != ' ' || !address)
        return;
    const char type = at[1];
    char *name = at + 3, *module = strchr(name, '[');
    name[strcspn(name, " \t")] = 0;
    if (module)
        module[strcspn(module, "]")] = 0;
    if (*name == '$') /* the linker's marks of code and data */
        return;
    k->symbols = list_with_room(k->symbols, k->count, &k->room, sizeof *k->symbols);
    k->symbols[k->count++] = (struct kallsyms_symbol){address, name, module ? module + 1 : NULL, type, 0};
}

/* Which of several names of one address is the best: the least. */
static size_t rank_of(const struct kallsyms_symbol *s)
{
    const size_t binding = s->type == 'W' ? 2 : s->type < 'A' || s->type > 'Z';
    return binding << 16 | (strspn(s->name, "_") & 0xffff);
}

static int by_address(const void *a, const void *b)
{
    const struct kallsyms_symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    const size_t rank = rank_of(x), other = rank_of(y), size = strlen(x->name), other_size = strlen(y->name);
    if (rank != other)
        return rank < other ? -1 : 1;
    return size != other_size ? (size < other_size) - (size > other_size) : strcmp(x->name, y->name);
}

static int is_same_module(const struct kallsyms_symbol *x, const struct kallsyms_symbol *y)
{
    return strcmp(x->module ? x->module : "", y->module ? y->module : "") == 0;
}

static int is_same_name(const struct kallsyms_symbol *x, const struct kallsyms_symbol *y)
{
    return strcmp(x->name, y->name) == 0 && is_same_module(x, y);
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
    struct kallsyms_symbol **list = tool_malloc(k->count * sizeof(void *));
    for (size_t i = 0; i < k->count; i++)
        list[i] = &k->symbols[i];
    qsort(list, k->count, sizeof(void *), by_name);
    for (size_t i = 1; i < k->count; i++) {
        if (!is_same_name(list[i], list[i - 1]))
            continue;
        list[i - 1]->nth += !list[i - 1]->nth;
        list[i]->nth = list[i - 1]->nth + 1;
    }
    free(list);
}

int kallsyms_read(struct kallsyms *k, const char *path)
{
    k->text = read_all(path);
    if (!k->text)
        return TOOL_FAILED;
    for (char *line = k->text, *end; line && *line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        take_line(k, line);
    }
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
    const struct kallsyms_symbol *found = &k->symbols[count_up_to(k, start - 1)]; /* the first at that address */
    const int is_last = count == k->count || !is_same_module(found, &k->symbols[count]);
    const uint64_t page = start & ~(PAGE - 1);
    return is_last && address - page >= (start == page ? PAGE : 2 * PAGE) ? NULL : found;
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
