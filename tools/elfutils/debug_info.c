/* SPDX-License-Identifier: MIT */
/* See debug_info.h: elfutils' libdw reads ELF and DWARF, of any architecture. */
#define _POSIX_C_SOURCE 200809L
#include "../debug_info.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../names.h"

/* The addresses of a compilation unit; some compilers write no table of them. */
struct unit {
    Dwarf_Addr low, high;
    Dwarf_Off die;
};

struct debug_info {
    Dwfl_Callbacks callbacks;
    char *folders; /* of files of DWARF */
    Dwfl *dwfl;
    Dwfl_Module *module;
    Dwarf *dwarf;    /* NULL: there is none, or it has not been looked for */
    Dwarf_Addr bias; /* of its addresses */
    int has_looked;
    struct unit *units; /* by address */
    size_t unit_count, unit_room;
    struct names names; /* that people read, of C++ */
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
    if (!elf || elf_getphdrnum(elf, &n) != 0 || !(d->loads = calloc(n + 1, sizeof *d->loads)))
        return;
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

/* What libdwfl finds files of DWARF by. $DEBUGINFOD_URLS is what it asks: it is not there unless that is wanted. */
static int begin(struct debug_info *d, const struct debug_info_options *options)
{
    const size_t size = strlen(options->root ? options->root : "") + 64;
    d->folders = malloc(size);
    if (!d->folders)
        return 0;
    if (options->root)
        snprintf(d->folders, size, ":.debug:%s/usr/lib/debug:/usr/lib/debug", options->root);
    else
        snprintf(d->folders, size, ":.debug:/usr/lib/debug");
    if (!options->may_download)
        unsetenv("DEBUGINFOD_URLS");
    d->callbacks.find_elf = dwfl_build_id_find_elf;
    d->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
    d->callbacks.debuginfo_path = &d->folders;
    d->dwfl = dwfl_begin(&d->callbacks);
    return d->dwfl != NULL;
}

struct debug_info *debug_info_open(const char *path, const struct debug_info_options *options, int *is_other)
{
    struct debug_info *d = calloc(1, sizeof *d);
    const int fd = d ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    *is_other = 0;
    if (fd < 0 || !begin(d, options)) {
        if (fd >= 0)
            close(fd);
        debug_info_close(d);
        return NULL;
    }
    dwfl_report_begin(d->dwfl);
    d->module = dwfl_report_elf(d->dwfl, path, path, fd, 0, true); /* owns fd then */
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
    free(d->units);
    names_free(&d->names);
    free(d->loads);
    free(d);
}

/* By elfutils' own program, which keeps what it has fetched. */
int debug_info_fetch(const uint8_t *build_id, size_t size, char *path, size_t cap)
{
    char command[128] = "debuginfod-find executable ";
    for (size_t i = 0; i < size && i < 20; i++)
        snprintf(command + strlen(command), 3, "%02x", build_id[i]);
    snprintf(command + strlen(command), sizeof command - strlen(command), " 2>/dev/null");
    FILE *answer = popen(command, "r"); /* NOLINT(cert-env33-c): nothing of a file's is in it but hexadecimal digits */
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

int debug_info_has(const struct debug_info *d, uint64_t address)
{
    for (size_t i = 0; i < d->load_count; i++)
        if (address >= d->loads[i].p_vaddr && address - d->loads[i].p_vaddr < d->loads[i].p_memsz)
            return 1;
    return 0;
}

/* -- symbols -- */

/* A name of C++ as people read it, by the library that such programs have, if it is here; else as it is. */
static const char *readable(struct debug_info *d, const char *name)
{
    static char *(*demangle)(const char *name, char *out, size_t *size, int *status);
    static int was_tried;
    void *library = was_tried++ ? NULL : dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    void *found = library ? dlsym(library, "__cxa_demangle") : NULL;
    int status = 0;
    if (found)
        memcpy(&demangle, &found, sizeof demangle);
    char *text = demangle && strncmp(name, "_Z", 2) == 0 ? demangle(name, NULL, NULL, &status) : NULL;
    const uint32_t number = text ? names_number(&d->names, text) : UINT32_MAX;
    free(text);
    return number == UINT32_MAX ? name : names_name(&d->names, number);
}

int debug_info_symbol(struct debug_info *d, uint64_t address, struct debug_info_symbol *out)
{
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(d->module, address, &offset, &symbol, NULL, NULL, NULL);
    const int is_inside = name && (offset < symbol.st_size || !symbol.st_size);
    if (!is_inside || *name == '$') /* $x, $d: marks of the Arm ABI for code and data, no names */
        return 0;
    out->name = readable(d, name);
    out->start = address - offset;
    return 1;
}

/* -- DWARF -- */

static void add_unit(struct debug_info *d, Dwarf_Addr low, Dwarf_Addr high, Dwarf_Off die)
{
    if (d->unit_count == d->unit_room) {
        const size_t room = d->unit_room ? 2 * d->unit_room : 64;
        struct unit *units = realloc(d->units, room * sizeof *units);
        if (!units)
            return;
        d->units = units;
        d->unit_room = room;
    }
    d->units[d->unit_count++] = (struct unit){low, high, die};
}

static int by_address(const void *a, const void *b)
{
    const struct unit *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

static void read_units(struct debug_info *d)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(d->dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0) {
        Dwarf_Addr base, low, high;
        ptrdiff_t at = 0;
        while ((at = dwarf_ranges(&die, at, &base, &low, &high)) > 0)
            add_unit(d, low, high, dwarf_dieoffset(&die));
    }
    if (d->unit_count)
        qsort(d->units, d->unit_count, sizeof *d->units, by_address);
}

/* The compilation unit that has the address, which is *own to DWARF. */
static int find_unit(struct debug_info *d, uint64_t address, Dwarf_Die *die, Dwarf_Addr *own)
{
    if (!d->has_looked && (d->dwarf = dwfl_module_getdwarf(d->module, &d->bias)) != NULL)
        read_units(d);
    d->has_looked = 1;
    *own = address - d->bias;
    size_t from = 0, to = d->unit_count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (d->units[middle].low <= *own)
            from = middle + 1;
        else
            to = middle;
    }
    return from && *own < d->units[from - 1].high && dwarf_offdie(d->dwarf, d->units[from - 1].die, die) != NULL;
}

int debug_info_line(struct debug_info *d, uint64_t address, struct debug_info_line *out)
{
    Dwarf_Die unit;
    Dwarf_Addr own;
    int line = 0;
    if (!find_unit(d, address, &unit, &own))
        return 0;
    Dwarf_Line *at = dwarf_getsrc_die(&unit, own);
    const char *file = at ? dwarf_linesrc(at, NULL, NULL) : NULL;
    if (!file || dwarf_lineno(at, &line) != 0 || line <= 0)
        return 0;
    out->file = file;
    out->line = (unsigned)line;
    return 1;
}

unsigned debug_info_inlined(struct debug_info *d, uint64_t address, const char **names, unsigned most)
{
    Dwarf_Die unit, *scopes = NULL, *around = NULL; /* by definitions; by what is inside what was inlined */
    Dwarf_Addr own;
    unsigned found = 0;
    int n = find_unit(d, address, &unit, &own) ? dwarf_getscopes(&unit, own, &scopes) : 0;
    n = n > 0 ? dwarf_getscopes_die(&scopes[0], &around) : 0;
    for (int i = 0; i < n && found < most && dwarf_tag(&around[i]) != DW_TAG_subprogram; i++) {
        const char *name = dwarf_tag(&around[i]) == DW_TAG_inlined_subroutine ? dwarf_diename(&around[i]) : NULL;
        if (name)
            names[found++] = name;
    }
    free(around);
    free(scopes);
    return found;
}
