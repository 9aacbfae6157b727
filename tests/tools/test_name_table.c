/* SPDX-License-Identifier: MIT */
/* Names and modules have numbers, which stay the same while the tables grow. */
#include "symbols/module_table.h"
#include "symbols/name_table.h"

#include "output.h"

enum { NAMES = 700, IDS = 3 };

static const char *name_of(unsigned i)
{
    static char name[16];
    snprintf(name, sizeof name, "name %u", i);
    return name;
}

static void test_names(void)
{
    struct name_table t = {0};
    int wrong = 0;
    for (unsigned i = 0; i < 2 * NAMES; i++) /* the second time each is known */
        wrong += name_table_number(&t, name_of(i % NAMES)) != i % NAMES;
    for (unsigned i = 0; i < NAMES; i++)
        wrong += strcmp(name_table_name(&t, i), name_of(i)) != 0;
    is(wrong, 0, "each name has its number");
    is((long)t.count, NAMES, "... and is there once");
    name_table_free(&t);
}

/* The build id of module i of a name; the first has none. */
static size_t id_of(unsigned i, uint8_t *id)
{
    id[0] = (uint8_t)i;
    id[1] = 7;
    return i ? 2 : 0;
}

static void test_modules(void)
{
    struct module_table t = {0};
    uint8_t id[SPE_PERF_BUILD_ID_MAX];
    int wrong = 0;
    module_table_identify(&t, 0, id, id_of(1, id));
    for (unsigned i = 0; i < 2 * NAMES * IDS; i++) {
        const unsigned k = i % (NAMES * IDS);
        wrong += module_table_number(&t, k / IDS, id, id_of(k % IDS, id)) != k;
    }
    is(wrong, 0, "each module has its number, by name and build id");
    is((long)t.count, NAMES * IDS, "... and is there once");
    for (unsigned i = 0; i < NAMES; i++) {
        module_table_identify(&t, i, id, id_of(IDS, id));
        module_table_identify(&t, i, id, id_of(IDS + 1, id));
    }
    for (unsigned k = 0; k < NAMES * IDS; k++)
        wrong += module_table_number(&t, k / IDS, id, id_of(k % IDS ? k % IDS : IDS, id)) != k;
    is(wrong, 0, "the one that has no build id gets the first one");
    is((long)module_table_number(&t, 5, id, id_of(0, id)), NAMES * IDS, "... then none is without");
    module_table_free(&t);
}

int main(void)
{
    test_names();
    test_modules();
    return tap_done();
}
