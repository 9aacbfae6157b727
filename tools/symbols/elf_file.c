/* SPDX-License-Identifier: MIT */
/* See elf_file.h. Every number in the file is checked against its size. */
#include "elf_file.h"

#include <stdlib.h>
#include <string.h>

#include "../system/files.h"
#include "../system/list.h"
#include "../system/platform.h"
#include "../system/memory.h"

/* ELF's layout (64 bits, little-endian): offsets of members, and values of them */
enum { E_MACHINE = 18, E_PHOFF = 32, E_PHENTSIZE = 54, E_PHNUM = 56, E_SIZE = 64, MACHINE_AARCH64 = 183 };
enum { P_FLAGS = 4, P_OFFSET = 8, P_VADDR = 16, P_FILESZ = 32, P_SIZE = 56, LOAD = 1, NOTE = 4, EXECUTE = 1 };
enum { NOTE_HEAD = 12, NOTE_BUILD_ID = 3 };
enum { E_SHOFF = 40, E_SHENTSIZE = 58, E_SHNUM = 60 };
enum { S_TYPE = 4, S_FLAGS = 8, S_ADDRESS = 16, S_OFFSET = 24, S_BYTES = 32, S_LINK = 40, S_SIZE = 64 };
enum { SYMBOLS = 2, DYNAMIC_SYMBOLS = 11, LOADED = 2 }; /* of S_TYPE; of S_FLAGS */
enum { Y_INFO = 4, Y_SECTION = 6, Y_VALUE = 8, Y_BYTES = 16, Y_SIZE = 24, FUNCTION = 2, INDIRECT_FUNCTION = 10 };

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

/* -- where lines end, by sections and symbols -- */

/* What begins at an address: a function, or anything else: a section, data among code ("$d") */
struct span {
    uint64_t start, end;
    int is_function;
};

struct spans {
    struct span *list;
    size_t count, room;
};

static void add_span(struct spans *p, uint64_t start, uint64_t size, int is_function)
{
    p->list = list_with_room(p->list, p->count, &p->room, sizeof *p->list);
    p->list[p->count++] = (struct span){start, start + size, is_function};
}

/* Adds what a symbol names, if it is a span. `names` is the header of the section that has its name. */
static void take_symbol(const struct elf_file *elf, struct spans *p, const uint8_t *symbol, const uint8_t *names)
{
    const uint64_t type = symbol[Y_INFO] & 15, name = word(names + S_OFFSET, 8) + word(symbol, 4);
    const int is_function = type == FUNCTION || type == INDIRECT_FUNCTION;
    const int is_data = !type && is_inside(elf, name, 3) && memcmp(elf->bytes + name, "$d", 2) == 0 &&
                        (!elf->bytes[name + 2] || elf->bytes[name + 2] == '.'); /* "$d", "$d.1" */
    if (word(symbol + Y_SECTION, 2) && (is_function || is_data))
        add_span(p, word(symbol + Y_VALUE, 8), word(symbol + Y_BYTES, 8), is_function);
}

/* Adds all spans. What is wrong is left out: programs run without sections. */
static void take_sections(const struct elf_file *elf, struct spans *p)
{
    const uint64_t at = word(elf->bytes + E_SHOFF, 8), n = word(elf->bytes + E_SHNUM, 2);
    if (word(elf->bytes + E_SHENTSIZE, 2) != S_SIZE || !is_inside(elf, at, n * S_SIZE))
        return;
    const uint8_t *sections = elf->bytes + at;
    for (const uint8_t *section = sections; section < sections + n * S_SIZE; section += S_SIZE) {
        const uint64_t type = word(section + S_TYPE, 4), link = word(section + S_LINK, 4);
        const uint64_t offset = word(section + S_OFFSET, 8), size = word(section + S_BYTES, 8);
        if (word(section + S_FLAGS, 8) & LOADED)
            add_span(p, word(section + S_ADDRESS, 8), 0, 0);
        if ((type != SYMBOLS && type != DYNAMIC_SYMBOLS) || link >= n || !is_inside(elf, offset, size))
            continue;
        for (uint64_t i = 0; i < size / Y_SIZE; i++)
            take_symbol(elf, p, elf->bytes + offset + i * Y_SIZE, sections + link * S_SIZE);
    }
}

