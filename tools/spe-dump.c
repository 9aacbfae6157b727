/* SPDX-License-Identifier: MIT */
/*
 * spe-dump: SPE bytes, raw or in perf.data, to text, one line a packet (dump_packets.h) or one line a record, or to a
 * table (table.h). Any input, of any length, in constant memory.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <libspe/spe.h>

#include "brstack.h"
#include "checker.h"
#include "dump_packets.h"
#include "input.h"
#include "lines.h"
#include "record_format.h"
#include "shown.h"
#include "table.h"

const char tool_name[] = "spe-dump";
const char tool_usage[] = "[--packets | --records | --check] [--style=perf | --style=arch]\n"
                          "                [--format=text | csv | json | brstack | arrow | parquet] [-o OUT]\n"
                          "                " INPUT_SYNOPSIS " FILE... | -\n"
                          "Prints Arm SPE bytes, raw or in perf.data, as text or a table.\n"
                          "  --packets        one line a packet: offset, bytes, text (default)\n"
                          "  --records        one line a record: offset, size in bytes, text\n"
                          "  --style=perf     the words of Linux perf (default)\n"
                          "  --style=arch     the architecture's names, all fields\n"
                          "  --format=csv     records as lines for other programs; also json, or text\n"
                          "  --format=brstack branches alone, as perf script -F brstack prints them\n"
                          "  --format=arrow   records as a table for databases and dataframes: Arrow's IPC stream;\n"
                          "                   also parquet: a file of row groups, compressed, that engines search\n"
                          "  -o OUT           the file to write, in place of standard output\n"
                          "  --check          what records break the architecture's rules, a line each\n" INPUT_USAGE;

struct dump {
    struct lines lines; /* a table has only its output */
    struct table *table;
    enum table_format format; /* of it */
    int failed;               /* it cannot go on */
    struct spe_source *source;
    struct input input;
    struct spe_text_config text;
    struct record_writer writer;
    int is_packets;
    int (*print)(struct dump *d, const struct spe_record *record);
    int has_header; /* CSV's has been written */
    int names_files;
    int has_read;       /* something of a file */
    const char *output; /* NULL: standard output */
    struct checker check;
    uint64_t violations;
};

/* -- records -- */

static int dump_record(struct dump *d, const struct spe_record *record)
{
    char digits[SPE_DIGITS_MAX] = "";
    struct spe_writer w = lines_begin(&d->lines);
    w.length += spe_long_hex_digits(w.out, record->offset);
    const unsigned n = spe_decimal_digits(digits, record->size);
    SPE_PUT(&w, "      "); /* two blanks, and those before a number of less than four digits */
    w.length -= n < 6 ? n : 6;
    memcpy(w.out + w.length, digits, sizeof digits); /* what is behind the digits is written over */
    w.length += n;
    SPE_PUT(&w, "  ");
    const int text = spe_record_text(record, &d->text, w.out + w.length, SPE_RECORD_TEXT_MAX);
    if (text < 0)
        return tool_error("no text for a record", spe_status_name(text));
    w.length += (size_t)text;
    if (d->text.style == SPE_TEXT_PERF && record->flags & SPE_RECORD_TRUNCATED) /* the other style has it */
        SPE_PUT(&w, " [truncated]");
    spe_put_char(&w, '\n');
    return lines_end(&d->lines, w.length);
}

static int dump_csv(struct dump *d, const struct spe_record *record)
{
    return lines_end(&d->lines, record_to_csv(&d->writer, record, lines_begin(&d->lines).out));
}

static int dump_json(struct dump *d, const struct spe_record *record)
{
    return lines_end(&d->lines, record_to_json(&d->writer, record, lines_begin(&d->lines).out));
}

static int dump_brstack(struct dump *d, const struct spe_record *record)
{
    return lines_end(&d->lines, brstack_line(record, lines_begin(&d->lines).out));
}

static struct spe_arrow_core arrow_core_of(const struct dump *d)
{
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    core.cpu = d->source->cpu;
    core.tid = d->source->tid;
    core.midr = d->source->midr;
    core.clock = d->source->notes.clock.mult ? &d->source->notes.clock : NULL;
    core.filter = d->input.is_filtered ? &d->input.filter : NULL;
    return core;
}

static int dump_row(struct dump *d, const struct spe_record *record)
{
    const struct spe_arrow_core core = arrow_core_of(d);
    const int status = table_append(d->table, record, &core);
    d->failed |= status != TOOL_OK;
    return status;
}

/* All that was fed to the decoder. */
static int dump_rows(struct dump *d, spe_decoder *decoder)
{
    const struct spe_arrow_core core = arrow_core_of(d);
    const int status = table_take(d->table, decoder, &core);
    d->failed |= status != TOOL_OK;
    return status;
}

/* The other formats have lines, or rows, of records only. */
static int is_for_people(const struct dump *d)
{
    return d->print != dump_csv && d->print != dump_json && d->print != dump_brstack && !d->format;
}

