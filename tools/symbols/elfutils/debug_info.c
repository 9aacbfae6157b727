/* SPDX-License-Identifier: MIT */
/* See debug_info.h: elfutils' libdw reads ELF and DWARF, of any architecture. */
#define _POSIX_C_SOURCE 200809L
#include "../debug_info.h"

#include <errno.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../system/list.h"
#include "../../system/platform.h"
#include "../../system/memory.h"
#include "../name_table.h"
#include "data_members.h"
#include "elf_symbols.h"
#include "inlined_functions.h"

struct unit {
    Dwarf_Off die;
    int is_read;
    struct inlined_functions inlined; /* after it was read */
};

/* The addresses of a compilation unit; some compilers write no table of them. */
struct unit_range {
    Dwarf_Addr low, high;
    size_t unit;
};

struct debug_info {
    Dwfl_Callbacks callbacks;
    char *folders; /* with files of DWARF */
    Dwfl *dwfl;
    Dwfl_Module *module;
    Dwarf *dwarf;    /* NULL if missing, or not searched for yet */
    Dwarf_Addr bias; /* added to its addresses */
    int has_looked;
    struct unit *units;
    size_t unit_count, unit_room;
    struct unit_range *ranges; /* by address */
    size_t range_count, range_room;
    struct elf_symbols symbols; /* if has_symbols */
    int has_symbols;
    struct data_members members; /* if has_members */
    int has_members;
    struct name_table names; /* demangled, of inlined functions */
    GElf_Phdr *loads;
    size_t load_count;
};

int debug_info_is_there(void)
{
    return 1;
}

/* -- the file -- */

static void read_loads(struct debug_info *d)
{
    GElf_Addr bias;
    size_t n = 0;
    Elf *elf = dwfl_module_getelf(d->module, &bias);
    if (!elf || elf_getphdrnum(elf, &n) != 0)
        return;
    d->loads = tool_calloc(n + 1, sizeof *d->loads);
    for (size_t i = 0; i < n; i++)
        if (gelf_getphdr(elf, (int)i, &d->loads[d->load_count]) && d->loads[d->load_count].p_type == PT_LOAD)
            d->load_count++;
}

static int is_wanted(const struct debug_info *d, const struct debug_info_options *options)
{
    const unsigned char *id;
    GElf_Addr at;
    const int size = options->wanted_size ? dwfl_module_build_id(d->module, &id, &at) : 0;
    return !options->wanted_size ||
           (size > 0 && (size_t)size == options->wanted_size && memcmp(id, options->wanted, (size_t)size) == 0);
}

/* Finds a file of DWARF as libdwfl does, but only regular files: a link out of the searched folders could lead to a
 * pipe or a device. */
static int find_dwarf(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base, const char *path,
                      const char *link, GElf_Word sum, char **found)
{
    return dwfl_standard_find_debuginfo(module, user, name, base, path, link && strchr(link, '/') ? NULL : link, sum,
                                        found);
}

/* How libdwfl finds files of DWARF. It uses the servers in $DEBUGINFOD_URLS, which is unset unless that is
 * requested. */
static void begin(struct debug_info *d, const struct debug_info_options *options)
{
    const size_t size = strlen(options->root ? options->root : "") + 64;
    d->folders = tool_malloc(size);
    if (options->root)
        snprintf(d->folders, size, ":.debug:%s/usr/lib/debug:/usr/lib/debug", options->root);
    else
        snprintf(d->folders, size, ":.debug:/usr/lib/debug");
    if (!options->may_download)
        unsetenv("DEBUGINFOD_URLS");
    d->callbacks.find_elf = dwfl_build_id_find_elf;
    d->callbacks.find_debuginfo = find_dwarf;
    d->callbacks.debuginfo_path = &d->folders;
    d->dwfl = tool_memory(dwfl_begin(&d->callbacks));
}

struct debug_info *debug_info_open(const char *path, const struct debug_info_options *options, int *is_other)
{
    struct debug_info *d = tool_calloc(1, sizeof *d);
    const int fd = platform_open_regular(path);
    *is_other = 0;
    if (fd < 0) {
        debug_info_close(d);
        return NULL;
    }
    begin(d, options);
    dwfl_report_begin(d->dwfl);
    errno = 0;
    d->module = dwfl_report_elf(d->dwfl, path, path, fd, 0, true); /* it then owns fd */
    if (!d->module && tool_has_memory())
        d->module = dwfl_report_elf(d->dwfl, path, path, fd, 0, true);
    if (!d->module)
        close(fd);
    dwfl_report_end(d->dwfl, NULL, NULL);
    *is_other = d->module && !is_wanted(d, options);
    if (!d->module || *is_other) {
        debug_info_close(d);
        return NULL;
    }
    read_loads(d);
    return d;
}

