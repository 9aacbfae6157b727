/* SPDX-License-Identifier: MIT */
/*
 * spe-dump: prints SPE bytes, raw or in perf.data, as text, a line for each packet (dump/packet_lines.h) or record, or
 * as a table (table/table.h). Input may be of any length; memory does not grow with the records.
 */
#include <string.h>
#include <unistd.h>

#include "dump/dump.h"
#include "dump/record_printers.h"
#include "input/input_options.h"
#include "system/workers.h"

const char tool_name[] = "spe-dump";
const char tool_usage[] =
    "[--packets | --records | --check] [--style=perf | --style=arch]\n"
    "                [--format=text | csv | json | brstack | profgen | arrow | parquet]\n"
    "                [-o OUT] [-j N]\n"
    "                " INPUT_SYNOPSIS " FILE... | -\n"
    "Prints Arm SPE bytes, raw or in perf.data, as text or as a table. \"-\" is standard input.\n"
    "  --packets        print a line for each packet: offset, bytes, text (default)\n"
    "  --records        print a line for each record: offset, size in bytes, text\n"
    "  --style=perf     use the words of Linux perf (default)\n"
    "  --style=arch     use the architecture's names, and print all fields\n"
    "  --format=FORMAT  print records in one of these formats:\n"
    "                     text     as --records does\n"
    "                     csv      comma-separated values, with a header line\n"
    "                     json     JSON objects, one per line\n"
    "                     brstack  only branches, as perf script -F pid,brstack does\n"
    "                     profgen  mappings of files and branches, for llvm-profgen\n"
    "                     arrow    a table, as an Arrow IPC stream, for databases and dataframes\n"
    "                     parquet  a table, as a compressed Parquet file\n"
    "  -o OUT, --output=OUT  write to OUT instead of standard output\n"
    "  -j N, --jobs=N   use up to N threads for csv, json, arrow and parquet (default: one for each core);\n"
    "                   the output does not depend on N\n"
    "  --check          print the architecture's rules that records break, one per line\n" INPUT_USAGE;

static uint32_t style_of(const char *name)
{
    if (strcmp(name, "perf") == 0)
        return SPE_TEXT_PERF;
    if (strcmp(name, "arch") != 0)
        tool_misuse("not a style; use perf or arch", name);
    return SPE_TEXT_ARCH;
}

static void take_option(struct dump *d, int option)
{
    if (option == 's')
        d->text.style = style_of(optarg);
    else if (option == 'f')
        dump_set_format(d, optarg);
    else if (option == 'o')
        d->output = optarg;
    else if (option == 'j')
        d->threads = (unsigned)tool_number(optarg, WORKERS_MOST);
    else if (option == 'c')
        d->print = dump_findings;
    else
        input_option(&d->input, option);
}

/* Which options go together: `seen` has them by letter. Returns whether packets are printed. */
static int view_of(const struct dump *d, const char *seen)
{
    const int has_format = seen['f'] || seen['c'];
    if (seen['p'] && (seen['r'] || has_format || seen[INPUT_FILTER] || seen[INPUT_RESYNC]))
        tool_misuse(
            "cannot be combined with --records, --format, --filter, --check or --resync, which are about records",
            "--packets");
    if (seen['c'] && (seen['r'] || seen['f'] || seen[INPUT_FILTER] || seen['s']))
        tool_misuse("cannot be combined with --records, --format, --filter or --style; it prints its own lines",
                    "--check");
    if (seen['s'] && !dump_is_for_people(d))
        tool_misuse("only for --format=text", "--style");
    return !seen['r'] && !has_format && !seen[INPUT_FILTER] && !seen[INPUT_RESYNC];
}

int main(int argc, char **argv)
{
    static char seen[128];
    static const struct option options[] = {{"packets", no_argument, NULL, 'p'},
                                            {"records", no_argument, NULL, 'r'},
                                            {"style", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"check", no_argument, NULL, 'c'},
                                            INPUT_OPTIONS,
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    static struct dump d = {.text = {.size = sizeof d.text, .style = SPE_TEXT_PERF}, .print = dump_record}; /* large */
    for (int option; (option = tool_option(argc, argv, "ho:j:", options)) != -1;) {
        take_option(&d, option);
        seen[option] = 1;
    }
    d.threads = d.threads ? d.threads : workers_default();
    d.is_packets = view_of(&d, seen);
    d.names_files = input_files(argc, argv) > 1;
    d.input.source.shows_progress = isatty(STDERR_FILENO) && (d.output || !isatty(STDOUT_FILENO));
    if (d.format && !d.output && isatty(STDOUT_FILENO))
        tool_misuse("not written to a terminal; name a file with -o", d.format == TABLE_ARROW ? "arrow" : "parquet");
    if (dump_begin_output(&d, argv + optind) != TOOL_OK)
        return TOOL_FAILED;
    return dump_end_output(&d, input_each(&d.input, argv + optind, dump_file, &d));
}