/* "OFFSET: violation: events-missing: every record ... (D17.6)" */
static int dump_finding(struct dump *d, const struct spe_finding *finding)
{
    char line[512];
    const int size = snprintf(line, sizeof line, "%08" PRIx64 ": %s: %s: %s (%s)\n", finding->offset,
                              checker_severity((int)finding->severity), spe_rule_name(finding->rule),
                              spe_rule_text(finding->rule), spe_rule_section(finding->rule));
    d->violations += finding->severity == SPE_CHECK_VIOLATION;
    return lines_put(&d->lines, line, (size_t)size);
}

/* What a record and its packets break. */
static int dump_findings(struct dump *d, const struct spe_record *record)
{
    char line[64];
    const int n = checker_record(&d->check, d->source, record);
    int status = TOOL_OK;
    for (int i = 0; i < n && i < CHECKER_MOST && status == TOOL_OK; i++)
        status = dump_finding(d, &d->check.findings[i]);
    if (status != TOOL_OK || n <= CHECKER_MOST)
        return status;
    const int size = snprintf(line, sizeof line, "%08" PRIx64 ": and %d more\n", record->offset, n - CHECKER_MOST);
    return lines_put(&d->lines, line, (size_t)size);
}

static int take_record(struct dump *d, const struct spe_record *record)
{
    return d->input.is_filtered && !spe_filter_keeps(&d->input.filter, record) ? TOOL_OK : d->print(d, record);
}

/* Takes all records of a piece. */
static int take_piece(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    spe_decoder_feed(decoder, d->source->bytes, d->source->size);
    if (d->table)
        return dump_rows(d, decoder);
    while (spe_decoder_next(decoder, &record) == 1)
        if (take_record(d, &record) != TOOL_OK)
            return TOOL_FAILED;
    if (d->print == dump_findings)
        checker_pass(&d->check, d->source);
    return TOOL_OK;
}

static int take_gap(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    const int status = source_pass_gap(d->source, decoder, &record) == 1 ? take_record(d, &record) : TOOL_OK;
    checker_gap(&d->check);
    return status;
}

/* The record that the buffer ends inside, be it that what follows cannot be read: of that a message has been given. */
static int take_rest(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    char size[48];
    const int status = d->source->step == SOURCE_BUFFER_END ? TOOL_OK : TOOL_FAILED;
    const int is_cut = spe_decoder_finish(decoder, &record) == 1;
    source_decoder_end(d->source, decoder);
    if (is_cut)
        take_record(d, &record);
    if (!is_cut || status != TOOL_OK)
        return status;
    snprintf(size, sizeof size, "%" PRIu64 " bytes of it", record.size);
    return source_cut_off(d->source, "input ends inside a record", record.offset, size);
}

static int dump_records(struct dump *d)
{
    static spe_decoder decoder;
    int step, status = TOOL_OK;
    source_decoder_init(d->source, &decoder);
    checker_begin(&d->check);
    while (status == TOOL_OK && ((step = source_next(d->source)) == SOURCE_BYTES || step == SOURCE_GAP))
        status = step == SOURCE_GAP ? take_gap(d, &decoder) : take_piece(d, &decoder);
    return status == TOOL_OK ? take_rest(d, &decoder) : status;
}

/* -- files and their buffers -- */

/* perf.data has many buffers: which one follows is said on a line of its own. */
static int name_buffer(struct dump *d)
{
    char line[96];
    const uint64_t midr = d->source->midr;
    int n = snprintf(line, sizeof line, "# buffer %" PRIu64, d->source->notes.buffers);
    if (d->source->cpu != UINT32_MAX)
        n += snprintf(line + n, sizeof line - (size_t)n, ", cpu %" PRIu32, d->source->cpu);
    if (midr)
        n += snprintf(line + n, sizeof line - (size_t)n, ", MIDR_EL1 0x%" PRIx64, midr);
    line[n++] = '\n';
    return lines_put(&d->lines, line, (size_t)n);
}

/* ... and so is which file it is, if there are more. */
static int name_file(struct dump *d)
{
    char line[8192], name[8000];
    const int n = snprintf(line, sizeof line, "# ==> %s <==\n", shown(d->source->in.name, name, sizeof name));
    return lines_put(&d->lines, line, (size_t)n);
}

static int dump_buffer(struct dump *d)
{
    const struct record_core core = {d->source->cpu, d->source->tid, d->source->midr, d->source->notes.clock};
    record_writer_begin(&d->writer, &core);
    d->text.midr = d->source->midr;
    d->has_read = 1;
    if (d->print == dump_csv && !d->has_header)
        lines_put(&d->lines, record_csv_header, strlen(record_csv_header));
    d->has_header = 1;
    if (d->source->is_perf && is_for_people(d) && name_buffer(d) != TOOL_OK)
        return TOOL_FAILED;
    return d->is_packets ? dump_packets(&d->lines, d->source, &d->text) : dump_records(d);
}

/* Nothing more can be written. */
static int is_over(const struct dump *d)
{
    return d->lines.out.error || d->failed;
}

