/* SPDX-License-Identifier: MIT */
/* spe-doctor: finds the reason for a missing profile: what prevents a recording on a machine, or what a file lacks. */
#include <getopt.h>
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
    "read, 2 if the command line is wrong.\n";

struct options {
    const char *root, *perf; /* NULL: not given */
    int is_json;
};

#define INTO(member) offsetof(struct options, member)

/* clang-format off */
static const struct option_row rows[] = {
    {0, "root", "DIR", "examine the machine whose /proc, /sys, /boot, /lib/modules and /var/log are below\n"
                       "DIR; perf is not run, unless --perf is given", option_text, INTO(root)},
    {0, "perf", "COMMAND", "the perf to examine (default: perf); the shell runs its command \"version\"",
     option_text, INTO(perf)},
    {0, "json", NULL, "print one JSON object", option_flag, INTO(is_json)},
};
/* clang-format on */

int main(int argc, char **argv)
{
    static struct machine machine;
    static struct verdicts verdicts;
    static struct tool_output out;
    struct platform_file root;
    struct options options = {NULL, NULL, 0};
    struct option_list list = OPTION_LIST(rows, &options);
    int status = TOOL_OK;
    tool_options(argc, argv, 0, &list, 1);
    const char *file = optind < argc ? argv[optind] : NULL;
    if (optind + 1 < argc)
        tool_misuse("not used: there is one FILE", argv[optind + 1]);
    if (file && (options.perf || options.root))
        tool_misuse("not allowed with --root or --perf", file);
    if (options.root && (strlen(options.root) > ROOT_MOST || !platform_look(options.root, &root) || !root.is_directory))
        tool_misuse("not a folder", options.root);
    if (file) {
        status = judge_file(file, &verdicts);
    } else {
        machine.root = options.root ? options.root : "";
        machine.perf = options.perf || options.root ? options.perf : "perf";
        machine_read(&machine);
        judge_machine(&machine, &verdicts);
        advise_recording(&machine, &verdicts);
    }
    if (tool_create(&out, NULL, NULL) != TOOL_OK)
        return TOOL_FAILED;
    if (options.is_json)
        verdicts_json(&verdicts, file ? "file" : "machine", out.file);
    else
        verdicts_text(&verdicts, out.file);
    return tool_finish(&out, verdicts_stop(&verdicts) ? TOOL_FAILED : status);
}
