/* SPDX-License-Identifier: MIT */
/* See options.h. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/base.h>

#include "files.h"
#include "message.h"
#include "workers.h"

#define COLUMN 18 /* of the text of --help, after the option */

static _Noreturn void hint(void)
{
    fprintf(stderr, "Try '%s --help'.\n", tool_name);
    exit(TOOL_USAGE);
}

void tool_misuse(const char *what, const char *where)
{
    tool_error(what, where);
    hint();
}

/* -- rows -- */

static const struct option_row *row_at(const struct option_list *list, size_t i)
{
    return (const struct option_row *)(const void *)((const char *)list->rows + i * list->size);
}

/* "[=N]" */
static int is_optional(const struct option_row *row)
{
    return row->argument && strncmp(row->argument, "[=", 2) == 0;
}

/* Prints "  -j N, --jobs=N   use up to N threads". */
static void print_row(const struct option_row *row)
{
    char option[80], letter[24] = "";
    if (!row->name) {
        printf("%s\n", row->help);
        return;
    }
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c%s%s, ", row->letter, row->argument ? " " : "",
                 row->argument ? row->argument : "");
    const int size = snprintf(option, sizeof option, "%s--%s%s%s", letter, row->name,
                              row->argument && !is_optional(row) ? "=" : "", row->argument ? row->argument : "");
    printf("  %-*s", size + 2 > COLUMN ? size + 2 : COLUMN, option);
    for (const char *text = row->help, *end; *text; text = end) {
        end = text + strcspn(text, "\n");
        end += *end != 0;
        printf("%*s%.*s", text == row->help ? 0 : COLUMN + 2, "", (int)(end - text), text);
    }
    printf("\n");
}

static void print_help(const struct option_list *lists, size_t n)
{
    printf("usage: %s %s", tool_name, tool_usage);
    for (const struct option_list *list = lists; list < lists + n; list++)
        for (size_t i = 0; i < list->count; i++)
            print_row(row_at(list, i));
    printf("  --help, --version  print this text, or the version\n");
}

/* -- the command line -- */

/* What getopt_long() returns: the letter; without one, ROWS and the number of the option. */
enum { ROWS = 0x100, HELP = 'h', VERSION = ROWS + OPTIONS_MOST };

/* Ends the program after --help or --version; writing their text may also fail. */
static _Noreturn void inform(int option, const struct option_list *lists, size_t n)
{
    struct tool_output out;
    tool_create(&out, NULL, NULL);
    if (option == HELP)
        print_help(lists, n);
    else
        printf("%s (libspe) %s\n", tool_name, spe_version());
    exit(tool_finish(&out, TOOL_OK));
}

struct words {
    struct option names[OPTIONS_MOST + 3];
    char letters[3 * OPTIONS_MOST + 4];
    struct option_list *lists[OPTIONS_MOST]; /* of each name */
    size_t rows[OPTIONS_MOST], n;
};

static void add_row(struct words *w, struct option_list *list, size_t i)
{
    const struct option_row *row = row_at(list, i);
    const int has = !row->argument ? no_argument : is_optional(row) ? optional_argument : required_argument;
    const size_t end = strlen(w->letters);
    if (!row->name || (w->n && strcmp(w->names[w->n - 1].name, row->name) == 0))
        return;
    assert(w->n < OPTIONS_MOST && i < OPTIONS_MOST);
    if (row->letter)
        snprintf(w->letters + end, sizeof w->letters - end, "%c%.*s", row->letter, has, "::");
    w->names[w->n] = (struct option){row->name, has, NULL, row->letter ? row->letter : ROWS + (int)w->n};
    w->lists[w->n] = list;
    w->rows[w->n++] = i;
}

static void take(const struct words *w, int option)
{
    size_t at = 0;
    while (w->names[at].val != option)
        at++;
    struct option_list *const list = w->lists[at];
    const struct option_row *const row = row_at(list, w->rows[at]);
    list->given |= UINT64_C(1) << w->rows[at];
    if (list->take)
        list->take(list->into, row, optarg);
    else if (row->take)
        row->take((char *)list->into + row->offset, optarg);
}

/* Ends the program: the option is unknown, or its value is missing or too much. */
static _Noreturn void refuse(const struct words *w, char *const *argv)
{
    const char letter[] = {'-', (char)optopt, 0};
    if (optopt && optopt < ROWS && !strchr(w->letters, optopt)) /* perhaps inside a word, which optind has not passed */
        tool_misuse("not an option", letter);
    tool_misuse(optopt ? "lacks its value, or does not accept one" : "not an option, or an incomplete name",
                argv[optind - 1]);
}

void tool_options(int argc, char **argv, int stops, struct option_list *lists, size_t n)
{
    struct words words = {.letters = ""};
    snprintf(words.letters, sizeof words.letters, "%sh", stops ? "+" : "");
    for (struct option_list *list = lists; list < lists + n; list++)
        for (size_t i = 0; i < list->count; i++)
            add_row(&words, list, i);
    words.names[words.n] = (struct option){"help", no_argument, NULL, HELP};
    words.names[words.n + 1] = (struct option){"version", no_argument, NULL, VERSION};
    opterr = 0; /* its messages print arguments without escaping them */
    for (int option; (option = getopt_long(argc, argv, words.letters, words.names, NULL)) != -1;) {
        if (option == '?')
            refuse(&words, argv);
        if (option == HELP || option == VERSION)
            inform(option, lists, n);
        take(&words, option);
    }
}

static int is_among(const char *name, const char *names)
{
    const size_t size = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += size)
        if ((at == names || at[-1] == ' ') && (!at[size] || at[size] == ' '))
            return 1;
    return 0;
}

static int has_given(const struct option_list *lists, size_t n, const char *names, int among)
{
    for (const struct option_list *list = lists; list < lists + n; list++)
        for (size_t i = 0; i < list->count; i++)
            if (list->given >> i & 1 && is_among(row_at(list, i)->name, names) == among)
                return 1;
    return 0;
}

int tool_given(const struct option_list *lists, size_t n, const char *names)
{
    return has_given(lists, n, names, 1);
}

int tool_given_other(const struct option_list *lists, size_t n, const char *names)
{
    return has_given(lists, n, names, 0);
}

/* -- values -- */

void option_flag(void *to, char *argument)
{
    (void)argument;
    *(int *)to = 1;
}

void option_text(void *to, char *argument)
{
    *(const char **)to = argument;
}

void option_threads(void *to, char *argument)
{
    *(unsigned *)to = (unsigned)tool_number(argument, WORKERS_MOST);
}

uint64_t tool_number(const char *text, uint64_t most)
{
    const int is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end, what[64];
    errno = 0;
    const unsigned long long n = strtoull(text, &end, is_hex ? 16 : 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || n > most) {
        snprintf(what, sizeof what, "not a number from 0 to %" PRIu64, most);
        tool_misuse(what, text);
    }
    return n;
}
