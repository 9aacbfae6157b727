/* SPDX-License-Identifier: MIT */
/* spe-stat: sums up profiles: how many samples, of what, how long they took, where. */
#include <stdlib.h>

#include "input/input_options.h"
#include "profile/select.h"
#include "stat/stat_run.h"

const char tool_name[] = "spe-stat";
const char tool_usage[] =
    "[merge] [OPTION]... [FILE]...\n"
    "       spe-stat diff [OPTION]... [BEFORE AFTER]\n"
    "       spe-stat annotate [OPTION]... FUNCTION [FILE]...\n"
    "       spe-stat --format=bolt | autofdo | pprof | folded [OPTION]... FILE...\n"
    "       spe-stat --list-metrics[=GROUP] [--cpu=NAME | --midr=MIDR]\n"
    "Summarises Arm SPE profiles: raw bytes, perf.data, or what --save wrote. \"-\" is standard input.\n"
    "Without FILE: perf.data; diff compares perf.data.old with it.\n"
    "Commands:\n"
    "  merge            add up the FILEs (the default)\n"
    "  diff             show the changes that are beyond chance\n"
    "  annotate         show the source lines and instructions of a function with their samples\n"
    "Output:\n"
    "  --format=FORMAT  a report: text (default), csv or json; only branches: bolt or bolt-traces (for\n"
    "                   perf2bolt -pa), autofdo (for create_llvm_prof); for viewers: pprof, or folded (flame graphs)\n"
    "  --value=VALUE    what folded counts, and pprof shows first: samples, time (default if known),\n"
    "                   latency, l1d_refills, tlb_walks, ll_misses or mispredicted\n"
    "  -o OUT, --output=OUT  write to OUT instead of standard output\n"
    "  --table=NAME,... write only these tables; \"list\" prints their names\n"
    "  --sort=COLUMN    sort tables by this column: samples, time, l1d_miss ...\n"
    "  --top=N          at most N rows in a table of places (default 10; json: all)\n"
    "  --html=OUT       also write a page with tables and charts; if OUT is -, only that\n"
    "  --save=OUT       also save the counts by name, for merge and diff; if OUT is -, only that\n"
    "  --check          also count records that break the architecture's rules\n"
    "  --list-metrics   print metrics and events of a core (default: Neoverse V1)\n"
    "Samples (all options must match; alternatives with commas, or repeat --comm and --symbol;\n"
    "--time and addresses take one range):\n" SELECT_USAGE "Names and places:\n"
    "  --symfs=DIR      search DIR first for programs and libraries\n"
    "  --source-dir=DIR annotate: also search DIR for sources\n"
    "  --perf-map=FILE  names of a JIT compiler's code, in place of /tmp/perf-PID.map\n"
    "  --kallsyms=FILE  the kernel's symbols: a copy of /proc/kallsyms\n"
    "  --debuginfod     download missing files from DEBUGINFOD_URLS\n"
    "  --page-size=SIZE bytes of a page: 4K (default), 64K, 2M\n"
    "  --line-size=SIZE bytes of a cache line (default 64)\n"
    "  --places=N       at most N places of each kind (default 32768, up to 220 MiB)\n"
    "  --module=NAME    for bolt*, autofdo: the program or library; a path, with a /, if its file was moved\n"
    "  --any-build      ... accept another build id\n"
    "Input:\n"
    "  -i FILE, --input=FILE  the same as FILE\n" INPUT_USAGE "Other:\n"
    "  -j N, --jobs=N   use up to N threads (default: one for each core)\n"
    "  -q, --quiet      no hints\n";

int main(int argc, char **argv)
{
    static const struct option options[] = {{"check", no_argument, NULL, 'c'},
                                            {"top", required_argument, NULL, 't'},
                                            {"table", required_argument, NULL, 'b'},
                                            {"sort", required_argument, NULL, 'r'},
                                            {"source-dir", required_argument, NULL, 'd'},
                                            {"input", required_argument, NULL, 'i'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"quiet", no_argument, NULL, 'q'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"value", required_argument, NULL, 'v'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"module", required_argument, NULL, 'm'},
                                            {"any-build", no_argument, NULL, 'a'},
                                            {"html", required_argument, NULL, 'w'},
                                            {"save", required_argument, NULL, 's'},
                                            {"symfs", required_argument, NULL, 'S'},
                                            {"kallsyms", required_argument, NULL, 'k'},
                                            {"perf-map", required_argument, NULL, 'J'},
                                            {"debuginfod", no_argument, NULL, 'D'},
                                            {"places", required_argument, NULL, 'P'},
                                            {"page-size", required_argument, NULL, 'g'},
                                            {"line-size", required_argument, NULL, 'L'},
                                            SELECT_OPTIONS,
                                            {"list-metrics", optional_argument, NULL, 'l'},
                                            INPUT_OPTIONS,
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    static struct stat_run run = {.most = STAT_DEFAULT_TOP, .value = STACKS_VALUES}; /* large */
    const int has_command = stat_take_command(&run, argv[1]);
    if (has_command) {
        argv[1] = argv[0];
        argv++;
        argc--;
    }
    for (int option; (option = tool_option(argc, argv, "ho:i:j:q", options)) != -1;)
        stat_take_option(&run, option);
    if (!has_command && optind < argc)
        optind += stat_take_command(&run, argv[optind]);
    stat_check_options(&run, argc, argv);
    if (run.is_list)
        return stat_write_report(&run, TOOL_OK);
    char **files = stat_take_files(&run, argc, argv);
    int status = stat_create(&run, files);
    if (status == TOOL_OK)
        status = stat_write_all(&run, stat_read(&run, files));
    free(files);
    return status;
}
