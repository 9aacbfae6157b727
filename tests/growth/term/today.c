/* SPDX-License-Identifier: MIT */
/* A term that was added later: it is parsed, kept, and formatted. */
#include "program.h"

int main(void)
{
    struct spe_filter_registers registers;
    char text[256];
    size_t where = 0;
    expect(spe_filter_parse("ts_enable=1,small=1", 19, &registers, &where) == SPE_OK);
    expect(registers.control == (1 | 1 << 5));
    expect(spe_filter_text(&registers, 0, text, sizeof text) > 0 && strstr(text, "small=1"));
    return wrong;
}
