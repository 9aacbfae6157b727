/* SPDX-License-Identifier: MIT */
/* See options.h. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <libspe/base.h>

#include "files.h"
#include "message.h"

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

/* Ends the program after --help or --version; writing their text may also fail. */
static _Noreturn void leave(void)
{
    struct tool_output out = {stdout, "standard output", 0, 0, NULL, {NULL, NULL}};
    exit(tool_finish(&out, TOOL_OK));
}

int tool_option(int argc, char **argv, const char *letters, const struct option *options)
{
    opterr = 0; /* its messages print arguments without escaping them */
    const int option = getopt_long(argc, argv, letters, options, NULL);
    if (option == 'h') {
        printf("usage: %s %s" TOOL_OPTIONS_USAGE, tool_name, tool_usage);
        leave();
    }
    if (option == 'V') {
        printf("%s (libspe) %s\n", tool_name, spe_version());
        leave();
    }
    if (option == '?')
        tool_misuse(optopt && argv[optind - 1][1] == '-' ? "lacks its value, or does not accept one"
                                                         : "not an option, or an incomplete name",
                    argv[optind - 1]);
    return option;
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
