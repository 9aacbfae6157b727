/* SPDX-License-Identifier: MIT */
/* See symbols.h. */
#define _POSIX_C_SOURCE 200809L
#include "symbols.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../system/platform.h"
#include "../system/message.h"
#include "../system/memory.h"

#define PATH_SIZE 4096

struct symbols_kernel {
    uint32_t space;
    char *path;            /* of its symbols; NULL: not known */
    struct kallsyms names; /* none if an earlier kernel has the same path */
    size_t names_of;       /* the number of the kernel that has the names */
    uint64_t moved;        /* from where its symbols are to where it ran */
};

struct symbols_file {
    struct debug_info *info; /* NULL if it cannot be read ... */
    const char *why;         /* ... for this reason, if it is worth a message */
    int was_tried;
};

/* -- where files are -- */

/* Writes "/.build-id/ab/cdef...", the place of a module in perf's cache, to path[PATH_SIZE]. Returns 0 if the module
 * has no build id. */
static int cache_path(const struct mapped_module *m, const char *rest, char *path)
{
    const char *home = getenv("HOME");
    if (!m->build_id_size || !home)
        return 0;
    int n = snprintf(path, PATH_SIZE, "%.2000s/.debug/.build-id/%02x/", home, m->build_id[0]);
    for (uint32_t i = 1; i < m->build_id_size; i++)
        n += snprintf(path + n, PATH_SIZE - (size_t)n, "%02x", m->build_id[i]);
    snprintf(path + n, PATH_SIZE - (size_t)n, "%s", rest);
    return 1;
}

static int is_file(const char *path)
{
    struct platform_file file;
    return platform_look(path, &file) && file.is_regular;
}

/* Reports the first module that has no names, and only that one. */
static void say(struct symbols *s, const char *what, const char *name)
{
    if (!s->has_said++)
        tool_error(what, name);
}

/* "jit-1234.dump", which a JIT compiler has mapped so that perf sees it */
static int is_jitdump(const char *path)
{
    const char *name = symbols_short(path);
    const size_t digits = strncmp(name, "jit-", 4) == 0 ? strspn(name + 4, "0123456789") : 0;
    return digits && strcmp(name + 4 + digits, ".dump") == 0;
}

static struct debug_info *open_file(const struct symbols *s, const struct mapped_module *m, const char **why)
{
    static const char *const inside[] = {"/elf", "/debug", ""};
    const struct debug_info_options options = {s->symfs, s->may_download, m->build_id, m->build_id_size};
    const char *name = name_table_name(&s->processes->names, m->name);
    char path[PATH_SIZE];
    int is_other = 0, was_other = 0;
    struct debug_info *info = NULL;
    if (*name != '/' && !s->symfs)
        return NULL;
    if (s->symfs) {
        snprintf(path, sizeof path, "%.2000s/%.2000s", s->symfs, name);
        info = debug_info_open(path, &options, &was_other);
    }
    if (!info)
        info = debug_info_open(name, &options, &is_other);
    for (size_t i = 0; !info && i < sizeof inside / sizeof *inside; i++)
        if (cache_path(m, inside[i], path) && is_file(path))
            info = debug_info_open(path, &options, &is_other);
    if (!info && s->may_download && m->build_id_size &&
        debug_info_fetch(m->build_id, m->build_id_size, path, sizeof path))
        info = debug_info_open(path, &options, &is_other);
    if (!info && debug_info_is_there())
        *why = is_jitdump(name)
                   ? "has the names of a JIT compiler's code; perf inject --jit puts them into a new perf.data"
               : is_other || was_other ? "not the build that ran, so it has no names; see --symfs"
                                       : "cannot be read, so it has no names; see --symfs";
    return info;
}

