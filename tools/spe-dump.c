/* SPDX-License-Identifier: MIT */
/*
 * spe-dump: prints SPE bytes, raw or in perf.data, as text, a line for each packet (dump/packet_lines.h) or record, or
 * as a table (table/table.h). Input may be of any length; memory does not grow with the records.
 */
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "dump/dump.h"
#include "dump/record_printers.h"
#include "input/input_options.h"
#include "system/workers.h"

const char tool_name[] = "spe-dump";
const char tool_usage[] =
    "[OPTION]... FILE... | -\n"
    "Prints Arm SPE bytes, raw or in perf.data, as text or as a table. \"-\" is standard input.\n";

static void take_style(void *to, char *name)
{
    if (strcmp(name, "perf") != 0 && strcmp(name, "arch") != 0)
        tool_misuse("not a style; use perf or arch", name);
    *(uint32_t *)to = *name == 'p' ? SPE_TEXT_PERF : SPE_TEXT_ARCH;
}

static void take_format(void *to, char *name)
{
    dump_set_format(to, name);
}

static void take_check(void *to, char *argument)
{
    (void)argument;
    ((struct dump *)to)->print = dump_findings;
}

#define INTO(member) offsetof(struct dump, member)

/* clang-format off */
static const struct option_row rows[] = {
    {0, "packets", NULL, "print a line for each packet: offset, bytes, text (default)", NULL, 0},
    {0, "records", NULL, "print a line for each record: offset, size in bytes, text", NULL, 0},
    {0, "style", "perf", "use the words of Linux perf (default)", take_style, INTO(text.style)},
    {0, "style", "arch", "use the architecture's names, and print all fields", NULL, 0},
    {0, "format", "FORMAT", "print records in one of these formats:\n"
                            "  text     as --records does\n"
                            "  csv      comma-separated values, with a header line\n"
                            "  json     JSON objects, one per line\n"
                            "  brstack  only branches, as perf script -F pid,brstack does\n"
                            "  profgen  mappings of files and branches, for llvm-profgen\n"
                            "  arrow    a table, as an Arrow IPC stream, for databases and dataframes\n"
                            "  parquet  a table, as a compressed Parquet file", take_format, 0},
    {'o', "output", "OUT", "write to OUT instead of standard output", option_text, INTO(output)},
    {'j', "jobs", "N", "use up to N threads for csv, json, arrow and parquet (default: one for each core);\n"
                       "the output does not depend on N", option_threads, INTO(threads)},
    {0, "check", NULL, "print the architecture's rules that records break, one per line", take_check, 0},
};
/* clang-format on */

/* Which options go together. Returns whether packets are printed. */
static int view_of(const struct dump *d, const struct option_list lists[2])
{
    const int is_check = tool_given(lists, 2, "check"), has_records = tool_given(lists, 2, "records");
    const int is_about_records = tool_given(lists, 2, "records format check filter resync");
    if (tool_given(lists, 2, "packets") && is_about_records)
        tool_misuse(
            "cannot be combined with --records, --format, --filter, --check or --resync, which are about records",
            "--packets");
    if (is_check && (has_records || tool_given(lists, 2, "format filter style")))
        tool_misuse("cannot be combined with --records, --format, --filter or --style; it prints its own lines",
                    "--check");
    if (tool_given(lists, 2, "style") && !dump_is_for_people(d))
        tool_misuse("only for --format=text", "--style");
    return !is_about_records;
}

int main(int argc, char **argv)
{
    static struct dump d = {.text = {.size = sizeof d.text, .style = SPE_TEXT_PERF}, .print = dump_record}; /* large */
    struct option_list lists[2] = {OPTION_LIST(rows, &d), input_options(&d.input)};
    tool_options(argc, argv, 0, lists, 2);
    d.threads = d.threads ? d.threads : workers_default();
    d.is_packets = view_of(&d, lists);
    d.names_files = input_files(argc, argv) > 1;
    d.input.source.shows_progress = isatty(STDERR_FILENO) && (d.output || !isatty(STDOUT_FILENO));
    if (d.format && !d.output && isatty(STDOUT_FILENO))
        tool_misuse("not written to a terminal; name a file with -o", d.format == TABLE_ARROW ? "arrow" : "parquet");
    if (dump_begin_output(&d, argv + optind) != TOOL_OK)
        return TOOL_FAILED;
    return dump_end_output(&d, input_each(&d.input, argv + optind, dump_file, &d));
}
