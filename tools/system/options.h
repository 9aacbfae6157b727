/* SPDX-License-Identifier: MIT */
/* The command line of the programs. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>
#include <stdint.h>

/* Each program defines what --help prints after "usage: NAME ". */
extern const char tool_usage[];

#define TOOL_OPTIONS                                                                                                   \
    {"help", no_argument, NULL, 'h'},                                                                                  \
    {                                                                                                                  \
        "version", no_argument, NULL, 'V'                                                                              \
    }

/* Their lines in --help, which come last. */
#define TOOL_OPTIONS_USAGE "  --help, --version  print this text, or the version\n"

/* Does the same as getopt_long(), but -h, --help, --version and unknown options end the program. Options end with
 * TOOL_OPTIONS, {0}. */
int tool_option(int argc, char **argv, const char *letters, const struct option *options);

/* Prints a message and a hint to use --help, and ends the program with TOOL_USAGE. */
_Noreturn void tool_misuse(const char *what, const char *where);

/* Returns the number in `text`, decimal or 0x and hexadecimal digits, from 0 to `most`. If it is not a number, ends the
 * program in the same way as tool_misuse(). */
uint64_t tool_number(const char *text, uint64_t most);

#endif
