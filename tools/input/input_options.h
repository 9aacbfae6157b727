/* SPDX-License-Identifier: MIT */
/* The options of spe-dump and spe-stat that choose the files and how they are read. */
#ifndef INPUT_OPTIONS_H
#define INPUT_OPTIONS_H

#include <libspe/filter.h>

#include "spe_source.h"
#include "../system/message.h"
#include "../system/options.h"

struct input {
    struct source_options source;
    spe_filter filter;
    int is_filtered;
};

/* The options, for tool_options(). */
struct option_list input_options(struct input *in);

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