static struct debug_info *info_of(struct symbols *s, uint32_t module)
{
    const struct mapped_module *m = &s->processes->modules.list[module];
    if (module >= s->file_count) {
        const size_t count = s->processes->modules.count;
        s->files = tool_realloc(s->files, count, sizeof *s->files);
        memset(s->files + s->file_count, 0, (count - s->file_count) * sizeof *s->files);
        s->file_count = count;
    }
    struct symbols_file *file = &s->files[module];
    if (!file->was_tried && module_is_file(name_table_name(&s->processes->names, m->name)))
        file->info = open_file(s, m, &file->why);
    if (file->why && !file->was_tried && !s->perf_map_path) /* which may name it */
        say(s, file->why, name_table_name(&s->processes->names, m->name));
    file->was_tried = 1;
    return file->info;
}

/* -- the kernel -- */

/* "[kernel.kallsyms]_text": the map's position is the address that the symbol after the bracket had during
 * recording. */
static const struct space_map *kernel_map(const struct symbols *s, uint32_t space, const char **symbol)
{
    const size_t size = strlen(PROCESSES_KERNEL);
    const struct space_map *map = NULL;
    while ((map = processes_next_map(s->processes, &space, map)) != NULL) {
        const char *name = name_table_name(&s->processes->names, s->processes->modules.list[map->module].name);
        if (strncmp(name, PROCESSES_KERNEL, size) == 0) {
            *symbol = name + size;
            return map;
        }
    }
    return NULL;
}

static void read_kernel(struct symbols *s, struct symbols_kernel *kernel)
{
    const char *symbol = "";
    char path[PATH_SIZE];
    const struct space_map *map = kernel_map(s, kernel->space, &symbol);
    if (s->kallsyms_path)
        snprintf(path, sizeof path, "%s", s->kallsyms_path);
    else if (!map || !cache_path(&s->processes->modules.list[map->module], "/kallsyms", path) || !is_file(path))
        return;
    for (size_t i = 0; i < s->kernel_count && kernel->names_of == s->kernel_count; i++)
        if (s->kernels[i].path && strcmp(s->kernels[i].path, path) == 0)
            kernel->names_of = i;
    const int is_own = kernel->names_of == s->kernel_count;
    kernel->path = tool_strdup(path);
    if (is_own && kallsyms_read(&kernel->names, path) != TOOL_OK)
        kallsyms_free(&kernel->names);
    const struct kallsyms *names = is_own ? &kernel->names : &s->kernels[kernel->names_of].names;
    const uint64_t here = map && *symbol ? kallsyms_address(names, symbol) : 0;
    kernel->moved = here ? map->position - here : 0; /* the kernel's address changes with each start */
}

/* The kernel with that space. */
static const struct symbols_kernel *kernel_of(struct symbols *s, uint32_t space)
{
    for (size_t i = s->kernel_count; i-- > 0;)
        if (s->kernels[i].space == space)
            return &s->kernels[i];
    struct symbols_kernel new = {.space = space, .names_of = s->kernel_count};
    s->kernels = tool_realloc(s->kernels, s->kernel_count + 1, sizeof new);
    read_kernel(s, &new);
    s->kernels[s->kernel_count] = new;
    return &s->kernels[s->kernel_count++];
}

/* The name of code that the kernel made. */
static int find_made(const struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out)
{
    const struct space_map *map = processes_map(s->processes, space, address, time);
    if (!map || !map->is_symbol)
        return 0;
    out->symbol = name_table_name(&s->processes->names, s->processes->modules.list[map->module].name);
    out->module = strncmp(out->symbol, "bpf_", 4) == 0 ? "[bpf]" : "[kernel]";
    out->offset = address - map->address;
    return 1;
}

/* Whether a mapping is of that module of the kernel: "/.../nf_tables.ko.xz" and "[nf_tables]" are of nf_tables. */
static int is_of_module(const char *mapped, const char *module)
{
    const char *name = *mapped == '[' ? mapped + 1 : symbols_short(mapped);
    const size_t size = strcspn(name, ".]");
    if (!module || strlen(module) != size)
        return 0;
    for (size_t i = 0; i < size; i++)
        if (name[i] != module[i] && (name[i] != '-' || module[i] != '_'))
            return 0;
    return 1;
}

