/* SPDX-License-Identifier: MIT */
/* The command line of the programs: each option is a row, from which it is read and --help is printed. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>
#include <stdint.h>

/* Each program defines what --help prints after "usage: NAME ", before the options. */
extern const char tool_usage[];

struct option_row {
    char letter;          /* -j; 0: none */
    const char *name;     /* jobs, for --jobs; NULL: `help` is a heading */
    const char *argument; /* what --help calls it: N; [=N] if it may be missing; NULL: the option has none */
    const char *help;     /* its lines. A row with the name of the row before only has more of them */
    /* Takes the argument (NULL: none), or ends the program by tool_misuse(). NULL: tool_given() is enough. */
    void (*take)(void *to, char *argument);
    size_t offset; /* of `to`, in the list's `into` */
};

#define OPTIONS_MOST 64 /* options of a program; rows of a list */

struct option_list {
    const struct option_row *rows; /* or rows that begin with one */
    size_t count, size;            /* of the rows, of each */
    void *into;
    uint64_t given; /* which rows were given: bits */
    /* Takes the options of all rows instead, if it is not NULL. */
    void (*take)(void *into, const struct option_row *row, char *argument);
};

#define OPTION_LIST(rows, into)                                                                                        \
    {                                                                                                                  \
        (const struct option_row *)(rows), sizeof(rows) / sizeof *(rows), sizeof *(rows), into, 0, NULL                \
    }

/* Reads the options, in the same way as getopt_long(): afterwards argv[optind] is the first word that is none. If
 * `stops` is not 0, options end at such a word. -h, --help, --version and unknown options end the program. */
void tool_options(int argc, char **argv, int stops, struct option_list *lists, size_t n);

/* Whether an option was given whose name is among these, which have spaces between them; or one whose name is not. */
int tool_given(const struct option_list *lists, size_t n, const char *names);
int tool_given_other(const struct option_list *lists, size_t n, const char *names);

/* For rows: set an int to 1; keep the argument as a const char *; read a number of threads as an unsigned. */
void option_flag(void *to, char *argument);
void option_text(void *to, char *argument);
void option_threads(void *to, char *argument);

/* Prints a message and a hint to use --help, and ends the program with TOOL_USAGE. */
_Noreturn void tool_misuse(const char *what, const char *where);

/* Returns the number in `text`, decimal or 0x and hexadecimal digits, from 0 to `most`. If it is not a number, ends the
 * program in the same way as tool_misuse(). */
uint64_t tool_number(const char *text, uint64_t most);

#endif