void debug_info_close(struct debug_info *d)
{
    if (!d)
        return;
    if (d->dwfl)
        dwfl_end(d->dwfl);
    free(d->folders);
    for (size_t i = 0; i < d->unit_count; i++)
        inlined_functions_free(&d->units[i].inlined);
    free(d->units);
    free(d->ranges);
    elf_symbols_free(&d->symbols);
    data_members_free(&d->members);
    name_table_free(&d->names);
    free(d->loads);
    free(d);
}

/* Uses elfutils' own program, which caches the files. */
int debug_info_fetch(const uint8_t *build_id, size_t size, char *path, size_t cap)
{
    char command[128] = "debuginfod-find executable ";
    for (size_t i = 0; i < size && i < 20; i++)
        snprintf(command + strlen(command), 3, "%02x", build_id[i]);
    snprintf(command + strlen(command), sizeof command - strlen(command), " 2>/dev/null");
    errno = 0;
    FILE *answer = popen(command, "r"); /* NOLINT(cert-env33-c): only hexadecimal digits come from a file */
    if (!answer)
        tool_check_memory();
    const int has = answer && fgets(path, (int)cap, answer) != NULL;
    if (!answer || pclose(answer) != 0 || !has)
        return 0;
    path[strcspn(path, "\n")] = 0;
    return 1;
}

int debug_info_address(const struct debug_info *d, uint64_t offset, uint64_t *address)
{
    for (size_t i = 0; i < d->load_count; i++) {
        const GElf_Phdr *p = &d->loads[i];
        if (offset < p->p_offset || offset - p->p_offset >= p->p_filesz)
            continue;
        *address = p->p_vaddr + (offset - p->p_offset);
        return 1;
    }
    return 0;
}

int debug_info_has(const struct debug_info *d, uint64_t moved, uint64_t address, uint64_t *from, uint64_t *to)
{
    for (size_t i = 0; i < d->load_count; i++) {
        const uint64_t start = d->loads[i].p_vaddr + moved, size = d->loads[i].p_memsz;
        if (address - start < size)
            return 1;
        if (address < start && start < *to)
            *to = start;
        if (address >= start && start + size > *from)
            *from = start + size;
    }
    return 0;
}

/* -- symbols -- */

int debug_info_symbol(struct debug_info *d, uint64_t address, struct debug_info_symbol *out)
{
    errno = 0;
    if (!d->has_symbols)
        elf_symbols_read(&d->symbols, d->module);
    tool_check_memory();
    d->has_symbols = 1;
    const struct elf_symbol *symbol = elf_symbols_find(&d->symbols, address, &out->from, &out->to);
    if (!symbol)
        return 0;
    out->name = elf_symbols_text(&d->symbols, symbol);
    out->start = symbol->start;
    out->end = symbol->end;
    out->nth = symbol->nth;
    return 1;
}

int debug_info_has_symbols(const struct debug_info *d)
{
    return d->symbols.count != 0;
}

int debug_info_instruction(const struct debug_info *d, uint64_t address, uint32_t *out)
{
    GElf_Addr bias;
    GElf_Ehdr head;
    size_t size = 0;
    Elf *elf = dwfl_module_getelf(d->module, &bias);
    const char *bytes = elf ? elf_rawfile(elf, &size) : NULL;
    if (!bytes || !gelf_getehdr(elf, &head) || head.e_machine != EM_AARCH64)
        return 0;
    for (size_t i = 0; i < d->load_count; i++) {
        const GElf_Phdr *p = &d->loads[i];
        const uint64_t at = address - p->p_vaddr;
        if (at >= p->p_filesz || p->p_filesz - at < 4 || p->p_offset > size || at > size - p->p_offset ||
            size - p->p_offset - at < 4)
            continue;
        const unsigned char *code = (const unsigned char *)bytes + p->p_offset + at;
        *out = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
        return 1;
    }
    return 0;
}

/* -- DWARF -- */

static void add_unit(struct debug_info *d, Dwarf_Die *die)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t at = 0;
    d->units = list_with_room(d->units, d->unit_count, &d->unit_room, sizeof *d->units);
    d->units[d->unit_count] = (struct unit){.die = dwarf_dieoffset(die)};
    while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
        d->ranges = list_with_room(d->ranges, d->range_count, &d->range_room, sizeof *d->ranges);
        d->ranges[d->range_count++] = (struct unit_range){low, high, d->unit_count};
    }
    d->unit_count++;
}

static int by_address(const void *a, const void *b)
{
    const struct unit_range *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

static void read_units(struct debug_info *d)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(d->dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0)
        add_unit(d, &die);
    if (d->range_count)
        qsort(d->ranges, d->range_count, sizeof *d->ranges, by_address);
}