/* Whether a symbol is at its place in this run of the kernel. Each start puts each module elsewhere. */
static int is_in_place(const struct symbols *s, const struct symbols_kernel *kernel, uint64_t address, uint64_t time,
                       const struct kallsyms_symbol *symbol)
{
    const struct space_map *map = processes_map(s->processes, kernel->space, address, time);
    const char *mapped = map ? name_table_name(&s->processes->names, s->processes->modules.list[map->module].name) : "";
    if (*mapped && strncmp(mapped, "[kernel", 7) != 0 && !is_of_module(mapped, symbol->module))
        return 0;
    return !symbol->module || !kernel->moved;
}

static void find_kernel(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out)
{
    if (find_made(s, space, address, time, out))
        return;
    const struct symbols_kernel *kernel = kernel_of(s, space);
    out->module = "[kernel]";
    const struct kallsyms_symbol *symbol = kallsyms_find(&s->kernels[kernel->names_of].names, address - kernel->moved);
    if (!symbol || !is_in_place(s, kernel, address, time, symbol))
        return;
    out->symbol = symbol->name;
    out->module = symbol->module ? symbol->module : out->module;
    out->nth = symbol->nth;
    out->offset = address - kernel->moved - symbol->address;
}

/* -- code that processes made while they ran -- */

#define CODES_MOST 4096 /* processes that have some */

struct symbols_code {
    uint32_t pid;
    struct perf_map map;
};

/* Reads the names of a process's code. Returns its number in codes[], plus 2; 1 if it has none. */
static uint32_t read_code(struct symbols *s, uint32_t pid)
{
    char path[PATH_SIZE];
    const uint32_t key = s->perf_map_path ? SPE_PERF_NONE : pid;
    struct perf_map map;
    for (size_t i = 0; i < s->code_count; i++)
        if (s->codes[i].pid == key)
            return (uint32_t)i + 2;
    if (s->perf_map_path)
        snprintf(path, sizeof path, "%s", s->perf_map_path);
    else
        snprintf(path, sizeof path, "%.2000s/tmp/perf-%" PRIu32 ".map", s->symfs ? s->symfs : "", pid);
    if (!s->perf_map_path && pid == SPE_PERF_NONE)
        return 1;
    if (s->code_count == CODES_MOST) {
        say(s, "more processes have such files; they are not read", path);
        return 1;
    }
    if (!perf_map_read(&map, path, !s->perf_map_path) && !s->perf_map_path)
        return 1; /* a named file is kept, without names: its message is printed once */
    s->codes = tool_realloc(s->codes, s->code_count + 1, sizeof *s->codes);
    s->codes[s->code_count++] = (struct symbols_code){key, map};
    return (uint32_t)s->code_count + 1;
}

static const char *find_code(struct symbols *s, uint32_t space, uint64_t address, uint64_t *start)
{
    const size_t count = s->processes->space_count;
    if (space >= s->code_spaces) {
        s->code_of_space = tool_realloc(s->code_of_space, count, sizeof *s->code_of_space);
        memset(s->code_of_space + s->code_spaces, 0, (count - s->code_spaces) * sizeof *s->code_of_space);
        s->code_spaces = count;
    }
    uint32_t *number = &s->code_of_space[space];
    if (!*number)
        *number = read_code(s, s->processes->processes[space].pid);
    return *number > 1 ? perf_map_find(&s->codes[*number - 2].map, address, start) : NULL;
}

/* -- programs and libraries -- */

#define NEIGHBOURS_MOST 1024 /* maps that are searched: their number must not determine the time */

/* perf may not record where a file's data is mapped, but it records the code; the distance between both is that in the
 * file. Returns the module and the file's own address. */
static const struct space_map *neighbour(struct symbols *s, uint32_t space, uint64_t address, uint64_t *own)
{
    const struct space_map *map = NULL;
    const uint32_t where = space;
    uint64_t below = 0, above = UINT64_MAX; /* no file is between them */
    if (s->gap.map_count == s->processes->map_count && s->gap.space == space && address >= s->gap.from &&
        address < s->gap.to)
        return NULL;
    for (unsigned i = 0; i < NEIGHBOURS_MOST && (map = processes_next_map(s->processes, &space, map)) != NULL; i++) {
        struct debug_info *info = info_of(s, map->module);
        uint64_t code;
        if (!info || !debug_info_address(info, map->position, &code))
            continue;
        *own = address - map->address + code;
        if (debug_info_has(info, map->address - code, address, &below, &above))
            return map;
    }
    s->gap.from = below;
    s->gap.to = above;
    s->gap.space = where;
    s->gap.map_count = s->processes->map_count;
    return NULL;
}

