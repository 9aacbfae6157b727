/* SPDX-License-Identifier: MIT */
/* See disassembly.h. */
#include "disassembly.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/platform.h"
#include "../system/memory.h"

#ifdef SPE_HAVE_CAPSTONE
#include <capstone/capstone.h>

int disassembly_begin(struct disassembly *d, const uint32_t *code, size_t n, uint64_t start)
{
    (void)code, (void)n, (void)start;
    *d = (struct disassembly){0};
    return 1;
}

static int disassemble(const struct disassembly *d, uint32_t instruction, uint64_t address, char *text, size_t cap)
{
    const uint8_t code[4] = {(uint8_t)instruction, (uint8_t)(instruction >> 8), (uint8_t)(instruction >> 16),
                             (uint8_t)(instruction >> 24)};
    csh handle;
    cs_insn *list;
    (void)d;
    errno = 0;
    if (cs_open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, &handle) != CS_ERR_OK) {
        tool_check_memory();
        return 0;
    }
    const size_t n = cs_disasm(handle, code, sizeof code, address, 1, &list);
    if (!n)
        tool_check_memory();
    if (n) {
        snprintf(text, cap, "%s%s%s", list->mnemonic, *list->op_str ? " " : "", list->op_str);
        cs_free(list, n);
    }
    cs_close(&handle);
    return n != 0;
}
#else
#define LINE_MOST 128 /* bytes of output for each instruction; more are cut off */

/* An ELF file of the instructions, so that objdump sees no bytes and no name of a file that others have written. */
static int write_elf(FILE *out, const uint32_t *code, size_t n, uint64_t start)
{
    const uint32_t at = 264, low = (uint32_t)start, high = (uint32_t)(start >> 32); /* at: of the instructions */
    const uint32_t head[] = {0x464c457f, 0x00010102, 0, 0, 0x00b70002, 1,        0,           0, 0,
                             0,          64,         0, 0, 64,         64 << 16, 3 | 2 << 16, /* the file */
                             0,          0,          0, 0, 0,          0,        0,           0, 0,
                             0,          0,          0, 0, 0,          0,        0, /* section 0 */
                             1,          1,          6, 0, low,        high,     at,          0, (uint32_t)n * 4,
                             0,          0,          0, 4, 0,          0,        0, /* 1: .text */
                             0,          3,          0, 0, 0,          0,        at - 8,      0, 8,
                             0,          0,          0, 1, 0,          0,        0, /* 2: names */
                             0x65742e00, 0x00007478};                               /* these: "\0.text\0" */
    const size_t words = sizeof head / sizeof *head;
    for (size_t i = 0; i < words + n; i++) {
        const uint32_t word = i < words ? head[i] : code[i - words];
        for (unsigned byte = 0; byte < 4; byte++)
            putc((int)(word >> 8 * byte & 0xff), out);
    }
    return fflush(out) == 0;
}

/* Finds the lines "ADDRESS:\tINSTRUCTION" of objdump's output. Returns their number. */
static size_t find_lines(struct disassembly *d, size_t n)
{
    size_t found = 0;
    for (char *line = d->text, *end; line; line = end) {
        char *after;
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        const uint64_t offset = strtoull(line, &after, 16) - d->start;
        if (after == line || *after != ':' || offset % 4 || offset / 4 >= n)
            continue;
        d->lines[offset / 4] = after + 1 + strspn(after + 1, " \t");
        found++;
    }
    return found;
}

int disassembly_begin(struct disassembly *d, const uint32_t *code, size_t n, uint64_t start)
{
    static const char *const names[] = {"aarch64-linux-gnu-objdump", "llvm-objdump", "objdump"};
    const size_t some = n < DISASSEMBLY_MOST ? n : DISASSEMBLY_MOST, cap = 4096 + some * LINE_MOST;
    FILE *file = platform_temporary();
    *d = (struct disassembly){start, 0, tool_calloc(some + 1, sizeof *d->lines), tool_malloc(cap)};
    const int is_ready = file && write_elf(file, code, some, start);
    for (unsigned i = 0; is_ready && i < 3 && !d->count; i++) {
        const char *const command[] = {names[i], "-dz", "--no-show-raw-insn", PLATFORM_INPUT, NULL};
        platform_output(command, file, d->text, cap);
        d->count = find_lines(d, some) ? some : 0;
    }
    if (file)
        fclose(file);
    return d->count != 0;
}

static int disassemble(const struct disassembly *d, uint32_t instruction, uint64_t address, char *text, size_t cap)
{
    (void)instruction;
    const uint64_t number = (address - d->start) / 4;
    const char *line = number < d->count ? d->lines[number] : NULL;
    size_t n = 0;
    for (; line && line[n] && n + 1 < cap; n++)
        text[n] = line[n] >= ' ' && line[n] <= '~' ? line[n] : ' ';
    text[n] = 0;
    return n != 0;
}
#endif

const char *disassembly_text(const struct disassembly *d, uint32_t instruction, uint64_t address, char *text,
                             size_t cap)
{
    if (!disassemble(d, instruction, address, text, cap))
        snprintf(text, cap, ".inst 0x%08" PRIx32, instruction);
    return text;
}

void disassembly_end(struct disassembly *d)
{
    free(d->lines);
    free(d->text);
    *d = (struct disassembly){0};
}
