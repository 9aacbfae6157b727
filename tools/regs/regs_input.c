/* SPDX-License-Identifier: MIT */
/* Reads registers: from arguments, from lines of text, and from the output of spe-regs itself. */
#include <string.h>

#include "../system/spelling.h"
#include "regs.h"

#define INPUT_MAX (1 << 16) /* characters on standard input */
#define NAME_MAX 32
#define MESSAGE_MAX 256 /* holds the user's name and NEAR_MAX of the library's */
#define NEAR_MAX 4
#define FAR 3 /* changed characters: so many that the name is another */

static char message[MESSAGE_MAX]; /* the error, if it is not a constant text */

/* -- names -- */

/* Appends to the message: "A", "A or B", "A, B or C". */
static void add_names(const unsigned *regs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t n = strlen(message);
        snprintf(message + n, sizeof message - n, "%s%s",
                 !i              ? ""
                 : i + 1 < count ? ", "
                                 : " or ",
                 spe_sysreg_name(regs[i]));
    }
}

/* Finds the registers whose names, with _EL1 or without, are the most similar to a name: the first few. */
static size_t find_near(const char *name, unsigned near[NEAR_MAX])
{
    unsigned least = FAR;
    size_t count = 0;
    for (unsigned reg = 0; reg < regs_count(); reg++) {
        const char *full = spe_sysreg_name(reg);
        const unsigned whole = spelling_distance(name, full, strlen(full));
        const unsigned base = spelling_distance(name, full, strlen(full) - strlen("_EL1"));
        const unsigned d = whole < base ? whole : base;
        if (d < least)
            count = 0;
        if (d < FAR && d <= least && count < NEAR_MAX)
            near[count++] = reg;
        least = d < least ? d : least;
    }
    return count;
}

/* The error for a name that matches no register. */
static const char *wrong_name(const char *name)
{
    unsigned regs[NEAR_MAX];
    size_t count = 0;
    for (int reg; count < NEAR_MAX && (reg = spe_sysreg_match(name, (unsigned)count)) >= 0; count++)
        regs[count] = (unsigned)reg;
    snprintf(message, sizeof message, "%s: %s", name, count ? "" : "no such register");
    if (!count && (count = find_near(name, regs)) != 0)
        strcat(message, "; is it ");
    if (!count)
        return strcat(message, "; --list prints them");
    add_names(regs, count);
    return strcat(message, "?");
}

/* -- NAME=VALUE -- */

static const char *take(struct regs *r, const char *name, size_t name_len, const char *value, size_t value_len)
{
    char whole[NAME_MAX];
    if (!name_len || name_len >= sizeof whole)
        return "no such register; --list prints them";
    memcpy(whole, name, name_len);
    whole[name_len] = 0;
    for (char *c = whole; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    const int reg = spe_sysreg_find(whole);
    if (reg < 0)
        return wrong_name(whole);
    if (r->given[reg])
        return "a register given twice";
    if (spe_sysreg_number(value, value_len, &r->value[reg]) != SPE_OK)
        return "not a decimal or 0x number of 64 bits";
    r->given[reg] = 1;
    return NULL;
}

const char *regs_take(struct regs *r, const char *text)
{
    const char *equals = strchr(text, '=');
    return equals ? take(r, text, (size_t)(equals - text), equals + 1, strlen(equals + 1)) : "not NAME=VALUE";
}

/* -- lines -- */

/* Whether the line begins with a field's bits, "[7]" or "[63:56]", and blanks. */
static int is_field(const char *line)
{
    const size_t high = *line == '[' ? strspn(line + 1, "0123456789") : 0;
    const char *at = line + 1 + high;
    at += high && *at == ':' ? 1 + strspn(at + 1, "0123456789") : 0;
    return high && *at == ']' && strchr(" \t", at[1]);
}

/* Whether spe-regs prints such a line below a register: a field, a warning, a meaning. */
static int is_below(const char *line)
{
    if (strchr(line, '='))
        return 0;
    if (is_field(line) || !strncmp(line, "warning: ", strlen("warning: ")))
        return 1;
    for (const struct regs_fact *fact = regs_facts; fact->head; fact++)
        if (!strncmp(line, fact->head, strlen(fact->head)) && line[strlen(fact->head)] == ':')
            return 1;
    return 0;
}

/* Reads "NAME VALUE", the head of a register in spe-regs' output, or "NAME VALUE: ...", the library's text in one
 * line. */
static const char *take_printed(struct regs *r, const char *line)
{
    const size_t name_len = strcspn(line, " \t");
    const char *value = line + name_len + strspn(line + name_len, " \t");
    const char *end = strstr(value, ": ");
    return *value ? take(r, line, name_len, value, end ? (size_t)(end - value) : strlen(value)) : "not NAME=VALUE";
}

/* Reads "NAME = VALUE": spaces are allowed around each part. */
static const char *take_assigned(struct regs *r, const char *line, const char *equals)
{
    const char *value = equals + 1 + strspn(equals + 1, " \t");
    while (equals > line && strchr(" \t", equals[-1]))
        equals--;
    return take(r, line, (size_t)(equals - line), value, strlen(value));
}

/* Reads one line, without blanks around it and without its comment. */
static int take_line(struct regs *r, char *line, unsigned number)
{
    char where[64];
    const char *wrong = NULL, *equals;
    line[strcspn(line, "#\r")] = 0;
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--)
        line[n - 1] = 0;
    if (*line && !is_below(line))
        wrong = (equals = strchr(line, '=')) != NULL ? take_assigned(r, line, equals) : take_printed(r, line);
    snprintf(where, sizeof where, "standard input:%u", number);
    return wrong ? tool_error(wrong, where) : TOOL_OK;
}

int regs_take_input(struct regs *r)
{
    static char text[INPUT_MAX + 1];
    struct tool_input in;
    size_t len = 0;
    int64_t n = 0;
    int status = tool_open(&in, "-");
    while (len < sizeof text && (n = tool_read(&in, text + len, sizeof text - len)) > 0)
        len += (size_t)n;
    if (n < 0)
        return TOOL_FAILED;
    if (len > INPUT_MAX)
        return tool_error("too long; at most 64 KiB of text", in.name);
    if (memchr(text, 0, len))
        return tool_error("not text: it contains a NUL", in.name);
    text[len] = 0;
    char *line = text;
    for (unsigned number = 1; status == TOOL_OK && *line; number++) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        *end = 0;
        status = take_line(r, line, number);
        line = next;
    }
    return status;
}
