/* SPDX-License-Identifier: MIT */
/* See disassembly.h. */
#include "disassembly.h"

#include <inttypes.h>
#include <stdio.h>

#ifdef SPE_HAVE_CAPSTONE
#include <capstone/capstone.h>

static int disassemble(uint32_t instruction, uint64_t address, char *text, size_t cap)
{
    const uint8_t code[4] = {(uint8_t)instruction, (uint8_t)(instruction >> 8), (uint8_t)(instruction >> 16),
                             (uint8_t)(instruction >> 24)};
    csh handle;
    cs_insn *list;
    if (cs_open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, &handle) != CS_ERR_OK)
        return 0;
    const size_t n = cs_disasm(handle, code, sizeof code, address, 1, &list);
    if (n) {
        snprintf(text, cap, "%s%s%s", list->mnemonic, *list->op_str ? " " : "", list->op_str);
        cs_free(list, n);
    }
    cs_close(&handle);
    return n != 0;
}
#else
static int disassemble(uint32_t instruction, uint64_t address, char *text, size_t cap)
{
    (void)instruction, (void)address, (void)text, (void)cap;
    return 0;
}
#endif

const char *disassembly_text(uint32_t instruction, uint64_t address, char *text, size_t cap)
{
    if (!disassemble(instruction, address, text, cap))
        snprintf(text, cap, ".inst 0x%08" PRIx32, instruction);
    return text;
}
