/* SPDX-License-Identifier: MIT */
/*
 * The symbols of a program or library: functions, objects, source lines, inlined functions. elfutils/ implements this
 * if libdw was found at build time; otherwise plain/ is compiled, which finds nothing. Addresses are the file's own
 * (p_vaddr). Strings stay valid until debug_info_close().
 */
#ifndef DEBUG_INFO_H
#define DEBUG_INFO_H

#include <stddef.h>
#include <stdint.h>

struct debug_info;

struct debug_info_options {
    const char *root;   /* a directory under which DWARF files are also searched for, or NULL */
    int may_download;   /* the debuginfod servers in $DEBUGINFOD_URLS may be used */
    const void *wanted; /* build id that the file must have ... */
    size_t wanted_size; /* ... 0 if any is accepted */
};

struct debug_info_symbol {
    const char *name;
    uint64_t start, end;
    uint64_t from, to; /* addresses around the one that was sought, which have the same symbol */
    uint32_t nth; /* of the symbols of this name at different addresses of the file, from 1 on; 0: it is the only one */
};

struct debug_info_line {
    const char *file;
    unsigned line;
};

/* A function that was inlined, where the source declares it, and where it was inlined into the function around it */
struct debug_info_inlined {
    const char *name;
    const char *file, *call_file; /* NULL: not known */
    unsigned line, call_line;     /* 0: not known */
};

/* Whether this build can read symbols. */
int debug_info_is_there(void);

/* Opens a regular file. Returns NULL if it is missing, is not a regular file or not ELF, or has another build id;
 * *is_other is 1 for another build id, otherwise 0. */
struct debug_info *debug_info_open(const char *path, const struct debug_info_options *options, int *is_other);
void debug_info_close(struct debug_info *d);

/* Stores the path of the program or library with a build id, fetched from a server in $DEBUGINFOD_URLS, in path[cap].
 * Returns 0 if no server has it, or none can be reached. */
int debug_info_fetch(const uint8_t *build_id, size_t size, char *path, size_t cap);

/* The address at which the file's byte `offset` is loaded. Returns 1 and stores it in *address, or returns 0 if it is
 * not loaded. */
int debug_info_address(const struct debug_info *d, uint64_t offset, uint64_t *address);

/* Whether the file has memory at `address`, from its bytes or zeroed, if it is loaded `moved` bytes above its own
 * addresses. If it has none, *from and *to are moved towards the address, until no memory of the file is between
 * them. */
int debug_info_has(const struct debug_info *d, uint64_t moved, uint64_t address, uint64_t *from, uint64_t *to);

/* Finds the function, stub ("memcmp@plt") or object at an address. Returns 1 and stores it in *out, or returns 0 if it
 * is not known. */
int debug_info_symbol(struct debug_info *d, uint64_t address, struct debug_info_symbol *out);

/* Whether the file has symbols at all, once debug_info_symbol() has read them. */
int debug_info_has_symbols(const struct debug_info *d);

/* Finds the source line of an instruction. Returns 1 and stores it in *out, or returns 0 if it is not known. */
int debug_info_line(struct debug_info *d, uint64_t address, struct debug_info_line *out);

/* Writes the member of the variable at `start` that has an address to text[cap]: ".left", "[3].next", ".key+4"; "" for
 * a variable without members. Returns 0 if its type is not known. The first call reads all variables of the file. */
int debug_info_member(struct debug_info *d, uint64_t address, uint64_t start, char *text, size_t cap);

/* Reads the instruction at an address of a file for AArch64. Returns 1 and stores it in *out, or returns 0 if the
 * address has none. */
int debug_info_instruction(const struct debug_info *d, uint64_t address, uint32_t *out);

/* Finds the functions that were inlined at an address, the innermost first, up to `most`. Returns their number. Takes
 * few steps for each of many addresses. */
unsigned debug_info_inlined(struct debug_info *d, uint64_t address, struct debug_info_inlined *out, unsigned most);

#endif
