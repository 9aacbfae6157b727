/* SPDX-License-Identifier: MIT */
/* Functions for both printers, text and JSON. */
#include <stdarg.h>
#include <stdio.h>

#include "regs.h"

void regs_put(struct regs *r, const char *format, ...)
{
    char line[SPE_SYSREG_TEXT_MAX + 256];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    tool_write(&r->out, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}

const char *regs_encoding(unsigned reg, char out[REGS_ENCODING_MAX])
{
    const unsigned e = (unsigned)spe_sysreg_encoding(reg);
    snprintf(out, REGS_ENCODING_MAX, "S%u_%u_C%u_C%u_%u", e >> 14 & 3, e >> 11 & 7, e >> 7 & 15, e >> 3 & 15, e & 7);
    return out;
}

const char *regs_field(const struct regs *r, unsigned reg, unsigned i, struct spe_sysreg_field *field)
{
    static char text[SPE_SYSREG_TEXT_MAX];
    if (spe_sysreg_field_describe(reg, i, field) != SPE_OK)
        return NULL;
    if (!spe_sysreg_applies(reg, i, r->value[reg]))
        return "";
    spe_sysreg_field_text(reg, i, r->value[reg], text, sizeof text);
    return text;
}
