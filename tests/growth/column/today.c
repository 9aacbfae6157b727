/* SPDX-License-Identifier: MIT */
/* A later version adds a column: the columns that the program knows keep their numbers and places. */
#include "program.h"

int main(int argc, char **argv)
{
    const unsigned count = spe_arrow_column_count();
    struct spe_arrow_column column;
    unsigned columns = 0;
    (void)argc, (void)argv;
    for (unsigned number = 0; number < count; number++)
        columns += spe_arrow_column_get(number, &column) == SPE_OK;
    expect(columns > SPE_COLUMN_DATA_SOURCE_NAME + 1 && count <= 256);
    expect(spe_arrow_column_find("data_va_top") > SPE_COLUMN_DATA_SOURCE_NAME);
    expect(spe_arrow_column_find("data_va_top") < SPE_COLUMN_EVENT);
    expect(spe_arrow_column_find("data_source_name") == SPE_COLUMN_DATA_SOURCE_NAME);
    return wrong;
}