/* The map that contains the address, or the one nearby; if *info is not NULL, *own is the file's own address. */
static const struct space_map *locate(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, uint64_t *own,
                                      struct debug_info **info)
{
    const struct space_map *map = processes_map(s->processes, space, address, time);
    struct debug_info *const of_map = map ? info_of(s, map->module) : NULL;
    const int is_file =
        map && module_is_file(name_table_name(&s->processes->names, s->processes->modules.list[map->module].name));
    const int is_loaded = of_map && debug_info_address(of_map, address - map->address + map->position, own);
    *info = is_loaded ? of_map : NULL;
    if (is_loaded || (is_file && !of_map))
        return map;
    /* Zeroed memory has no bytes of the file. Its first page may be mapped from there, but not the others. */
    const struct space_map *near = neighbour(s, space, address, own);
    if (!near || (is_file && near->module != map->module))
        return map;
    *info = info_of(s, near->module);
    return near;
}

/* Names code that is not mapped from a file: the process made it, or the system; with --perf-map, other code, too. */
static void name_code(struct symbols *s, uint32_t space, uint64_t address, const struct space_map *map,
                      struct place *out)
{
    uint64_t start;
    const char *const code = find_code(s, map ? map->space : space, address, &start); /* a fork has its parent's code */
    if (code) {
        out->module = map && module_is_file(out->module) ? out->module : "[JIT]";
        out->symbol = code;
        out->offset = address - start;
    } else if (map && strcmp(out->module, "[vdso]") == 0) {
        out->symbol = out->module;
        out->offset = address - map->address;
    }
}

#define PAGE UINT64_C(4096) /* bytes: mappings are of whole pages */

/* Where the module has no symbols, the rest of the page is the same, as far as no file is near. */
static void take_page(const struct symbols *s, uint32_t space, uint64_t address, int is_file, struct place *out)
{
    const int may_be_code = !is_file && (space >= s->code_spaces || s->code_of_space[space] != 1);
    if (out->symbol || may_be_code || s->processes->is_unaligned)
        return;
    out->from = address & ~(PAGE - 1);
    out->to = out->from + PAGE;
    if (is_file)
        return;
    out->from = out->from > s->gap.from ? out->from : s->gap.from;
    out->to = out->to < s->gap.to ? out->to : s->gap.to;
}

/* Finds module and symbol. Returns the module's debug information, of which *own is the address; or NULL. */
static struct debug_info *find_symbol(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, uint64_t *own,
                                      struct place *out)
{
    struct debug_info *info = NULL;
    *out = (struct place){.offset = address, .from = address, .to = address + 1};
    if (address >> 63) {
        find_kernel(s, processes_kernel(s->processes, space), address, time, out);
        return NULL;
    }
    const struct space_map *map = locate(s, space, address, time, own, &info);
    if (!map) {
        name_code(s, space, address, NULL, out);
        take_page(s, space, address, 0, out);
        return NULL;
    }
    out->module = name_table_name(&s->processes->names, s->processes->modules.list[map->module].name);
    if (address - map->address < map->size && module_is_file(out->module))
        out->offset = address - map->address + map->position;
    struct debug_info_symbol symbol;
    if (info && debug_info_symbol(info, *own, &symbol)) {
        out->symbol = symbol.name;
        out->nth = symbol.nth;
        out->offset = *own - symbol.start;
        out->from = address - (*own - symbol.from);
        out->to = address + (symbol.to - *own);
    } else if ((!info && !module_is_file(out->module)) || s->perf_map_path) {
        name_code(s, space, address, map, out);
        take_page(s, map->space, address, 0, out);
    } else if (!info && !info_of(s, map->module)) {
        take_page(s, space, address, 1, out);
    }
    return info;
}

