/* SPDX-License-Identifier: MIT */
/* spe-regs: prints what raw System registers of SPE mean, as a debugger reads them. */
#include <getopt.h>
#include <string.h>

#include "regs/regs.h"
#include "system/options.h"

const char tool_name[] = "spe-regs";
const char tool_usage[] =
    "[--format=text | --format=json] NAME=VALUE ... | -\n"
    "       spe-regs --list\n"
    "Decodes Arm SPE System registers, and explains what the given registers mean together.\n"
    "  NAME=VALUE        a register, such as pmsidr_el1=0x26417. NAME may be in upper or lower case, may lack\n"
    "                    _EL1 if only one register matches, or may be an encoding (S3_0_C9_C9_7). VALUE is\n"
    "                    decimal, or hexadecimal with 0x, and may have _ between digits\n"
    "  -                 read lines of NAME=VALUE, or the output of spe-regs, from standard input; # starts\n"
    "                    a comment\n";

struct options {
    void (*print)(struct regs *);
    int is_list;
};

static void take_format(void *to, char *name)
{
    if (strcmp(name, "text") != 0 && strcmp(name, "json") != 0)
        tool_misuse("not a format; use text or json", name);
    ((struct options *)to)->print = *name == 'j' ? regs_print_json : regs_print_text;
}

/* clang-format off */
static const struct option_row rows[] = {
    {0, "format", "json", "print registers, fields and meanings as one JSON object; text is the default",
     take_format, 0},
    {0, "list", NULL, "print all registers and their fields, with their values after reset and the\n"
                      "features that they need", option_flag, offsetof(struct options, is_list)},
};
/* clang-format on */

int main(int argc, char **argv)
{
    static struct regs r;
    struct options options = {NULL, 0};
    struct option_list list = OPTION_LIST(rows, &options);
    int status = TOOL_OK;
    tool_options(argc, argv, 0, &list, 1);
    if (options.is_list && options.print)
        tool_misuse("cannot be combined with --format", "--list");
    if (options.is_list && optind < argc)
        tool_misuse("not allowed with --list", argv[optind]);
    if (!options.is_list && optind == argc)
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
    (options.is_list ? regs_print_list : options.print ? options.print : regs_print_text)(&r);
    return tool_finish(&r.out, TOOL_OK);
}
