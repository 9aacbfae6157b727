/* SPDX-License-Identifier: MIT */
/* lab/docs/rules.md, which must list each rule with its severity. */
#include <libspe-lab/check.h>
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "rooms.h"

static char letter(unsigned rule)
{
    const int severity = spe_rule_severity(rule);
    return severity == SPE_CHECK_VIOLATION ? 'V' : severity == SPE_CHECK_WARNING ? 'W' : 'N';
}

/* -- lab/docs/rules.md: in the last column of its tables each word in backticks is a rule; its severity follows -- */

static int named[ROOM_RULES];

/* Checks the rules of a table's row. Returns the number of wrong ones. */
static int read_row(char *row)
{
    int bad = 0;
    char *cell = row;
    for (char *at = row; *at; at++) /* the row ends with '|' */
        if (*at == '|' && at[1] && at[1] != '\n')
            cell = at + 1;
    for (char *name = strchr(cell, '`'); name; name = strchr(name, '`')) {
        char *end = strchr(++name, '`');
        if (!end)
            return bad + 1;
        *end = 0;
        const int rule = spe_rule_find(name);
        const int good = rule >= 0 && end[1] == ' ' && end[2] == letter((unsigned)rule);
        if (!good)
            diag("%s", name);
        if (rule >= 0)
            named[rule]++;
        bad += !good;
        name = end + 1;
    }
    return bad;
}

static void test_document(void)
{
    char line[2048];
    int bad = 0, rows = 0, missing = 0;
    FILE *file = fopen(LAB "docs/rules.md", "r");
    while (file && fgets(line, sizeof line, file))
        if (line[0] == '|') {
            bad += !strchr(line, '\n'); /* it did not fit */
            bad += read_row(line);
            rows++;
        }
    if (file)
        fclose(file);
    for (unsigned rule = 0; rule < spe_rule_count(); rule++) {
        if (!named[rule])
            diag("%s is not in lab/docs/rules.md", spe_rule_name(rule));
        missing += !named[rule];
    }
    ok(rows > 100, "lab/docs/rules.md has tables");
    is(bad, 0, "... which name existing rules, with their severity");
    is(missing, 0, "... every one");
}

int main(void)
{
    test_document();
    return tap_done();
}
