/* SPDX-License-Identifier: MIT */
/* The member is known to the program and not to the library: it may be 0, and is refused otherwise. */
#include "program.h"

int main(void)
{
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    struct spe_dump lines = SPE_DUMP_INIT;
    char text[SPE_LINE_TEXT_MAX];
    expect(!spe_arrow_core_problem(&core));
    expect(spe_dump_text(&lines, NULL, text, sizeof text) == 0);
    core.depth = lines.depth = 1;
    expect(same(spe_arrow_core_problem(&core), "reserved"));
    expect(spe_dump_text(&lines, NULL, text, sizeof text) == SPE_E_CONFIG);
    return wrong;
}
