/* SPDX-License-Identifier: MIT */
/* spe-regs: prints what raw System registers of SPE mean, as a debugger reads them. */
#include <string.h>

#include "regs/regs.h"
#include "system/options.h"

const char tool_name[] = "spe-regs";
const char tool_usage[] =
    "[--format=text | --format=json] NAME=VALUE ... | -\n"
    "       spe-regs --list\n"
    "Decodes Arm SPE System registers, and explains what the given registers mean together.\n"
    "  NAME=VALUE     a register, such as pmsidr_el1=0x26497. NAME may be in upper or lower case, may lack\n"
    "                 _EL1 if only one register matches, or may be an encoding (S3_0_C9_C9_7). VALUE is\n"
    "                 decimal, or hexadecimal with 0x, and may have _ between digits\n"
    "  -              read lines of NAME=VALUE, or the output of spe-regs, from standard input; # starts\n"
    "                 a comment\n"
    "  --format=json  print registers, fields and meanings as one JSON object\n"
    "  --list         print all registers and their fields, with their values after reset and the\n"
    "                 features that they need\n";

static void (*format_of(const char *name))(struct regs *)
{
    if (strcmp(name, "text") != 0 && strcmp(name, "json") != 0)
        tool_misuse("not a format; use text or json", name);
    return strcmp(name, "json") == 0 ? regs_print_json : regs_print_text;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"list", no_argument, NULL, 'l'}, {"format", required_argument, NULL, 'f'}, TOOL_OPTIONS, {NULL, 0, NULL, 0}};
    static struct regs r;
    void (*print)(struct regs *) = NULL;
    int status = TOOL_OK, list = 0;
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;)
        if (option == 'l')
            list = 1;
        else
            print = format_of(optarg);
    if (list && print)
        tool_misuse("cannot be combined with --format", "--list");
    if (list && optind < argc)
        tool_misuse("not allowed with --list", argv[optind]);
    if (!list && optind == argc)
        tool_misuse("missing; - is standard input", "NAME=VALUE");
    for (int i = optind; i < argc && status == TOOL_OK; i++) {
        const int standard = strcmp(argv[i], "-") == 0;
        const char *wrong = standard ? NULL : regs_take(&r, argv[i]);
        if (wrong)
            tool_misuse(wrong, argv[i]);
        status = standard ? regs_take_input(&r) : TOOL_OK;
    }
    if (status != TOOL_OK)
        return status;
    if (tool_create(&r.out, NULL, NULL) != TOOL_OK)
        return TOOL_FAILED;
    (list ? regs_print_list : print ? print : regs_print_text)(&r);
    return tool_finish(&r.out, TOOL_OK);
}
