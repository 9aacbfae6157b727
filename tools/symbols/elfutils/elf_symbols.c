/* SPDX-License-Identifier: MIT */
/* See elf_symbols.h. */
#include "elf_symbols.h"

#include <errno.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../system/list.h"
#include "../../system/memory.h"
#include "elf_stubs.h"

#define TEXTS_MOST (64u << 20) /* bytes of texts that are made: names may overlap in the file */

static void add(struct elf_symbols *s, const struct elf_symbol *symbol)
{
    if (s->count < UINT32_MAX / 2)
        s->list = list_with_room(s->list, s->count, &s->room, sizeof *s->list);
    if (s->count < s->room)
        s->list[s->count++] = *symbol;
}

/* Which of several names of one place is the best: of a type, global, with few underscores in front. */
static uint8_t rank_of(const char *name, const GElf_Sym *symbol)
{
    static const uint8_t bindings[] = {[STB_LOCAL] = 0, [STB_GLOBAL] = 8, [STB_WEAK] = 4};
    const unsigned binding = GELF_ST_BIND(symbol->st_info), type = GELF_ST_TYPE(symbol->st_info);
    const size_t underscores = strspn(name, "_");
    uint8_t rank = binding < sizeof bindings ? bindings[binding] : 8;
    rank |= underscores < 3 ? (uint8_t)(3 - underscores) : 0;
    rank |= type != STT_NOTYPE ? 16 : 0;
    return rank;
}

/* Whether it names code or data. "$x" and "$d" are marks of the Arm ABI for code and data. */
static int is_wanted(const char *name, const GElf_Sym *symbol)
{
    const unsigned type = GELF_ST_TYPE(symbol->st_info);
    return name && *name && *name != '$' && symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS &&
           (type == STT_NOTYPE || type == STT_OBJECT || type == STT_FUNC || type == STT_COMMON ||
            type == STT_GNU_IFUNC);
}

/* Where the section of a symbol ends, which has no size. */
static uint64_t end_of_section(Elf *elf, GElf_Word section, uint64_t address)
{
    GElf_Shdr header;
    Elf_Scn *scn = elf && section < SHN_LORESERVE ? elf_getscn(elf, section) : NULL;
    return scn && gelf_getshdr(scn, &header) ? header.sh_addr + header.sh_size : address;
}

static void read_table(struct elf_symbols *s, Dwfl_Module *module)
{
    const int count = dwfl_module_getsymtab(module);
    for (int i = 0; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr address;
        GElf_Word section;
        Elf *elf = NULL;
        const char *name = dwfl_module_getsym_info(module, i, &symbol, &address, &section, &elf, NULL);
        if (!is_wanted(name, &symbol))
            continue;
        const uint64_t end = symbol.st_size ? address + symbol.st_size : end_of_section(elf, section, address);
        add(s, &(struct elf_symbol){.name = name,
                                    .start = address,
                                    .end = end,
                                    .rank = rank_of(name, &symbol),
                                    .has_size = symbol.st_size != 0});
    }
}

/* A stub has the name of its function, or of the code that chooses the function. */
static void add_stub(void *context, const struct elf_stub *stub)
{
    struct elf_symbols *s = context;
    uint64_t from, to;
    const struct elf_symbol *resolver = stub->name ? NULL : elf_symbols_find(s, stub->resolver, &from, &to);
    const char *name = resolver ? resolver->name : stub->name;
    if (name)
        add(s, &(struct elf_symbol){.name = name, .start = stub->start, .end = stub->end, .is_stub = 1, .has_size = 1});
}

static int by_start(const void *a, const void *b)
{
    const struct elf_symbol *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    const int order = strcmp(x->name, y->name);
    return order ? order : (x->end > y->end) - (x->end < y->end);
}

static int by_name(const void *a, const void *b)
{
    const struct elf_symbol *x = *(struct elf_symbol *const *)a, *y = *(struct elf_symbol *const *)b;
    const int order = x->is_stub != y->is_stub ? x->is_stub - y->is_stub : strcmp(x->name, y->name);
    return order ? order : (x->start > y->start) - (x->start < y->start);
}

static int is_same_name(const struct elf_symbol *x, const struct elf_symbol *y)
{
    return x->is_stub == y->is_stub && strcmp(x->name, y->name) == 0;
}

