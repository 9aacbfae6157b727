/* SPDX-License-Identifier: MIT */
/*
 * The library's table of columns, as the first cells of lab/docs/columns.md's rows. With an argument: whole rows, with
 * the cells for JSON and CSV of columns that came later: a field has its name in both, others are in tables alone.
 */
#include <libspe-lab/arrow.h>
#include <stdio.h>
#include <string.h>

static const char *type_of(const char *format)
{
    static const char *const types[][2] = {{"L", "uint64"}, {"I", "uint32"}, {"S", "uint16"}, {"C", "uint8"},
                                           {"b", "bool"},   {"c", "words"},  {"s", "words"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], format) == 0)
            return types[i][1];
    return "?";
}

static void print_column(unsigned number, const struct spe_arrow_column *column, int is_whole)
{
    printf("| `%s` | %s%s | %s | %s | %s |", column->name, type_of(column->format), column->is_nullable ? ", null" : "",
           column->unit, column->source, column->text);
    if (is_whole && number >= SPE_COLUMN_FIELD)
        printf(" yes | `%s` |", column->name);
    else if (is_whole && number >= SPE_COLUMN_EVENT)
        printf(" `event_names` | `event` |");
    else if (is_whole)
        printf("  |  |");
    printf("\n");
}

int main(int argc, char **argv)
{
    struct spe_arrow_column column;
    for (unsigned number = 0; number < spe_arrow_column_count(); number++)
        if (spe_arrow_column_get(number, &column) == SPE_OK)
            print_column(number, &column, argc > 1);
    return argv == NULL;
}
