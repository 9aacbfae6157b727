/* SPDX-License-Identifier: MIT */
/* Rows by name: sums that are merged, their order, and names beyond the limit of bytes. */
#include <stdlib.h>
#include <string.h>

#include "profile/groups.h"
#include "tap.h"

const char tool_name[] = "test_groups", tool_usage[] = "";

static const struct group *row(const struct group *rows, size_t n, const char *name, const char *where)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(rows[i].name, name) && !strcmp(rows[i].where, where))
            return &rows[i];
    return NULL;
}

/* Of each kind as many rows as need several enlargements; merged with themselves, and with other names. */
static void test_groups(void)
{
    static struct groups a, b;
    char name[32];
    int bad = 0;
    size_t n;
    for (unsigned i = 0; i < 300; i++) {
        const struct counts one = {.samples = i + 1, .cycles = i % 10}, two = {.samples = 1000};
        snprintf(name, sizeof name, "f%u", i);
        for (unsigned kind = 0; kind < GROUPS_KINDS; kind++)
            groups_add(&a, kind, name, "/m", &one);
        groups_add(&b, GROUPS_DATA, name, i % 2 ? "/m" : "/n", &two);
    }
    a.lists[GROUPS_DATA].dropped = 5, b.lists[GROUPS_DATA].dropped = 7, b.lists[GROUPS_LINES].dropped = 1;
    groups_merge(&a, &b);
    groups_merge(&a, &b);
    struct group *rows = groups_rows(&a, GROUPS_DATA, &n);
    is((long)n, 450, "names in two modules are two rows");
    for (unsigned i = 0; i < 300 && rows; i++) {
        snprintf(name, sizeof name, "f%u", i);
        const struct group *m = row(rows, n, name, "/m"), *other_module = row(rows, n, name, "/n");
        bad += !m || m->counts.samples != i + 1 + (i % 2 ? 2000 : 0) || m->counts.cycles != i % 10;
        bad += i % 2 ? other_module != NULL : !other_module || other_module->counts.samples != 2000;
    }
    for (size_t i = 1; i < n && rows; i++) {
        const struct counts *x = &rows[i - 1].counts, *y = &rows[i].counts;
        bad += x->cycles < y->cycles || (x->cycles == y->cycles && x->samples < y->samples);
        bad += x->cycles == y->cycles && x->samples == y->samples && strcmp(rows[i - 1].name, rows[i].name) > 0;
    }
    is(bad, 0, "sums, in the order of cycles, samples and names");
    free(rows);
    is(a.lists[GROUPS_DATA].dropped, 19, "samples of rows without room add up");
    is(a.lists[GROUPS_LINES].dropped, 2, "... for each kind");
    is(a.lists[GROUPS_MODULES].dropped, 0, "... by itself");
    rows = groups_rows(&a, GROUPS_LINES, &n);
    is((long)n, 300, "the other kinds stay");
    free(rows);
    groups_free(&a), groups_free(&b);
    ok(!groups_rows(&a, GROUPS_DATA, &n) && n == 0, "no rows");
    char *text = groups_symbol("init", 0);
    ok(text && !strcmp(text, "init"), "the only symbol of its name");
    free(text);
    text = groups_symbol("init", 4294967295u);
    ok(text && !strcmp(text, "init#4294967295"), "one of many");
    free(text);
}

/* Names beyond the limit of bytes are shortened, and differ where the whole names do. */
static void test_long_names(void)
{
    static struct groups g;
    static char name[4000];
    const struct counts one = {.samples = 1};
    size_t n;
    memset(name, 'x', sizeof name - 1);
    groups_add(&g, GROUPS_DATA, name, "/m", &one);
    g.lists[GROUPS_DATA].bytes = GROUPS_BYTES;
    name[100] = 'a';
    groups_add(&g, GROUPS_DATA, name, "/m", &one);
    ok(g.lists[GROUPS_DATA].bytes > GROUPS_BYTES, "now there are too many bytes");
    for (unsigned i = 0; i < 3; i++) {
        name[2000] = (char)('a' + i % 2); /* in the middle, which is left out */
        groups_add(&g, GROUPS_DATA, name, "/m", &one);
    }
    struct group *rows = groups_rows(&g, GROUPS_DATA, &n);
    is((long)n, 4, "two whole names and two short ones");
    unsigned shorter = 0, twice = 0;
    for (size_t i = 0; i < n; i++) {
        shorter += strlen(rows[i].name) == GROUPS_LONG / 2 + 18 + GROUPS_LONG / 4 - 1;
        twice += rows[i].counts.samples == 2;
        ok(!strcmp(rows[i].where, "/m"), "the module stays whole");
    }
    is(shorter, 2, "begin, hash, end");
    is(twice, 1, "the same name is the same row");
    free(rows);
    groups_free(&g);
}

int main(void)
{
    test_groups();
    test_long_names();
    return tap_done();
}
