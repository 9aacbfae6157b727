/* SPDX-License-Identifier: MIT */
/* The options of spe-dump and spe-stat that choose the files and how they are read. */
#ifndef INPUT_OPTIONS_H
#define INPUT_OPTIONS_H

#include <libspe/filter.h>

#include "spe_source.h"
#include "../system/message.h"
#include "../system/options.h"

/* The options, for getopt_long(), as upper-case letters. */
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

/* Their lines in --help. */
#define INPUT_USAGE                                                                                                    \
    "  --cpu=NAME       the core whose names of data sources and events are used: neoverse-n1, n1, altra\n"             \
    "                   or 0x410fd0c0; \"list\" prints all names\n"                                                    \
    "  --midr=MIDR      the core, by MIDR_EL1; --cpu and --midr override the core in perf.data\n"                       \
    "  --filter=EXPR    use only records that the hardware's filter would keep; EXPR has perf's words:\n"              \
    "                   load_filter=1,min_latency=100,event_filter=l1d_refill\n"                                       \
    "  --resync[=ALIGN] skip bytes that are in no plausible record, if input is damaged or begins inside a\n"          \
    "                   record; with ALIGN, records begin only at multiples of ALIGN bytes\n"                          \
    "  --base=ADDRESS   the address of the first byte of FILE, for offsets and ALIGN (raw only)\n"                     \
    "  --offset=N       begin at byte N of FILE (raw only)\n"                                                          \
    "  --force          read FILE as raw SPE bytes\n"
/* clang-format on */

struct input {
    struct source_options source;
    spe_filter filter;
    int is_filtered;
};

/* Handles an option with its argument (optarg), or ends the program in the same way as tool_misuse(). Returns 0 if the
 * option is not one of these. */
int input_option(struct input *in, int option);

/* Returns the number of FILES from argv[optind] on. Without FILES, ends the program in the same way as
 * tool_misuse(). */
int input_files(int argc, char **argv);

/*
 * For each file, opens the source, calls take(context, source) and closes the source. A file that fails does not
 * prevent reading the others, unless `take` returns INPUT_STOP. Returns TOOL_OK, or TOOL_FAILED if a file failed.
 */
enum { INPUT_STOP = -1 };
int input_each(const struct input *in, char **files, int (*take)(void *context, struct spe_source *source),
               void *context);

#endif
