/* SPDX-License-Identifier: MIT */
/* The program knows the level and the library does not: its name is "unknown". */
#include "program.h"

int main(void)
{
    expect(same(spe_level_name(SPE_LEVEL_LINK), "unknown"));
    expect(spe_level_count() <= SPE_LEVEL_LINK);
    return wrong;
}