int symbols_function(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct symbols_function *out)
{
    struct debug_info_symbol symbol;
    out->info = NULL;
    if (address >> 63 || !locate(s, space, address, time, &out->own, &out->info) || !out->info ||
        !debug_info_symbol(out->info, out->own, &symbol))
        return 0;
    out->start = symbol.start;
    out->end = symbol.end;
    return 1;
}

int symbols_has_names(const struct symbols *s, const char *module, const char **why)
{
    *why = NULL;
    for (size_t i = 0; i < s->file_count; i++) {
        const struct symbols_file *file = &s->files[i];
        if (strcmp(name_table_name(&s->processes->names, s->processes->modules.list[i].name), module) != 0)
            continue;
        if (file->info && debug_info_has_symbols(file->info))
            return 1;
        *why = file->why ? file->why : *why;
    }
    return 0;
}

static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;

void symbols_find_data(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out)
{
    uint64_t own = 0;
    pthread_mutex_lock(&turns);
    find_symbol(s, space, address, time, &own, out);
    pthread_mutex_unlock(&turns);
}

void symbols_find(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out)
{
    uint64_t own = 0;
    struct debug_info_line line;
    pthread_mutex_lock(&turns);
    struct debug_info *info = find_symbol(s, space, address, time, &own, out);
    if (info && debug_info_line(info, own, &line)) {
        out->file = line.file;
        out->line = line.line;
    }
    pthread_mutex_unlock(&turns);
}

const char *symbols_member(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, char *text, size_t cap)
{
    uint64_t own = 0;
    struct place place;
    text[0] = 0;
    pthread_mutex_lock(&turns);
    struct debug_info *info = find_symbol(s, space, address, time, &own, &place);
    const int is_known = info && place.symbol && debug_info_member(info, own, own - place.offset, text, cap);
    pthread_mutex_unlock(&turns);
    if (!is_known && place.symbol && place.offset)
        snprintf(text, cap, "+%" PRIu64, place.offset);
    return text;
}

unsigned symbols_inlined(struct symbols *s, uint32_t space, uint64_t address, uint64_t time,
                         struct debug_info_inlined *out, unsigned most)
{
    uint64_t own = 0;
    struct debug_info *info = NULL;
    unsigned n = 0;
    pthread_mutex_lock(&turns);
    if (!(address >> 63) && locate(s, space, address, time, &own, &info) && info)
        n = debug_info_inlined(info, own, out, most);
    pthread_mutex_unlock(&turns);
    return n;
}

void symbols_inlined_text(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, char *text, size_t cap)
{
    struct debug_info_inlined inlined[SYMBOLS_INLINED_MOST];
    const unsigned count = symbols_inlined(s, space, address, time, inlined, SYMBOLS_INLINED_MOST);
    size_t n = 0;
    text[0] = 0;
    for (unsigned i = 0; i < count && n < cap; i++)
        n += (size_t)snprintf(text + n, cap - n, "%s%s", i ? " < " : "", inlined[i].name);
}

const char *symbols_short(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] && strncmp(path, "//", 2) != 0 ? slash + 1 : path; /* "//anon" is not a path */
}

const char *symbols_number(const struct place *p, char out[SYMBOLS_NUMBER_MAX])
{
    out[0] = 0;
    if (p->symbol && p->nth)
        snprintf(out, SYMBOLS_NUMBER_MAX, "#%" PRIu32, p->nth);
    return out;
}

const char *symbols_text(const struct place *p, char *text, size_t cap)
{
    const char *name = p->symbol ? p->symbol : p->module ? symbols_short(p->module) : NULL;
    char number[SYMBOLS_NUMBER_MAX];
    symbols_number(p, number);
    if (name && p->offset)
        snprintf(text, cap, "%s%s+0x%" PRIx64, name, number, p->offset);
    else if (name)
        snprintf(text, cap, "%s%s", name, number);
    else
        snprintf(text, cap, "0x%016" PRIx64, p->offset);
    return text;
}
