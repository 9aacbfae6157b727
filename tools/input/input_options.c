/* SPDX-License-Identifier: MIT */
/* See input_options.h. core_names.c has the names of cores. */
#include "input_options.h"

#include "core_names.h"

#include <string.h>

#define MOST_ALIGN 2048 /* the largest value of PMBIDR_EL1.Align */

/* Makes the filter that `text` describes in perf's words. */
static void take_filter(spe_filter *filter, const char *text)
{
    struct spe_filter_registers registers;
    uint32_t problems = 0;
    size_t at = 0;
    char where[512];
    const int status = spe_filter_parse(text, strlen(text), &registers, &at);
    if (status != SPE_OK) {
        snprintf(where, sizeof where, "%.300s: character %zu", text, at + 1);
        tool_misuse(status == SPE_E_RANGE  ? "the filter has a value that is too large"
                    : status == SPE_E_NAME ? "the filter has an unknown term or event"
                                           : "the filter is not understood",
                    where);
    }
    if (spe_filter_compile(&registers, NULL, filter, &problems) != SPE_OK)
        tool_misuse("not a filter", spe_filter_problem_text(problems));
}

static uint32_t alignment_of(const char *text)
{
    const uint64_t n = tool_number(text, MOST_ALIGN);
    if (!n || n & (n - 1))
        tool_misuse("not a power of two", text);
    return (uint32_t)n;
}

int input_option(struct input *in, int option)
{
    struct source_options *source = &in->source;
    switch (option) {
    case INPUT_CPU:
        source->midr = input_core(optarg);
        return 1;
    case INPUT_MIDR:
        source->midr = tool_number(optarg, UINT64_MAX);
        return 1;
    case INPUT_FILTER:
        take_filter(&in->filter, optarg);
        in->is_filtered = 1;
        return 1;
    case INPUT_RESYNC:
        source->resyncs = 1;
        source->alignment = optarg ? alignment_of(optarg) : 0;
        return 1;
    case INPUT_BASE:
        source->base = tool_number(optarg, UINT64_MAX);
        source->is_placed = 1;
        return 1;
    case INPUT_OFFSET:
        source->offset = tool_number(optarg, INT64_MAX);
        source->is_placed = 1;
        return 1;
    case INPUT_FORCE:
        source->is_forced = 1;
        return 1;
    default:
        return 0;
    }
}

int input_files(int argc, char **argv)
{
    int standard = 0;
    if (argc == optind)
        tool_misuse("missing; - is standard input", "FILE");
    for (int i = optind; i < argc; i++)
        standard += strcmp(argv[i], "-") == 0;
    if (standard > 1)
        tool_misuse("can be read only once", "-");
    return argc - optind;
}

int input_each(const struct input *in, char **files, int (*take)(void *context, struct spe_source *source),
               void *context)
{
    static struct spe_source source; /* static because it is large */
    int status = TOOL_OK;
    for (; *files; files++) {
        int taken = TOOL_FAILED;
        if (source_open(&source, *files, &in->source) == TOOL_OK)
            taken = take(context, &source);
        source_close(&source);
        if (taken != TOOL_OK)
            status = TOOL_FAILED;
        if (taken == INPUT_STOP)
            break;
    }
    return status;
}
