/* SPDX-License-Identifier: MIT */
/*
 * What a program or library tells of its addresses: functions, objects, source lines, what was inlined. Given by
 * elfutils/ where its libdw was there at build time, else by plain/, which knows nothing: one folder is compiled
 * (rules.mk). Addresses are the file's own (p_vaddr). Strings last until debug_info_close().
 */
#ifndef DEBUG_INFO_H
#define DEBUG_INFO_H

#include <stddef.h>
#include <stdint.h>

struct debug_info;

struct debug_info_options {
    const char *root;   /* files of DWARF are looked for under it, too; NULL: not */
    int may_download;   /* debuginfod servers may be asked, those of $DEBUGINFOD_URLS */
    const void *wanted; /* build id that the file must have ... */
    size_t wanted_size; /* ... 0: any will do */
};

struct debug_info_symbol {
    const char *name;
    uint64_t start;
};

struct debug_info_line {
    const char *file;
    unsigned line;
};

/* Whether there is a reader at all. */
int debug_info_is_there(void);

/* Opens a file. Returns NULL: it is not there, or none of ELF; *is_other is 1 if it has another build id, else 0. */
struct debug_info *debug_info_open(const char *path, const struct debug_info_options *options, int *is_other);
void debug_info_close(struct debug_info *d);

/* The path of the program or library with a build id, which a server of $DEBUGINFOD_URLS has, in path[cap]. Returns 0:
 * none has, or it cannot be asked. */
int debug_info_fetch(const uint8_t *build_id, size_t size, char *path, size_t cap);

/* Where the file's byte `offset` is loaded. Returns 1 and *address; 0: nowhere. */
int debug_info_address(const struct debug_info *d, uint64_t offset, uint64_t *address);

/* Whether the file has memory at `address`, of the file or zeroed. */
int debug_info_has(const struct debug_info *d, uint64_t address);

/* The function or object at an address. Returns 1 and *out; 0: none is known. */
int debug_info_symbol(struct debug_info *d, uint64_t address, struct debug_info_symbol *out);

/* The source line of an instruction. Likewise. */
int debug_info_line(struct debug_info *d, uint64_t address, struct debug_info_line *out);

/* The functions that were inlined there, the innermost first, up to `most`. Returns their number. */
unsigned debug_info_inlined(struct debug_info *d, uint64_t address, const char **names, unsigned most);

#endif