static int by_start(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

/* A function inside another one is a second entry, which execution may reach from above: lines cross it. */
static void find_limits(struct elf_file *elf)
{
    struct spans p = {0};
    uint64_t end = 0; /* of the functions so far */
    take_sections(elf, &p);
    elf->limits = tool_malloc(p.count * sizeof *elf->limits);
    if (p.count)
        qsort(p.list, p.count, sizeof *p.list, by_start);
    for (size_t i = 0; i < p.count; i++) {
        const struct span *span = &p.list[i];
        if (!span->is_function || span->start >= end)
            elf->limits[elf->limit_count++] = span->start;
        if (span->is_function && span->end > end)
            end = span->end;
    }
    free(p.list);
}

/* The first limit after `address`, or the highest address. */
static uint64_t limit(const struct elf_file *elf, uint64_t address)
{
    size_t from = 0, to = elf->limit_count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (elf->limits[middle] > address)
            to = middle;
        else
            from = middle + 1;
    }
    return from < elf->limit_count ? elf->limits[from] : UINT64_MAX;
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
    else
        find_limits(elf);
    return problem ? tool_error(problem, path) : TOOL_OK;
}

void elf_close(struct elf_file *elf)
{
    if (elf->bytes)
        platform_unmap(elf->bytes, elf->size);
    elf->bytes = NULL;
    free(elf->limits);
    elf->limits = NULL;
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

/* Where execution continues after an instruction: at the next one; there or elsewhere; elsewhere; nowhere. An exception
 * such as SVC returns to the next instruction. BRK does not: compilers put it where nothing can continue. UDF does not
 * even execute; 0, which is a UDF, also fills gaps. */
enum kind { PLAIN, CONDITIONAL, ALWAYS, TRAP, UNDEFINED };

/* The instructions of A64 that end lines (DDI 0487, C4.1.93) */
static const struct {
    uint32_t mask, value;
    enum kind kind;
} ends[] = {
    {0xff000000, 0x54000000, CONDITIONAL}, /* B.cond, BC.cond */
    {0x7c000000, 0x34000000, CONDITIONAL}, /* CBZ, CBNZ, TBZ, TBNZ */
    {0x7e000000, 0x74000000, CONDITIONAL}, /* CB<cc>, CBB<cc>, CBH<cc> (FEAT_CMPBR) */
    {0x7c000000, 0x14000000, ALWAYS},      /* B, BL */
    {0xff000000, 0x55000000, ALWAYS},      /* RETAASPPC, RETABSPPC (FEAT_PAuth_LR) */
    {0xfe000000, 0xd6000000, ALWAYS},      /* BR, BLR, RET, ERET, also with pointer authentication */
    {0xffe0001f, 0xd4200000, TRAP},        /* BRK */
    {0xffff0000, 0x00000000, UNDEFINED},   /* UDF */
};

static enum kind kind_of(uint32_t instruction)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if ((instruction & ends[i].mask) == ends[i].value)
            return ends[i].kind;
    return PLAIN;
}

int elf_line(const struct elf_file *elf, uint64_t address, uint64_t *last)
{
    const uint64_t end = limit(elf, address);
    enum kind kind = PLAIN;
    uint64_t next = address;
    for (; kind == PLAIN && next < end && (kind = kind_of(instruction(elf, next))) != UNDEFINED; next += 4)
        *last = next;
    return next != address;
}

int elf_is_run(const struct elf_file *elf, uint64_t start, uint64_t end)
{
    while (start < end && kind_of(instruction(elf, start)) <= CONDITIONAL)
        start += 4;
    const enum kind last = kind_of(instruction(elf, end));
    return start == end && (last == CONDITIONAL || last == ALWAYS);
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
