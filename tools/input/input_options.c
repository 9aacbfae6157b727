/* SPDX-License-Identifier: MIT */
/* See input_options.h. core_names.c has the names of cores. */
#include "input_options.h"

#include "core_names.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#define MOST_ALIGN 2048 /* the largest value of PMBIDR_EL1.Align */

/* Makes the filter that `text` describes in perf's words. */
static void compile_filter(spe_filter *filter, const char *text)
{
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
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

/* -- the options: each takes a member of struct input -- */

static void take_cpu(void *to, char *argument)
{
    *(uint64_t *)to = input_core(argument);
}

static void take_midr(void *to, char *argument)
{
    *(uint64_t *)to = tool_number(argument, UINT64_MAX);
}

static void take_filter(void *to, char *argument)
{
    struct input *in = to;
    compile_filter(&in->filter, argument);
    in->is_filtered = 1;
}

static void take_resync(void *to, char *argument)
{
    struct source_options *source = to;
    const uint64_t n = argument ? tool_number(argument, MOST_ALIGN) : 0;
    if (argument && (!n || n & (n - 1)))
        tool_misuse("not a power of two", argument);
    source->resyncs = 1;
    source->alignment = (uint32_t)n;
}

static void take_base(void *to, char *argument)
{
    struct source_options *source = to;
    source->base = tool_number(argument, UINT64_MAX);
    source->is_placed = 1;
}

static void take_offset(void *to, char *argument)
{
    struct source_options *source = to;
    source->offset = tool_number(argument, INT64_MAX);
    source->is_placed = 1;
}

#define INTO(member) offsetof(struct input, member)

/* clang-format off */
static const struct option_row rows[] = {
    {0, "cpu", "NAME", "the core whose names of data sources and events are used: neoverse-n1, n1, altra\n"
                       "or 0x410fd0c0; \"list\" prints all names", take_cpu, INTO(source.midr)},
    {0, "midr", "MIDR", "the core, by MIDR_EL1; --cpu and --midr override the core in perf.data",
     take_midr, INTO(source.midr)},
    {0, "filter", "EXPR", "use only records that the hardware's filter would keep; EXPR has perf's words:\n"
                          "load_filter=1,min_latency=100,event_filter=l1d_refill", take_filter, 0},
    {0, "resync", "[=ALIGN]", "skip bytes that are in no plausible record, if input is damaged or begins inside a\n"
                              "record; with ALIGN, records begin only at multiples of ALIGN bytes",
     take_resync, INTO(source)},
    {0, "base", "ADDRESS", "the address of the first byte of FILE, for offsets and ALIGN (raw only)",
     take_base, INTO(source)},
    {0, "offset", "N", "begin at byte N of FILE (raw only)", take_offset, INTO(source)},
    {0, "force", NULL, "read FILE as raw SPE bytes", option_flag, INTO(source.is_forced)},
};
/* clang-format on */

struct option_list input_options(struct input *in)
{
    return (struct option_list)OPTION_LIST(rows, in);
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
