/* SPDX-License-Identifier: MIT */
/* Instructions as text: by capstone where the build has it, otherwise as numbers. */
#include "symbols/disassembly.h"

#include "output.h"

static void reads(uint32_t instruction, const char *text, const char *number)
{
    char got[64];
    disassembly_text(instruction, 0x400000, got, sizeof got);
    says(got, disassembly_is_there() ? text : number, text, __LINE__);
}

int main(void)
{
    char got[64];
    disassembly_text(0xd65f03c0, 0x400000, got, sizeof got);
    is(disassembly_is_there(), got[0] != '.', "a build that has capstone uses it");
    reads(0xd65f03c0, "ret", ".inst 0xd65f03c0");
    reads(0x8b020020, "add x0, x1, x2", ".inst 0x8b020020");
    reads(0x14000002, "b #0x400008", ".inst 0x14000002");
    reads(0xffffffff, ".inst 0xffffffff", ".inst 0xffffffff");
    return tap_done();
}
