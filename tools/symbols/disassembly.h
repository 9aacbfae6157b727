/* SPDX-License-Identifier: MIT */
/* Instructions as text: by capstone if it was found at build time, otherwise by an objdump that knows AArch64. */
#ifndef DISASSEMBLY_H
#define DISASSEMBLY_H

#include <stddef.h>
#include <stdint.h>

#define DISASSEMBLY_MOST (1u << 16) /* instructions that objdump gets; more stay numbers */

/* The instructions of a function. Zeroed storage has none, which is enough for capstone. */
struct disassembly {
    uint64_t start;
    size_t count;       /* 0: no objdump has read them */
    const char **lines; /* of each instruction, or NULL */
    char *text;         /* of objdump */
};

/* Lets objdump read n instructions from an address on; with capstone it does nothing. Returns 0 if there is none. */
int disassembly_begin(struct disassembly *d, const uint32_t *code, size_t n, uint64_t start);

/* Writes an instruction of AArch64 at an address to text[cap], "ldr x0, [x0]"; if it cannot be read, its number,
 * ".inst 0xf9400000". Returns text. */
const char *disassembly_text(const struct disassembly *d, uint32_t instruction, uint64_t address, char *text,
                             size_t cap);

void disassembly_end(struct disassembly *d);

#endif
