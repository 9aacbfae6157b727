/* SPDX-License-Identifier: MIT */
/* See registers.h. */
#define SPE_OP_FORMATS                  /* here derived.h must not define the number */
#define SPE_SYSREGS                     /* sized by its rows here */
#include "../../meaning/sysreg_table.c" /* NOLINT(bugprone-suspicious-include) the rows, however many */

#include <stdio.h>
#include <stdlib.h>

#include "registers.h"

/* A name as long as its array has no NUL, and C permits that. */
static void check_name(const struct spe_sysreg_bits *field)
{
    if (!field->name[sizeof field->name - 1])
        return;
    fprintf(stderr, "src/meaning: spe_sysreg_bits.name is too short for %.*s\n", (int)sizeof field->name, field->name);
    exit(1);
}

static void check_names(const struct spe_sysreg_row *row)
{
    for (unsigned i = 0; i < row->count; i++)
        check_name(&row->fields[i]);
    for (unsigned i = 0; i < row->view_count; i++)
        check_name(&row->views[i].bits);
}

unsigned derive_registers(void)
{
    for (unsigned i = 0; i < sizeof spe_sysregs / sizeof spe_sysregs[0]; i++)
        check_names(&spe_sysregs[i]);
    return sizeof spe_sysregs / sizeof spe_sysregs[0];
}
