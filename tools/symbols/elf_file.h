/* SPDX-License-Identifier: MIT */
/* An ELF file of AArch64 Linux: its code, and the straight lines in it: execution that takes no branch. */
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
    uint64_t first; /* address of the first loaded segment */
    size_t count;
    struct elf_segment segments[ELF_SEGMENTS]; /* the loaded ones */
    uint64_t *limits; /* sorted: where functions, sections, and data in code begin: lines end before each */
    size_t limit_count;
    size_t build_id_size; /* 0 if it has none */
    uint8_t build_id[ELF_BUILD_ID_MAX];
};

/* Maps the file and reads its headers and symbols. Returns TOOL_OK, after which elf_close() must be called, or
 * TOOL_FAILED after a message. */
int elf_open(struct elf_file *elf, const char *path);
void elf_close(struct elf_file *elf);

/* The address at which the file's byte `offset` is loaded. Returns 1 and stores it in *address, or returns 0 if it is
 * not loaded. */
int elf_address(const struct elf_file *elf, uint64_t offset, uint64_t *address);

/* Whether there is code at `address`. */
int elf_is_code(const struct elf_file *elf, uint64_t address);

/* Finds the last instruction of the line that begins at `address`: the first branch or BRK; or the last instruction
 * before a UDF, data, another function, or the end of the code. Returns 1 and stores its address in *last, or returns 0
 * if no instruction at `address` can be executed. */
int elf_line(const struct elf_file *elf, uint64_t address, uint64_t *last);

/* Whether execution can reach the branch at `end` from `start` without a taken branch in between. The caller knows that
 * it did, so functions in between do not matter. */
int elf_is_run(const struct elf_file *elf, uint64_t start, uint64_t end);

/* Whether the branch at `address` ends a piece of code that the linker has made: an entry of the procedure linkage
 * table, or a veneer. */
int elf_is_stub(const struct elf_file *elf, uint64_t address);

#endif
