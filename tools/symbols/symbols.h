/* SPDX-License-Identifier: MIT */
/*
 * Turns addresses into names: functions, objects, source lines, inlined functions. Names come from program and library
 * files (debug_info.h), from the kernel's symbols (kallsyms.h) and from JIT compilers (perf_map.h). A file is searched
 * for under the name by which it was mapped, below --symfs if that is given, and in perf's cache (~/.debug) by its
 * build id. A file with another build id is not used.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "debug_info.h"
#include "kallsyms.h"
#include "perf_map.h"
#include "processes.h"

struct symbols {
    /* set by the caller */
    struct processes *processes;
    const char *symfs;         /* NULL: / */
    const char *kallsyms_path; /* NULL for the one in perf's cache, by the kernel's build id */
    const char *perf_map_path; /* also for files without names; NULL: /tmp/perf-PID.map, below symfs */
    int may_download;
    /* private */
    struct symbols_file *files; /* by number of module */
    size_t file_count;
    struct symbols_code *codes; /* that processes made while they ran */
    size_t code_count;
    uint32_t *code_of_space; /* 0: not tried; 1: none; else the number in codes[], plus 2 */
    size_t code_spaces;
    struct symbols_kernel *kernels; /* of the files, as far as they were needed */
    size_t kernel_count;
    int has_said; /* of modules that could not be read */
    struct {      /* addresses of a space at which no file is; while no mapping comes */
        uint64_t from, to;
        uint32_t space;
        size_t map_count;
    } gap;
};

/* The code or data at an address. Strings last as long as the symbols. */
struct place {
    const char *module; /* the file's name, "[heap]", "[kernel]"; NULL if not known */
    const char *symbol; /* NULL: not known */
    uint32_t nth;       /* of the module's symbols with this name, from 1 on; 0: it is the only one */
    uint64_t offset;    /* from the symbol; or in the module's file; else the address */
    const char *file;   /* of the source; NULL: not known */
    unsigned line;
    uint64_t from, to; /* addresses around it that have the same module and symbol: all of these, or some */
};

/* The next three read what is needed of files when it is first needed. Any thread may call them; they take turns. */

/* Finds the code or data at an address. Only code has source lines. */
void symbols_find(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out);

/* Finds what it is, but no source line: for data, and faster. */
void symbols_find_data(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out);

/* Writes which part of its object data is, to text[cap]: ".left", "[3].next" if its type is known, "+8" if not; "" for
 * the whole object, or if it has no symbol. Returns text. */
const char *symbols_member(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, char *text, size_t cap);

/* The function that has an address. Addresses are the file's own. */
struct symbols_function {
    struct debug_info *info;
    uint64_t own;        /* of the address */
    uint64_t start, end; /* of the function */
};

/* Finds the function. Returns 1 and stores it in *out, or returns 0 if it is not known, or in the kernel. */
int symbols_function(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct symbols_function *out);

/* Whether a file that was mapped by that name, and in which something was sought, has any symbol; if not, *why says why
 * it was not read, or is NULL. */
int symbols_has_names(const struct symbols *s, const char *module, const char **why);

/* Finds the functions that were inlined there, the innermost first, up to `most`. Returns their number. */
unsigned symbols_inlined(struct symbols *s, uint32_t space, uint64_t address, uint64_t time,
                         struct debug_info_inlined *out, unsigned most);

#define SYMBOLS_INLINED_MOST 256 /* more than compilers inline into one another */

/* Writes the functions that were inlined there, "inner < outer", to text[]; "" if none were. */
void symbols_inlined_text(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, char *text, size_t cap);

#define SYMBOLS_NUMBER_MAX 16

/* Writes "#2" to out[], which distinguishes a symbol from others of its name in the module. Empty if it is the only
 * one. */
const char *symbols_number(const struct place *place, char out[SYMBOLS_NUMBER_MAX]);

/* Writes "work+0x1c", "init#2", "libc.so.6+0x9a010" or an address to text[]. */
const char *symbols_text(const struct place *place, char *text, size_t cap);

/* The last part of a path. */
const char *symbols_short(const char *path);

#endif
