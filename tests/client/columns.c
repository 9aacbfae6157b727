/* SPDX-License-Identifier: MIT */
/* The library's table of columns, as the first cells of docs/columns.md's rows. */
#include <libspe/arrow.h>
#include <stdio.h>
#include <string.h>

static const char *type_of(const char *format)
{
    static const char *const types[][2] = {{"L", "uint64"}, {"I", "uint32"}, {"S", "uint16"},
                                           {"C", "uint8"},  {"b", "bool"},   {"c", "words"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], format) == 0)
            return types[i][1];
    return "?";
}

int main(void)
{
    struct spe_arrow_column column;
    for (unsigned number = 0; number < SPE_COLUMNS_END; number++)
        if (spe_arrow_column_get(number, &column) == SPE_OK)
            printf("| `%s` | %s%s | %s | %s | %s |\n", column.name, type_of(column.format),
                   column.is_nullable ? ", null" : "", column.unit, column.source, column.text);
    return 0;
}