/* Numbers the symbols that have the same name but another address, such as static functions of several files. */
static void number(struct elf_symbols *s)
{
    struct elf_symbol **list = tool_malloc(s->count * sizeof(void *));
    for (size_t i = 0; i < s->count; i++)
        list[i] = &s->list[i];
    if (s->count)
        qsort(list, s->count, sizeof(void *), by_name);
    for (size_t i = 0, end; i < s->count; i = end) {
        for (end = i + 1; end < s->count && is_same_name(list[i], list[end]);)
            end++;
        uint32_t nth = 1;
        for (size_t k = i; k < end && list[i]->start != list[end - 1]->start; k++) {
            nth += k > i && list[k]->start != list[k - 1]->start;
            list[k]->nth = nth;
        }
    }
    free(list);
}

/* A symbol without a size reaches up to the next symbol or the end of its section, and gives way to all others. */
static void index_symbols(struct elf_symbols *s)
{
    uint64_t next = UINT64_MAX; /* the start of the next symbol at another address */
    for (size_t i = s->count; i-- > 0;) {
        struct elf_symbol *symbol = &s->list[i];
        if (i + 1 < s->count && s->list[i + 1].start != symbol->start)
            next = s->list[i + 1].start;
        if (!symbol->has_size && symbol->end > next)
            symbol->end = next;
        const struct span span = {symbol->start, symbol->end, symbol->rank, (uint32_t)i};
        span_table_add(symbol->has_size ? &s->sized : &s->unsized, &span);
    }
    span_table_settle(&s->sized);
    span_table_settle(&s->unsized);
}

void elf_symbols_read(struct elf_symbols *s, Dwfl_Module *module)
{
    read_table(s, module);
    if (s->count)
        qsort(s->list, s->count, sizeof *s->list, by_start);
    index_symbols(s); /* stubs are found by the addresses of symbols */
    elf_stubs_read(module, add_stub, s);
    span_table_free(&s->sized);
    span_table_free(&s->unsized);
    if (s->count)
        qsort(s->list, s->count, sizeof *s->list, by_start);
    number(s);
    index_symbols(s);
}

const struct elf_symbol *elf_symbols_find(const struct elf_symbols *s, uint64_t address, uint64_t *from, uint64_t *to)
{
    const struct span *found = span_table_find(&s->sized, address);
    *from = found ? found->from : address;
    *to = found ? found->to : address + 1;
    found = found ? found : span_table_find(&s->unsized, address);
    return found ? &s->list[found->value] : NULL;
}

/* -- names for people -- */

char *elf_symbols_demangle(const char *name)
{
    static char *(*demangle)(const char *name, char *out, size_t *size, int *status);
    static int was_tried;
    errno = 0; /* if memory runs out inside dlopen(), glibc may end the program with status 127 */
    void *library = was_tried++ ? NULL : dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    void *found = library ? dlsym(library, "__cxa_demangle") : NULL;
    tool_check_memory();
    if (found)
        memcpy(&demangle, &found, sizeof demangle);
    char *text = demangle && strncmp(name, "_Z", 2) == 0 ? demangle(name, NULL, NULL, NULL) : NULL;
    if (!text && tool_has_memory()) /* a short name can have a text of gigabytes */
        text = demangle(name, NULL, NULL, NULL);
    return text;
}

static char *text_of(const struct elf_symbol *symbol)
{
    char *name = elf_symbols_demangle(symbol->name);
    if (!symbol->is_stub)
        return name;
    const char *plain = name ? name : symbol->name;
    const size_t size = strlen(plain) + sizeof "@plt";
    char *text = tool_malloc(size);
    snprintf(text, size, "%s@plt", plain);
    free(name);
    return text;
}

const char *elf_symbols_text(struct elf_symbols *s, const struct elf_symbol *symbol)
{
    struct elf_symbol *own = &s->list[symbol - s->list];
    if (!own->has_text && s->made < TEXTS_MOST) {
        own->has_text = 1;
        own->text = text_of(own);
        s->made += own->text ? strlen(own->text) : 0;
    }
    return own->text ? own->text : own->name;
}

void elf_symbols_free(struct elf_symbols *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->list[i].text);
    free(s->list);
    span_table_free(&s->sized);
    span_table_free(&s->unsized);
    *s = (struct elf_symbols){0};
}
