/* SPDX-License-Identifier: MIT */
/*
 * Prints arrow_words.h: the names of the data sources of all cores that libspe has, each once. `make derived` runs it,
 * and a test compares the file with its output.
 */
#include <libspe/cpu.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MOST = 30000 }; /* a signed 16-bit index of each */

static const char *names[NAMES_MOST];
static unsigned name_count;

static int is_new(const char *name)
{
    for (unsigned i = 0; i < name_count; i++)
        if (!strcmp(names[i], name))
            return 0;
    return 1;
}

int main(void)
{
    for (unsigned cpu = 0; cpu < spe_cpu_count(); cpu++) {
        for (unsigned value = 0; value <= 0xffff; value++) {
            const char *name = spe_cpu_data_source_name(spe_cpu_midr(cpu), value);
            if (!name || !is_new(name))
                continue;
            if (name_count == NAMES_MOST)
                return fprintf(stderr, "words: more than %d names of data sources\n", NAMES_MOST), 1;
            names[name_count++] = name;
        }
    }
    printf("/* SPDX-License-Identifier: MIT */\n"
           "/* Follows from the rows of libspe: written by `make derived`, not by hand. */\n"
           "/* The names of the data sources of all cores, each once. */\n\n"
           "static const char *const source_words[] = {\n");
    for (unsigned i = 0; i < name_count; i++)
        printf("    \"%s\",\n", names[i]);
    printf("};\n");
    return 0;
}
