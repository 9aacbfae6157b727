/* SPDX-License-Identifier: MIT */
/* See symbols.h. */
#include "symbols.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "tool.h"

#define PATH_SIZE 4096

struct symbols_file {
    struct debug_info *info; /* NULL: it cannot be read */
    int was_tried;
};

/* -- where files are -- */

/* "/.build-id/ab/cdef...", where perf's cache has a module, in path[PATH_SIZE]. Returns 0: it has no build id. */
static int cache_path(const struct space_module *m, const char *rest, char *path)
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

/* Says once, of the first of them, that a module has no names. */
static void say(struct symbols *s, const char *what, const char *name)
{
    if (!s->has_said++)
        tool_error(what, name);
}

static struct debug_info *open_file(struct symbols *s, const struct space_module *m)
{
    static const char *const inside[] = {"/elf", "/debug", ""};
    const struct debug_info_options options = {s->symfs, s->may_download, m->build_id, m->build_id_size};
    const char *name = names_name(&s->spaces->names, m->name);
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
        say(s,
            is_other || was_other ? "another build than the one that ran, so that it has no names (--symfs)"
                                  : "cannot be read, so that it has no names (--symfs)",
            name);
    return info;
}

/* "[heap]", "//anon" and the like */
static int is_no_file(const char *name)
{
    return *name == '[' || strncmp(name, "//", 2) == 0;
}

static struct debug_info *info_of(struct symbols *s, uint32_t module)
{
    const struct space_module *m = &s->spaces->modules[module];
    if (module >= s->file_count) {
        const size_t count = s->spaces->module_count;
        struct symbols_file *larger = realloc(s->files, count * sizeof *larger);
        if (!larger)
            return NULL;
        memset(larger + s->file_count, 0, (count - s->file_count) * sizeof *larger);
        s->files = larger;
        s->file_count = count;
    }
    struct symbols_file *file = &s->files[module];
    if (!file->was_tried && !is_no_file(names_name(&s->spaces->names, m->name)))
        file->info = open_file(s, m);
    file->was_tried = 1;
    return file->info;
}

/* -- the kernel -- */

/* "[kernel.kallsyms]_text": where the symbol behind the bracket was when the profile was recorded, as its position. */
static const struct space_map *kernel_map(const struct symbols *s, const char **symbol)
{
    uint32_t space = s->spaces->kernel;
    const struct space_map *map = NULL;
    while ((map = spaces_next_map(s->spaces, &space, map)) != NULL) {
        const char *name = names_name(&s->spaces->names, s->spaces->modules[map->module].name);
        if (strncmp(name, "[kernel.kallsyms]", 17) == 0) {
            *symbol = name + 17;
            return map;
        }
    }
    return NULL;
}

static void read_kernel(struct symbols *s)
{
    const char *symbol = "";
    char path[PATH_SIZE];
    const struct space_map *map = kernel_map(s, &symbol);
    s->has_kernel = -1;
    if (s->kallsyms_path)
        snprintf(path, sizeof path, "%s", s->kallsyms_path);
    else if (!map || !cache_path(&s->spaces->modules[map->module], "/kallsyms", path) || !is_file(path))
        return;
    if (kallsyms_read(&s->kernel, path) != TOOL_OK)
        return;
    s->has_kernel = 1;
    const uint64_t here = map && *symbol ? kallsyms_address(&s->kernel, symbol) : 0;
    s->kernel_moved = here ? map->position - here : 0; /* it is elsewhere each time it starts */
}

static void find_kernel(struct symbols *s, uint64_t address, struct place *out)
{
    if (!s->has_kernel)
        read_kernel(s);
    out->module = "[kernel]";
    const struct kallsyms_symbol *symbol =
        s->has_kernel == 1 ? kallsyms_find(&s->kernel, address - s->kernel_moved) : NULL;
    if (!symbol)
        return;
    out->symbol = symbol->name;
    out->module = symbol->module ? symbol->module : out->module;
    out->offset = address - s->kernel_moved - symbol->address;
}

/* -- programs and libraries -- */

/* perf need not tell where a file's data is, but of its code it does, and both stand as the file says. Returns the
 * module, and the file's own address. */
static const struct space_map *neighbour(struct symbols *s, uint32_t space, uint64_t address, uint64_t *own)
{
    const struct space_map *map = NULL;
    while ((map = spaces_next_map(s->spaces, &space, map)) != NULL) {
        struct debug_info *info = info_of(s, map->module);
        uint64_t code;
        if (!info || !debug_info_address(info, map->position, &code))
            continue;
        *own = address - map->address + code;
        if (debug_info_has(info, *own))
            return map;
    }
    return NULL;
}

/* The map that the address is in, or near; *own is the file's own address where *info is not NULL. */
static const struct space_map *locate(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, uint64_t *own,
                                      struct debug_info **info)
{
    const struct space_map *map = spaces_map(s->spaces, space, address, time);
    *info = map ? info_of(s, map->module) : NULL;
    if (*info && !debug_info_address(*info, address - map->address + map->position, own))
        *info = NULL; /* not loaded from there */
    const int is_anonymous = map && is_no_file(names_name(&s->spaces->names, s->spaces->modules[map->module].name));
    if (*info || (map && !is_anonymous))
        return map;
    const struct space_map *near = neighbour(s, space, address, own); /* zeroed memory has no file */
    if (!near)
        return map;
    *info = info_of(s, near->module);
    return near;
}

void symbols_find(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out)
{
    uint64_t own = 0;
    struct debug_info *info = NULL;
    *out = (struct place){.offset = address};
    if (address >> 63) {
        find_kernel(s, address, out);
        return;
    }
    const struct space_map *map = locate(s, space, address, time, &own, &info);
    if (!map)
        return;
    out->module = names_name(&s->spaces->names, s->spaces->modules[map->module].name);
    if (address - map->address < map->size && !is_no_file(out->module))
        out->offset = address - map->address + map->position;
    struct debug_info_symbol symbol;
    struct debug_info_line line;
    if (info && debug_info_symbol(info, own, &symbol)) {
        out->symbol = symbol.name;
        out->offset = own - symbol.start;
    }
    if (info && debug_info_line(info, own, &line)) {
        out->file = line.file;
        out->line = line.line;
    }
}

#define INLINED_MOST 16

void symbols_inlined(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, char *text, size_t cap)
{
    const char *names[INLINED_MOST];
    uint64_t own = 0;
    struct debug_info *info = NULL;
    size_t n = 0;
    text[0] = 0;
    if (address >> 63 || !locate(s, space, address, time, &own, &info) || !info)
        return;
    const unsigned count = debug_info_inlined(info, own, names, INLINED_MOST);
    for (unsigned i = 0; i < count && n < cap; i++)
        n += (size_t)snprintf(text + n, cap - n, "%s%s", i ? " < " : "", names[i]);
}

const char *symbols_short(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

const char *symbols_text(const struct place *p, char *text, size_t cap)
{
    const char *name = p->symbol ? p->symbol : p->module ? symbols_short(p->module) : NULL;
    if (name && p->offset)
        snprintf(text, cap, "%s+0x%" PRIx64, name, p->offset);
    else if (name)
        snprintf(text, cap, "%s", name);
    else
        snprintf(text, cap, "0x%016" PRIx64, p->offset);
    return text;
}

void symbols_free(struct symbols *s)
{
    for (size_t i = 0; i < s->file_count; i++)
        debug_info_close(s->files[i].info);
    free(s->files);
    kallsyms_free(&s->kernel);
    s->files = NULL;
    s->file_count = 0;
}