static void look_for_dwarf(struct debug_info *d)
{
    if (d->has_looked)
        return;
    d->has_looked = 1;
    errno = 0;
    d->dwarf = dwfl_module_getdwarf(d->module, &d->bias);
    if (!d->dwarf) {
        tool_check_memory();
        return;
    }
    /* libdw 0.188 does not check all its allocations; without memory for abbreviations it crashes. */
    dwarf_new_oom_handler(d->dwarf, tool_no_memory);
    errno = 0;
    read_units(d);
    tool_check_memory();
}

/* Returns the compilation unit that has the address, which is *own to DWARF, and stores its entry in *die; or NULL. */
static struct unit *find_unit(struct debug_info *d, uint64_t address, Dwarf_Die *die, Dwarf_Addr *own)
{
    look_for_dwarf(d);
    *own = address - d->bias;
    size_t from = 0, to = d->range_count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (d->ranges[middle].low <= *own)
            from = middle + 1;
        else
            to = middle;
    }
    if (!from || *own >= d->ranges[from - 1].high)
        return NULL;
    struct unit *unit = &d->units[d->ranges[from - 1].unit];
    return dwarf_offdie(d->dwarf, unit->die, die) ? unit : NULL;
}

int debug_info_line(struct debug_info *d, uint64_t address, struct debug_info_line *out)
{
    Dwarf_Die unit;
    Dwarf_Addr own;
    int line = 0;
    if (!find_unit(d, address, &unit, &own))
        return 0;
    errno = 0;
    Dwarf_Line *at = dwarf_getsrc_die(&unit, own);
    if (!at)
        tool_check_memory();
    const char *file = at ? dwarf_linesrc(at, NULL, NULL) : NULL;
    if (!file || dwarf_lineno(at, &line) != 0 || line <= 0)
        return 0;
    out->file = file;
    out->line = (unsigned)line;
    return 1;
}

int debug_info_member(struct debug_info *d, uint64_t address, uint64_t start, char *text, size_t cap)
{
    Dwarf_Die die;
    look_for_dwarf(d);
    errno = 0;
    for (size_t i = 0; !d->has_members && i < d->unit_count; i++)
        if (dwarf_offdie(d->dwarf, d->units[i].die, &die))
            data_members_read(&d->members, &die);
    if (!d->has_members)
        data_members_settle(&d->members);
    tool_check_memory();
    d->has_members = 1;
    return data_members_text(&d->members, d->dwarf, start - d->bias, address - start, text, cap);
}

/* The name of a function that was inlined: the linker's name, demangled, or else that of the source. */
static const char *inlined_name(struct debug_info *d, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *linkage = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
    char *text = linkage ? elf_symbols_demangle(linkage) : NULL;
    const uint32_t number = text ? name_table_number(&d->names, text) : UINT32_MAX;
    free(text);
    return number == UINT32_MAX ? dwarf_diename(die) : name_table_name(&d->names, number);
}

static unsigned line_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute at;
    Dwarf_Word line;
    const int has = dwarf_formudata(dwarf_attr(die, attribute, &at), &line) == 0;
    return has && line <= INT_MAX ? (unsigned)line : 0;
}

/* Finds where a function was inlined. */
static void find_call(Dwarf_Die *die, struct debug_info_inlined *out)
{
    Dwarf_Die unit;
    Dwarf_Files *files;
    size_t count;
    const unsigned file = line_of(die, DW_AT_call_file);
    const int has = file && dwarf_diecu(die, &unit, NULL, NULL) && dwarf_getsrcfiles(&unit, &files, &count) == 0;
    out->call_file = has && file < count ? dwarf_filesrc(files, file, NULL, NULL) : NULL;
    out->call_line = line_of(die, DW_AT_call_line);
}

static int describe(struct debug_info *d, Dwarf_Die *die, struct debug_info_inlined *out)
{
    int line = 0;
    out->name = inlined_name(d, die);
    out->file = dwarf_decl_file(die);
    out->line = dwarf_decl_line(die, &line) == 0 && line > 0 ? (unsigned)line : 0;
    find_call(die, out);
    return out->name != NULL;
}

unsigned debug_info_inlined(struct debug_info *d, uint64_t address, struct debug_info_inlined *out, unsigned most)
{
    Dwarf_Die die;
    Dwarf_Addr own;
    unsigned found = 0;
    struct unit *unit = find_unit(d, address, &die, &own);
    if (!unit)
        return 0;
    errno = 0;
    if (!unit->is_read)
        inlined_functions_read(&unit->inlined, &die);
    unit->is_read = 1;
    uint32_t number = inlined_functions_find(&unit->inlined, own);
    for (; number != INLINED_NONE && found < most; number = unit->inlined.list[number].around)
        if (dwarf_offdie(d->dwarf, unit->inlined.list[number].die, &die))
            found += (unsigned)describe(d, &die, &out[found]);
    tool_check_memory();
    return found;
}
