/* SPDX-License-Identifier: MIT */
/* A program or library of AArch64 Linux: where its code is, and where the branches are in it. */
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <stddef.h>
#include <stdint.h>

#define ELF_SEGMENTS 16
#define ELF_BUILD_ID_MAX 20 /* bytes */

struct elf_segment {
    uint64_t address; /* p_vaddr: the file's own virtual address */
    uint64_t offset;  /* in the file */
    uint64_t size;    /* bytes of the file */
    int is_code;
};

struct elf_file {
    const uint8_t *bytes; /* the whole file */
    size_t size;
    uint64_t first; /* address of the first segment that is loaded */
    size_t count;
    struct elf_segment segments[ELF_SEGMENTS]; /* those that are loaded */
    size_t build_id_size;                      /* 0: it has none */
    uint8_t build_id[ELF_BUILD_ID_MAX];
};

/* Maps the file and reads its program headers. Returns TOOL_OK, or TOOL_FAILED after a message; elf_close() if it is
 * TOOL_OK. */
int elf_open(struct elf_file *elf, const char *path);
void elf_close(struct elf_file *elf);

/* Where the file's byte `offset` is loaded. Returns 1 and *address; 0: nowhere. */
int elf_address(const struct elf_file *elf, uint64_t offset, uint64_t *address);

/* Whether there is code at `address`. */
int elf_is_code(const struct elf_file *elf, uint64_t address);

/* The first branch at `address` or behind it, up to where execution runs on if it does not branch. Returns 1 and
 * *branch; 0: there is none. */
int elf_next_branch(const struct elf_file *elf, uint64_t address, uint64_t *branch);

/* Whether execution can come from `start` to the branch at `end` with no branch taken between. */
int elf_is_run(const struct elf_file *elf, uint64_t start, uint64_t end);

/* Whether the branch at `address` ends a piece of code that the linker has made, such as an entry of the procedure
 * linkage table: it goes through a register that is the linker's. */
int elf_is_stub(const struct elf_file *elf, uint64_t address);

#endif
