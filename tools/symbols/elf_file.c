/* SPDX-License-Identifier: MIT */
/* See elf_file.h. Every number in the file is checked against its size. */
#include "elf_file.h"

#include <string.h>

#include "../system/files.h"
#include "../system/platform.h"

/* ELF's layout (64 bits, little-endian): offsets of members, and values of them */
enum { E_MACHINE = 18, E_PHOFF = 32, E_PHENTSIZE = 54, E_PHNUM = 56, E_SIZE = 64, MACHINE_AARCH64 = 183 };
enum { P_FLAGS = 4, P_OFFSET = 8, P_VADDR = 16, P_FILESZ = 32, P_SIZE = 56, LOAD = 1, NOTE = 4, EXECUTE = 1 };
enum { NOTE_HEAD = 12, NOTE_BUILD_ID = 3 };

static uint64_t word(const uint8_t *at, unsigned size)
{
    uint64_t value = 0;
    while (size--)
        value = value << 8 | at[size];
    return value;
}

static int is_inside(const struct elf_file *elf, uint64_t offset, uint64_t size)
{
    return offset <= elf->size && size <= elf->size - offset;
}

/* The build id among notes[0..size). */
static void take_notes(struct elf_file *elf, const uint8_t *notes, uint64_t size)
{
    while (size >= NOTE_HEAD) {
        const uint64_t name = (word(notes, 4) + 3) & ~UINT64_C(3), used = word(notes + 4, 4);
        const uint64_t all = NOTE_HEAD + name + ((used + 3) & ~UINT64_C(3));
        if (NOTE_HEAD + name + used > size)
            return;
        if (word(notes + 8, 4) == NOTE_BUILD_ID && name == 4 && memcmp(notes + NOTE_HEAD, "GNU", 4) == 0 &&
            used <= ELF_BUILD_ID_MAX) {
            elf->build_id_size = (size_t)used;
            memcpy(elf->build_id, notes + NOTE_HEAD + name, elf->build_id_size);
        }
        notes += all < size ? all : size; /* the last need not be padded */
        size -= all < size ? all : size;
    }
}

/* Reads one program header. Returns 0 if it is invalid. */
static int take_segment(struct elf_file *elf, const uint8_t *header)
{
    const uint64_t type = word(header, 4);
    const struct elf_segment s = {.address = word(header + P_VADDR, 8),
                                  .offset = word(header + P_OFFSET, 8),
                                  .size = word(header + P_FILESZ, 8),
                                  .is_code = (word(header + P_FLAGS, 4) & EXECUTE) != 0};
    if ((type == LOAD || type == NOTE) && !is_inside(elf, s.offset, s.size))
        return 0;
    if (type == NOTE)
        take_notes(elf, elf->bytes + s.offset, s.size);
    if (type != LOAD)
        return 1;
    if (elf->count == ELF_SEGMENTS)
        return 0;
    elf->first = elf->count ? elf->first : s.address;
    elf->segments[elf->count++] = s;
    return 1;
}

/* Reads the headers. Returns the error, or NULL. */
static const char *take_headers(struct elf_file *elf)
{
    const uint8_t *e = elf->bytes;
    if (elf->size < E_SIZE || memcmp(e, "\177ELF\2\1", 6) != 0 || word(e + E_MACHINE, 2) != MACHINE_AARCH64)
        return "not an ELF file for AArch64 (64 bits, little-endian)";
    const uint64_t at = word(e + E_PHOFF, 8), n = word(e + E_PHNUM, 2);
    if (word(e + E_PHENTSIZE, 2) != P_SIZE || !is_inside(elf, at, n * P_SIZE))
        return "has no program headers";
    for (uint64_t i = 0; i < n; i++)
        if (!take_segment(elf, e + at + i * P_SIZE))
            return "has an invalid program header";
    return elf->count ? NULL : "has nothing that is loaded";
}

int elf_open(struct elf_file *elf, const char *path)
{
    struct platform_file file;
    struct tool_input in;
    memset(elf, 0, sizeof *elf);
    if (tool_open_regular(&in, path) != TOOL_OK)
        return TOOL_FAILED;
    elf->bytes = platform_look_open(in.fd, &file) ? platform_map(in.fd, file.size) : NULL;
    tool_close(&in);
    if (!elf->bytes)
        return tool_error("cannot be read as an ELF file", path);
    elf->size = (size_t)file.size;
    const char *problem = take_headers(elf);
    if (problem)
        elf_close(elf);
    return problem ? tool_error(problem, path) : TOOL_OK;
}

