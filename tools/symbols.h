/* SPDX-License-Identifier: MIT */
/*
 * Addresses to names: functions, objects, source lines, what was inlined, of programs and libraries by their files
 * (debug_info.h), of the kernel by its symbols (kallsyms.h). A file is found by the name that it was mapped by, under
 * --symfs if that is given, or in the cache of perf (~/.debug) by its build id; one with another build id is not taken.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "debug_info.h"
#include "kallsyms.h"
#include "spaces.h"

struct symbols {
    /* set by the caller */
    struct spaces *spaces;
    const char *symfs;         /* NULL: / */
    const char *kallsyms_path; /* NULL: that of perf's cache, by the kernel's build id */
    int may_download;
    /* inside */
    struct symbols_file *files; /* by number of module */
    size_t file_count;
    struct kallsyms kernel;
    uint64_t kernel_moved; /* from where its symbols are to where it ran */
    int has_kernel;        /* 1: read, -1: it cannot be */
    int has_said;          /* of modules that could not be read */
};

/* What is at an address. Strings last as long as the symbols. */
struct place {
    const char *module; /* the file's name, "[heap]", "[kernel]"; NULL: not known */
    const char *symbol; /* NULL: not known */
    uint64_t offset;    /* from the symbol; or in the module's file; else the address */
    const char *file;   /* of the source; NULL: not known */
    unsigned line;
};

/* Finds what it is. Lines are of code only. */
void symbols_find(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, struct place *out);

/* What was inlined there, "inner < outer", in text[]: empty where nothing was. */
void symbols_inlined(struct symbols *s, uint32_t space, uint64_t address, uint64_t time, char *text, size_t cap);

/* "work+0x1c", "libc.so.6+0x9a010" or an address, in text[]. */
const char *symbols_text(const struct place *place, char *text, size_t cap);

/* The last part of a path. */
const char *symbols_short(const char *path);

void symbols_free(struct symbols *s);

#endif
