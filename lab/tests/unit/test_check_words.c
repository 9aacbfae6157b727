/* SPDX-License-Identifier: MIT */
/* The rules' names, severities and sections, one by one; and lab/docs/rules.md, which must list each of them. */
#include <libspe-lab/check.h>
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "rooms.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Name, severity (V, W or N, as in lab/docs/rules.md) and section of each rule */
static const struct {
    int rule;
    const char *name;
    char severity;
    const char *section;
} pins[] = {
#define RULE(rule, name, severity, section) {SPE_RULE_##rule, name, severity, section},
#include "reference_rules.h"
};

static char letter(unsigned rule)
{
    const int severity = spe_rule_severity(rule);
    return severity == SPE_CHECK_VIOLATION ? 'V' : severity == SPE_CHECK_WARNING ? 'W' : 'N';
}

static void test_pins(void)
{
    int bad = 0;
    for (size_t i = 0; i < COUNT(pins); i++) {
        const unsigned rule = (unsigned)pins[i].rule;
        const int good = rule == i && !strcmp(spe_rule_name(rule), pins[i].name) && letter(rule) == pins[i].severity &&
                         !strcmp(spe_rule_section(rule), pins[i].section);
        if (!good)
            diag("%s", pins[i].name);
        bad += !good;
    }
    is(bad, 0, "names, severities and sections");
    is(COUNT(pins), spe_rule_count(), "... of every rule");
    is(SPE_CHECK_WARNING, 1, "a warning");
    is(SPE_CHECK_VIOLATION, 2, "a violation");
    is(SPE_CHECK_NOTE, 3, "a note");
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
    test_pins();
    test_document();
    return tap_done();
}
