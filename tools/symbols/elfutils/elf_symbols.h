/* SPDX-License-Identifier: MIT */
/*
 * The symbols of an ELF file by address: those of its symbol table, and the stubs of its procedure linkage table (PLT),
 * which have no symbols but jump to the functions that relocations name.
 */
#ifndef ELF_SYMBOLS_H
#define ELF_SYMBOLS_H

#include <elfutils/libdwfl.h>

#include "../span_table.h"

struct elf_symbol {
    const char *name; /* as the file has it */
    char *text;       /* for people, made when first needed; NULL: like the name */
    uint64_t start, end;
    uint32_t nth; /* of the symbols of this name at different addresses, from 1 on; 0: it is the only one */
    uint8_t rank; /* which of several symbols of one range is found */
    uint8_t is_stub, has_text, has_size;
};

struct elf_symbols {
    struct elf_symbol *list;
    size_t count, room;
    struct span_table sized, unsized;
    size_t made; /* bytes of texts */
};

/* Reads the symbols of the module, which must outlive them. */
void elf_symbols_read(struct elf_symbols *s, Dwfl_Module *module);

/* Finds the symbol that has the address, or NULL; and the addresses around it for which the answer is the same. */
const struct elf_symbol *elf_symbols_find(const struct elf_symbols *s, uint64_t address, uint64_t *from, uint64_t *to);

/* The name of the symbol for people: demangled, with "@plt" if it is a stub. Lives as long as the symbols. */
const char *elf_symbols_text(struct elf_symbols *s, const struct elf_symbol *symbol);

/* Demangles a name of C++, or returns NULL if it is not one. The caller frees it. */
char *elf_symbols_demangle(const char *name);

void elf_symbols_free(struct elf_symbols *s);

#endif
