/* SPDX-License-Identifier: MIT */
/*
 * The stubs of an AArch64 file's procedure linkage table (PLT): short pieces of code without symbols, which jump to the
 * function whose address the dynamic linker has written. The relocation for that place names the function.
 */
#ifndef ELF_STUBS_H
#define ELF_STUBS_H

#include <elfutils/libdwfl.h>

struct elf_stub {
    uint64_t start, end;
    const char *name;  /* of the function; NULL: the relocation has none, but ... */
    uint64_t resolver; /* ... the address of the code that chooses the function (IFUNC) */
};

/* Calls `found` for each stub in sections .plt and .iplt whose function is known. */
void elf_stubs_read(Dwfl_Module *module, void (*found)(void *context, const struct elf_stub *stub), void *context);

#endif
