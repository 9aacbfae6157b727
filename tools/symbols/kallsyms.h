/* SPDX-License-Identifier: MIT */
/*
 * The kernel's symbols, in the format of /proc/kallsyms: "ffff800008010000 T _stext", with a module's name in
 * brackets.
 */
#ifndef KALLSYMS_H
#define KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

struct kallsyms_symbol {
    uint64_t address;
    const char *name;
    const char *module; /* NULL: the kernel itself */
    char type;          /* 'T': global code, 't': local code, 'W': weak, ... */
    uint32_t nth;       /* of the symbols of this name at different addresses, from 1 on; 0: it is the only one */
};

struct kallsyms {
    struct kallsyms_symbol *symbols; /* by address */
    size_t count, room;
    char *text;
};

/* Reads a file. Returns TOOL_OK, or TOOL_FAILED after a message. It fails if the file cannot be read, has no symbols,
 * or has only zeros for addresses, which is what users without permission get. */
int kallsyms_read(struct kallsyms *k, const char *path);

/*
 * The last symbol at or before an address, or NULL. Of several at one address it is one that is not weak, then one that
 * is global, has few underscores in front, has a long name. The last symbol of the kernel or of a module ends, as in
 * perf, with the page after the one in which it begins.
 */
const struct kallsyms_symbol *kallsyms_find(const struct kallsyms *k, uint64_t address);

/* The address of the symbol with that name, or 0. */
uint64_t kallsyms_address(const struct kallsyms *k, const char *name);

void kallsyms_free(struct kallsyms *k);

#endif
