/* SPDX-License-Identifier: MIT */
/* Instructions as text, by capstone if it was found at build time. */
#ifndef DISASSEMBLY_H
#define DISASSEMBLY_H

#include <stddef.h>
#include <stdint.h>

/* Writes an instruction of AArch64 at an address to text[cap], "ldr x0, [x0]". Writes its number, ".inst 0xf9400000",
 * if this build has no capstone, or capstone does not know it. Returns text. */
const char *disassembly_text(uint32_t instruction, uint64_t address, char *text, size_t cap);

#endif
