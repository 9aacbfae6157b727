/* SPDX-License-Identifier: MIT */
/* The kernel's symbols, as /proc/kallsyms has them: "ffff800008010000 T _stext", with the module in brackets. */
#ifndef KALLSYMS_H
#define KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

struct kallsyms_symbol {
    uint64_t address;
    const char *name;
    const char *module; /* NULL: the kernel itself */
};

struct kallsyms {
    struct kallsyms_symbol *symbols; /* by address */
    size_t count, room;
    char *text;
};

/* Reads a file. Returns TOOL_OK; or TOOL_FAILED after a message: it cannot be read, has no symbols, or only zeros for
 * addresses, which is what who may not know them sees. */
int kallsyms_read(struct kallsyms *k, const char *path);

/* The symbol at an address, or before it; NULL: there is none. */
const struct kallsyms_symbol *kallsyms_find(const struct kallsyms *k, uint64_t address);

/* Where the symbol of that name is; 0: there is none. */
uint64_t kallsyms_address(const struct kallsyms *k, const char *name);

void kallsyms_free(struct kallsyms *k);

#endif