static int dump_file(void *context, struct spe_source *source)
{
    struct dump *d = context;
    int status = TOOL_OK, next;
    d->source = source;
    d->violations = 0;
    if (d->names_files && is_for_people(d))
        name_file(d);
    while (!is_over(d) && (next = source_next(source)) == SOURCE_BUFFER)
        if (dump_buffer(d) != TOOL_OK) /* a buffer that is cut off is no reason to leave out the others */
            status = TOOL_FAILED;
    if (is_over(d))
        return INPUT_STOP;
    if (source_report(source) != TOOL_OK || next < 0)
        status = TOOL_FAILED;
    return d->violations ? tool_error("records break the architecture's rules", source->in.name) : status;
}

/* -- the command line -- */

static uint32_t style_of(const char *name)
{
    if (strcmp(name, "perf") == 0)
        return SPE_TEXT_PERF;
    if (strcmp(name, "arch") != 0)
        tool_misuse("no such style, it is perf or arch", name);
    return SPE_TEXT_ARCH;
}

static const struct format {
    const char *name;
    int (*print)(struct dump *, const struct spe_record *);
    enum table_format table;
} formats[] = {
    {"text", dump_record, TABLE_NONE},     {"csv", dump_csv, TABLE_NONE},    {"json", dump_json, TABLE_NONE},
    {"brstack", dump_brstack, TABLE_NONE}, {"arrow", dump_row, TABLE_ARROW}, {"parquet", dump_row, TABLE_PARQUET},
};

static void take_format(struct dump *d, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(name, formats[i].name) == 0) {
            d->print = formats[i].print;
            d->format = formats[i].table;
            return;
        }
    tool_misuse("no such format, it is text, csv, json, brstack, arrow or parquet", name);
}

static void take_option(struct dump *d, int option)
{
    if (option == 's')
        d->text.style = style_of(optarg);
    else if (option == 'f')
        take_format(d, optarg);
    else if (option == 'o')
        d->output = optarg;
    else if (option == 'c')
        d->print = dump_findings;
    else
        input_option(&d->input, option);
}

/* Which options go together: `seen` has them by letter. Returns whether packets are what is printed. */
static int view_of(const struct dump *d, const char *seen)
{
    const int has_format = seen['f'] || seen['c'];
    if (seen['p'] && (seen['r'] || has_format || seen[INPUT_FILTER] || seen[INPUT_RESYNC]))
        tool_misuse("--records, --format, --filter, --check and --resync do not go with it, they are of records",
                    "--packets");
    if (seen['c'] && (seen['r'] || seen['f'] || seen[INPUT_FILTER] || seen['s']))
        tool_misuse(
            "--records, --format, --filter and --style do not go with it: it has lines of its own, of all records",
            "--check");
    if (seen['s'] && !is_for_people(d))
        tool_misuse("goes with text, not with other formats, which have words of their own", "--style");
    return !seen['r'] && !has_format && !seen[INPUT_FILTER] && !seen[INPUT_RESYNC];
}

/* Makes the output, which is none of the files that are read. */
static int begin_output(struct dump *d, char **files)
{
    const char *same = NULL;
    for (; d->output && *files; files++)
        if (tool_is_same(d->output, *files))
            same = *files;
    if (!d->format)
        return lines_create(&d->lines, d->output, same);
    if (tool_create(&d->lines.out, d->output, same) != TOOL_OK)
        return TOOL_FAILED;
    d->table = table_begin(d->format, &d->lines.out);
    return d->table ? TOOL_OK : tool_finish(&d->lines.out, TOOL_FAILED);
}

/* What was read of files that are damaged is complete, as far as it goes, and stays; where nothing was, or not all of
 * it could be written, there is no output. */
static int end_output(struct dump *d, int status)
{
    const int kept = d->has_read || status == TOOL_OK ? TOOL_OK : TOOL_FAILED;
    const int ended = lines_finish(&d->lines, table_end(d->table, kept));
    return ended == TOOL_OK ? status : ended;
}

int main(int argc, char **argv)
{
    static char seen[128];
    static const struct option options[] = {{"packets", no_argument, NULL, 'p'},
                                            {"records", no_argument, NULL, 'r'},
                                            {"style", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"check", no_argument, NULL, 'c'},
                                            INPUT_OPTIONS,
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    static struct dump d = {.text = {.size = sizeof d.text, .style = SPE_TEXT_PERF}, .print = dump_record}; /* large */
    for (int option; (option = tool_option(argc, argv, "ho:", options)) != -1;) {
        take_option(&d, option);
        seen[option] = 1;
    }
    d.is_packets = view_of(&d, seen);
    d.names_files = input_files(argc, argv) > 1;
    d.input.source.shows_progress = isatty(STDERR_FILENO) && (d.output || !isatty(STDOUT_FILENO));
    if (d.format && !d.output && isatty(STDOUT_FILENO))
        tool_misuse("is not for a terminal: name a file with -o", d.format == TABLE_ARROW ? "arrow" : "parquet");
    if (begin_output(&d, argv + optind) != TOOL_OK)
        return TOOL_FAILED;
    return end_output(&d, input_each(&d.input, argv + optind, dump_file, &d));
}
