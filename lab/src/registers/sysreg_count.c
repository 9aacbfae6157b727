/* SPDX-License-Identifier: MIT */
/* The number of registers. Their rows are in another file, because the unit's model and the state of profiling do not
 * need them. */
#include "sysreg_table.h"

unsigned spe_sysreg_count(void)
{
    return SPE_SYSREGS;
}