void elf_close(struct elf_file *elf)
{
    if (elf->bytes)
        platform_unmap(elf->bytes, elf->size);
    elf->bytes = NULL;
}

int elf_address(const struct elf_file *elf, uint64_t offset, uint64_t *address)
{
    for (size_t i = 0; i < elf->count; i++) {
        const struct elf_segment *s = &elf->segments[i];
        if (offset >= s->offset && offset - s->offset < s->size) {
            *address = s->address + (offset - s->offset);
            return 1;
        }
    }
    return 0;
}

/* The instruction at `address`; 0, which is not a valid one, outside of code. */
static uint32_t instruction(const struct elf_file *elf, uint64_t address)
{
    for (size_t i = 0; i < elf->count; i++) {
        const struct elf_segment *s = &elf->segments[i];
        const uint64_t at = address - s->address;
        if (s->is_code && address >= s->address && at < s->size && s->size - at >= 4)
            return (uint32_t)word(elf->bytes + s->offset + at, 4);
    }
    return 0;
}

int elf_is_code(const struct elf_file *elf, uint64_t address)
{
    return instruction(elf, address) != 0;
}

/* The branches of A64 (DDI 0487, C4.1.93), and whether execution may continue after them without having branched. */
static const struct {
    uint32_t mask, value;
    int is_conditional;
} branches[] = {
    {0xff000000, 0x54000000, 1}, /* B.cond, BC.cond */
    {0x7c000000, 0x34000000, 1}, /* CBZ, CBNZ, TBZ, TBNZ */
    {0x7e000000, 0x74000000, 1}, /* CB<cc>, CBB<cc>, CBH<cc> (FEAT_CMPBR) */
    {0x7c000000, 0x14000000, 0}, /* B, BL */
    {0xff000000, 0x55000000, 0}, /* RETAASPPC, RETABSPPC (FEAT_PAuth_LR) */
    {0xfe000000, 0xd6000000, 0}, /* BR, BLR, RET, ERET, also with pointer authentication */
};

enum kind { NO_BRANCH, CONDITIONAL, ALWAYS };

static enum kind kind_of(uint32_t instruction)
{
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
        if ((instruction & branches[i].mask) == branches[i].value)
            return branches[i].is_conditional ? CONDITIONAL : ALWAYS;
    return NO_BRANCH;
}

int elf_next_branch(const struct elf_file *elf, uint64_t address, uint64_t *branch)
{
    uint32_t at;
    for (; (at = instruction(elf, address)) != 0; address += 4)
        if (kind_of(at) != NO_BRANCH) {
            *branch = address;
            return 1;
        }
    return 0;
}

int elf_is_run(const struct elf_file *elf, uint64_t start, uint64_t end)
{
    uint64_t at = start;
    while (at < end && elf_next_branch(elf, at, &at) && at < end && kind_of(instruction(elf, at)) == CONDITIONAL)
        at += 4;
    return at == end && kind_of(instruction(elf, end)) != NO_BRANCH;
}

/* Compilers also use BR X16 and BR X17 for calls at the end of a function: the instructions before them decide. */
int elf_is_stub(const struct elf_file *elf, uint64_t address)
{
    const uint32_t at = instruction(elf, address), before = instruction(elf, address - 4);
    const int adds = (before & 0xffc003ff) == 0x91000210;  /* ADD X16, X16, #... */
    const int loads = (before & 0xff00001f) == 0x58000010; /* LDR X16, ... */
    const uint32_t first = instruction(elf, address - 8);
    if (at == 0xd61f0220)                                  /* BR X17: an entry of the procedure linkage table */
        return adds && (first & 0xffc003ff) == 0xf9400211; /* LDR X17, [X16, #...] */
    return at == 0xd61f0200 &&                             /* BR X16: a veneer */
           (loads || (adds && (first & 0x9f00001f) == 0x90000010)); /* ADRP X16, ... */
}
