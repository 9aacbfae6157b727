/* SPDX-License-Identifier: MIT */
/* The program knows the column and the library does not: it has no column of that number, and rejects it. */
#include "program.h"

int main(void)
{
    struct spe_arrow_column column;
    struct spe_arrow_config config = SPE_ARROW_CONFIG_INIT;
    expect(spe_arrow_column_get(SPE_COLUMN_DATA_VA_TOP, &column) == SPE_E_NAME);
    config.columns[SPE_COLUMN_DATA_VA_TOP / 64] = (uint64_t)1 << SPE_COLUMN_DATA_VA_TOP % 64;
    expect(same(spe_arrow_config_problem(&config), "columns") || spe_arrow_block_size(&config) == 0);
    for (unsigned number = 224; number < 256; number++) { /* of even later versions */
        struct spe_arrow_config later = SPE_ARROW_CONFIG_INIT;
        later.columns[number / 64] = (uint64_t)1 << number % 64;
        expect(same(spe_arrow_config_problem(&later), "columns"));
    }
    return wrong;
}
