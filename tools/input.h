/* SPDX-License-Identifier: MIT */
/* What spe-dump and spe-stat have in common on the command line: how SPE bytes are read, and which files. */
#ifndef INPUT_H
#define INPUT_H

#include <libspe/filter.h>

#include "spe_source.h"
#include "tool.h"

/* The options, for getopt_long(), by letters that are upper case. */
enum {
    INPUT_CPU = 'C',
    INPUT_MIDR = 'M',
    INPUT_FILTER = 'K',
    INPUT_RESYNC = 'R',
    INPUT_BASE = 'B',
    INPUT_OFFSET = 'O',
    INPUT_FORCE = 'F'
};

/* clang-format off */
#define INPUT_OPTIONS                                                                                                  \
    {"cpu", required_argument, NULL, INPUT_CPU},                                                                       \
    {"midr", required_argument, NULL, INPUT_MIDR},                                                                     \
    {"filter", required_argument, NULL, INPUT_FILTER},                                                                 \
    {"resync", optional_argument, NULL, INPUT_RESYNC},                                                                 \
    {"base", required_argument, NULL, INPUT_BASE},                                                                     \
    {"offset", required_argument, NULL, INPUT_OFFSET},                                                                 \
    {"force", no_argument, NULL, INPUT_FORCE}

#define INPUT_SYNOPSIS                                                                                                 \
    "[--cpu=NAME | --midr=MIDR] [--filter=EXPR] [--resync[=ALIGN]]\n"                                                  \
    "                [--base=ADDRESS] [--offset=N] [--force]"

/* What --help says of them. */
#define INPUT_USAGE                                                                                                    \
    "  --cpu=NAME       whose data sources and events they are: neoverse-n1, n1, altra, 0x410fd0c0; list: all\n"      \
    "  --midr=MIDR      the same by MIDR_EL1 (perf.data may know it)\n"                                                \
    "  --filter=EXPR    only records that the hardware's filter would keep, in perf's words:\n"                        \
    "                   load_filter=1,min_latency=100,event_filter=l1d_refill\n"                                       \
    "  --resync[=ALIGN] the bytes may begin inside a record, or be damaged: skip what is no record;\n"                 \
    "                   records begin at multiples of ALIGN bytes\n"                                                   \
    "  --base=ADDRESS   of the first byte of FILE: offsets are addresses, and ALIGN counts from it\n"                  \
    "  --offset=N       begin at byte N of FILE, which is raw, as for --base\n"                                        \
    "  --force          FILE is raw SPE bytes, whatever it looks like\n"
/* clang-format on */

struct input {
    struct source_options source;
    spe_filter filter;
    int is_filtered;
};

/* Takes an option with its argument (optarg), or ends the program as tool_misuse() does. Returns 0: none of these. */
int input_option(struct input *in, int option);

/* How many FILES there are from argv[optind] on; ends the program likewise if there is none. */
int input_files(int argc, char **argv);

/*
 * Calls take(context, source) for each file, with the source open, and closes it. One that fails is no reason to leave
 * out the others, unless `take` returns INPUT_STOP. Returns TOOL_OK, or TOOL_FAILED: one of them failed.
 */
enum { INPUT_STOP = -1 };
int input_each(const struct input *in, char **files, int (*take)(void *context, struct spe_source *source),
               void *context);

/* The MIDR_EL1 of the core with that name; "list" prints all names and ends the program, a name that there is not ends
 * it as tool_misuse() does, with those that are near. */
uint64_t input_core(const char *name);

#endif
