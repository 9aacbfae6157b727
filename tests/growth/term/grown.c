/* SPDX-License-Identifier: MIT */
/* The program knows the control bit and the library does not: no text names it, and no term sets it. */
#include "program.h"

int main(void)
{
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
    char text[256];
    registers.control = SPE_CONTROL_SMALL;
    expect(spe_filter_text(&registers, 0, text, sizeof text) == SPE_E_KIND);
    expect(spe_filter_parse("small=1", 7, &registers, NULL) < 0);
    return wrong;
}
