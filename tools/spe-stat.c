/* SPDX-License-Identifier: MIT */
/* spe-stat: sums up profiles: how many samples, of what, how long they took, where. */
#include <getopt.h>
#include <stdlib.h>

#include "stat/stat_run.h"

const char tool_name[] = "spe-stat";
const char tool_usage[] =
    "[merge] [OPTION]... [FILE]...\n"
    "       spe-stat diff [OPTION]... [BEFORE AFTER]\n"
    "       spe-stat annotate [OPTION]... FUNCTION [FILE]...\n"
    "       spe-stat --format=bolt | autofdo | pprof | folded | firefox [OPTION]... FILE...\n"
    "       spe-stat --metrics=FILE | --list-metrics[=GROUP] [--cpu=NAME | --midr=MIDR] [--slots=N]\n"
    "Summarises Arm SPE profiles: raw bytes, perf.data, or what --save wrote. \"-\" is standard input.\n"
    "Without FILE: perf.data; diff compares perf.data.old with it.\n"
    "Commands:\n"
    "  merge            add up the FILEs (the default)\n"
    "  diff             show the changes that are beyond chance\n"
    "  annotate         show the source lines and instructions of a function with their samples\n";

/* Whether no profile is wanted. */
static int is_list(const struct stat_run *run, int argc)
{
    const int has_files = optind < argc || run->n_inputs || run->page || run->save;
    return run->is_list || run->counts || (run->view.is_list && !has_files && run->command != ANNOTATE);
}

int main(int argc, char **argv)
{
    static struct stat_run run = {.most = STAT_DEFAULT_TOP, .value = STACKS_VALUES}; /* large */
    const int has_command = stat_take_command(&run, argv[1]);
    if (has_command) {
        argv[1] = argv[0];
        argv++;
        argc--;
    }
    stat_take_options(&run, argc, argv);
    if (!has_command && optind < argc)
        optind += stat_take_command(&run, argv[optind]);
    stat_check_options(&run, argc, argv);
    if (is_list(&run, argc))
        return stat_write_report(&run, TOOL_OK);
    char **files = stat_take_files(&run, argc, argv);
    int status = stat_create(&run, files);
    if (status == TOOL_OK)
        status = stat_write_all(&run, stat_read(&run, files));
    free(files);
    return status;
}
