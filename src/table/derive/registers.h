/* SPDX-License-Identifier: MIT */
/* The number of rows of sysreg_table.c, whose names are checked. It is separate from derive.c, because both files use
 * macros of their own for their rows. */
#ifndef SPE_DERIVE_REGISTERS_H
#define SPE_DERIVE_REGISTERS_H

unsigned derive_registers(void);

#endif
