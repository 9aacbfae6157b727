/* SPDX-License-Identifier: MIT */
/* spe-doctor: finds the reason for a missing profile: what prevents a recording on a machine, or what a file lacks. */
#include <string.h>

#include "doctor/judge.h"
#include "system/files.h"
#include "system/options.h"
#include "system/platform.h"

#define ROOT_MOST 3000 /* characters: names of files follow */

const char tool_name[] = "spe-doctor";
const char tool_usage[] =
    "[--json] [--root=DIR] [--perf=COMMAND]\n"
    "       spe-doctor [--json] FILE\n"
    "Says what prevents recording Arm SPE on this machine, and what to do about it; otherwise prints\n"
    "the commands that record. With FILE (perf.data or raw bytes; \"-\" is standard input), says what that\n"
    "profile lacks. Exit status: 0 if nothing prevents a profile, 1 if something does or FILE cannot be\n"
    "read, 2 if the command line is wrong.\n"
    "  --root=DIR      examine the machine whose /proc, /sys, /boot, /lib/modules and /var/log are below\n"
    "                  DIR; perf is not run, unless --perf is given\n"
    "  --perf=COMMAND  the perf to examine (default: perf); the shell runs its command \"version\"\n"
    "  --json          print one JSON object\n";

int main(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"root", required_argument, NULL, 'r'},
                                            {"perf", required_argument, NULL, 'p'},
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    static struct machine machine = {.root = ""};
    static struct verdicts verdicts;
    static struct tool_output out;
    struct platform_file root;
    int status = TOOL_OK, is_json = 0, is_elsewhere = 0;
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        if (option == 'j')
            is_json = 1;
        else if (option == 'r')
            machine.root = optarg, is_elsewhere = 1;
        else
            machine.perf = optarg;
    const char *file = optind < argc ? argv[optind] : NULL;
    if (optind + 1 < argc)
        tool_misuse("not used: there is one FILE", argv[optind + 1]);
    if (file && (machine.perf || is_elsewhere))
        tool_misuse("not allowed with --root or --perf", file);
    if (is_elsewhere && (strlen(machine.root) > ROOT_MOST || !platform_look(machine.root, &root) || !root.is_directory))
        tool_misuse("not a folder", machine.root);
    if (file) {
        status = judge_file(file, &verdicts);
    } else {
        if (!machine.perf && !is_elsewhere)
            machine.perf = "perf";
        machine_read(&machine);
        judge_machine(&machine, &verdicts);
        advise_recording(&machine, &verdicts);
    }
    if (tool_create(&out, NULL, NULL) != TOOL_OK)
        return TOOL_FAILED;
    if (is_json)
        verdicts_json(&verdicts, file ? "file" : "machine", out.file);
    else
        verdicts_text(&verdicts, out.file);
    return tool_finish(&out, verdicts_stop(&verdicts) ? TOOL_FAILED : status);
}
