/* SPDX-License-Identifier: MIT */
/*
 * spe-dump: SPE bytes, raw or in a perf.data file, to text, one line a packet (as perf's raw dump prints them) or one
 * line a record. Any input, of any length, in constant memory: a packet that crosses two reads is carried over to the
 * next.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <libspe/spe.h>

#include "record_format.h"
#include "spe_source.h"
#include "tool.h"

#define COLUMNS 16      /* bytes on a line: the longest run of padding that perf puts on one */
#define CHUNK (1 << 16) /* bytes looked at at once */

const char tool_name[] = "spe-dump";
const char tool_usage[] = "[--packets | --records] [--style=perf | --style=arch] [--format=text | csv | json]\n"
                          "                [--cpu=NAME | --midr=MIDR] [--filter=EXPR] [--check] FILE | -\n"
                          "Prints Arm SPE bytes, raw or in a perf.data file, as text.\n"
                          "  --packets     one line a packet: offset, bytes, text (default)\n"
                          "  --records     one line a record: offset, size in bytes, text\n"
                          "  --style=perf  the words of Linux perf (default)\n"
                          "  --style=arch  the architecture's names, all fields\n"
                          "  --format=csv  records as lines for other programs; also json, or text\n"
                          "  --cpu=NAME    whose data sources and events they are, such as neoverse-n1\n"
                          "  --midr=MIDR   the same by MIDR_EL1 (perf.data may know it)\n"
                          "  --filter=EXPR only records that the hardware's filter would keep, in perf's words:\n"
                          "                load_filter=1,min_latency=100,event_filter=0x80\n"
                          "  --check       what records break the architecture's rules, a line each\n";

struct dump {
    struct tool_output out;
    struct spe_source source;
    struct spe_text_config text;
    uint64_t offset; /* of the next packet, in the buffer */
    uint64_t midr;   /* --cpu, --midr */
    int (*print)(struct dump *d, const struct spe_record *record);
    spe_filter filter;
    int is_filtered;
    spe_check check;
    uint64_t violations;
};

/* What a piece ends with and does not tell yet: the head of a packet, a run of padding. */
struct carry {
    uint8_t bytes[COLUMNS + CHUNK];
    size_t size;
};

/* -- packets -- */

static char *put_hex(char *at, uint64_t value, int digits)
{
    for (int i = digits - 1; i >= 0; i--)
        *at++ = "0123456789abcdef"[value >> 4 * i & 15];
    return at;
}

/* ".  OFFSET:  BYTES" and blanks up to the column of the text. Returns where the text goes. */
static char *put_bytes(char *at, uint64_t offset, const uint8_t *bytes, size_t size)
{
    int digits = 8;
    while (digits < 16 && offset >> 4 * digits)
        digits++;
    memcpy(at, ".  ", 3);
    at = put_hex(at + 3, offset, digits);
    memcpy(at, ": ", 2);
    at += 2;
    for (size_t i = 0; i < size; i++) {
        *at++ = ' ';
        at = put_hex(at, bytes[i], 2);
    }
    memset(at, ' ', 3 * (COLUMNS - size) + 1);
    return at + 3 * (COLUMNS - size) + 1;
}

#define LINE_MAX (3 + 16 + 2 + 3 * COLUMNS + 1 + SPE_PACKET_TEXT_MAX + 1)

/* How many bytes of padding stand on one line with the first, at the end of a packet; 0: more input is needed to tell. */
static size_t padding_line(const uint8_t *bytes, size_t left, int at_end)
{
    size_t run = 1;
    while (run < COLUMNS && run <= left && bytes[run] == 0)
        run++;
    return run == COLUMNS || run <= left || at_end ? run : 0;
}

/* Prints all lines that can be told: a packet each, or a run of padding. Returns the bytes used up. */
static size_t dump_lines(struct dump *d, const uint8_t *bytes, size_t len, int at_end)
{
    spe_packet_iterator packets;
    struct spe_packet packet;
    char line[LINE_MAX];
    size_t used = 0;
    spe_packet_iterator_init(&packets, bytes, len, 0);
    while (spe_packet_iterator_next(&packets, &packet) > 0) {
        size_t size = (size_t)packet.header_size + packet.payload_size;
        if (packet.type == SPE_PACKET_PADDING)
            size = padding_line(bytes + used, spe_packet_iterator_left(&packets), at_end);
        if (!size)
            break;
        for (size_t i = 1; packet.type == SPE_PACKET_PADDING && i < size; i++)
            spe_packet_iterator_next(&packets, &packet);
        char *text = put_bytes(line, d->offset, bytes + used, size);
        text += spe_packet_text(&packet, &d->text, text, SPE_PACKET_TEXT_MAX);
        *text++ = '\n';
        used += size;
        d->offset += size;
        if (tool_write(&d->out, line, (size_t)(text - line)) != TOOL_OK)
            break;
    }
    return used;
}

/* The bytes end inside a packet: prints what there is of it. */
static void dump_tail(struct dump *d, const uint8_t *bytes, size_t len, char *missing, size_t cap)
{
    struct spe_packet packet;
    char line[LINE_MAX];
    spe_packet_decode(bytes, len, &packet);
    snprintf(missing, cap, "%u more byte%s needed", packet.missing, packet.missing == 1 ? "" : "s");
    char *text = put_bytes(line, d->offset, bytes, len);
    const int n = snprintf(text, SPE_PACKET_TEXT_MAX, "truncated packet (%s)\n", missing);
    tool_write(&d->out, line, (size_t)(text - line) + (size_t)n);
}

/* Prints what is kept of a packet that ends here, be it by a gap. */
static int dump_rest(struct dump *d, struct carry *kept)
{
    char missing[40], where[SOURCE_WHERE_MAX], place[SOURCE_WHERE_MAX + 64];
    const size_t used = dump_lines(d, kept->bytes, kept->size, 1);
    const uint64_t offset = d->offset;
    const int is_cut = used < kept->size;
    if (d->out.error) /* what is kept is not a packet's head then */
        return TOOL_FAILED;
    if (is_cut)
        dump_tail(d, kept->bytes + used, kept->size - used, missing, sizeof missing);
    kept->size = 0;
    if (!is_cut || d->source.step == SOURCE_GAP)
        return TOOL_OK;
    snprintf(place, sizeof place, "%s: offset 0x%" PRIx64 ", %s", source_where(&d->source, where), offset, missing);
    return tool_error("input ends inside a packet", place);
}

/* Prints the lines of a piece, with what was kept of the one before. */
static void dump_piece(struct dump *d, struct carry *kept, const uint8_t *bytes, size_t size)
{
    while (size && !d->out.error) {
        const size_t n = size < CHUNK ? size : CHUNK;
        memcpy(kept->bytes + kept->size, bytes, n);
        const size_t len = kept->size + n, used = dump_lines(d, kept->bytes, len, 0);
        kept->size = len - used;
        memmove(kept->bytes, kept->bytes + used, kept->size);
        bytes += n;
        size -= n;
    }
}

static int dump_packets(struct dump *d)
{
    static struct carry kept; /* large */
    kept.size = 0;
    d->offset = 0;
    for (int step = source_next(&d->source); step != SOURCE_BUFFER_END; step = source_next(&d->source)) {
        if (step <= SOURCE_ENDED || d->out.error)
            return TOOL_FAILED;
        if (step == SOURCE_GAP) {
            dump_rest(d, &kept);
            d->offset = d->source.offset;
        } else {
            dump_piece(d, &kept, d->source.bytes, d->source.size);
        }
    }
    return dump_rest(d, &kept);
}

/* -- records -- */

static int dump_record(struct dump *d, const struct spe_record *record)
{
    char line[128 + SPE_RECORD_TEXT_MAX];
    size_t n = (size_t)snprintf(line, 48, "%08" PRIx64 "  %4" PRIu64 "  ", record->offset, record->size);
    const int text = spe_record_text(record, &d->text, line + n, SPE_RECORD_TEXT_MAX);
    if (text < 0)
        return tool_error("no text for a record", spe_status_name(text));
    n += (size_t)text;
    if (d->text.style == SPE_TEXT_PERF && record->flags & SPE_RECORD_TRUNCATED) /* the other style has it */
        n += (size_t)snprintf(line + n, sizeof line - n, " [truncated]");
    line[n++] = '\n';
    return tool_write(&d->out, line, n);
}

/* Whose buffer it is. */
static struct record_core core_of(const struct dump *d)
{
    return (struct record_core){d->source.cpu, d->source.midr};
}

static int dump_csv(struct dump *d, const struct spe_record *record)
{
    char line[RECORD_LINE_MAX];
    const struct record_core core = core_of(d);
    return tool_write(&d->out, line, record_to_csv(record, &core, line));
}

static int dump_json(struct dump *d, const struct spe_record *record)
{
    char line[RECORD_LINE_MAX];
    const struct record_core core = core_of(d);
    return tool_write(&d->out, line, record_to_json(record, &core, line));
}

/* What a record breaks: "OFFSET: violation: events-missing: every record ... (D17.6.10)". */
static int dump_findings(struct dump *d, const struct spe_record *record)
{
    struct spe_finding findings[SPE_RULES];
    const int n = spe_check_record(&d->check, record, findings, SPE_RULES);
    int status = TOOL_OK;
    for (int i = 0; i < n && status == TOOL_OK; i++) {
        char line[512];
        d->violations += findings[i].severity == SPE_CHECK_VIOLATION;
        const int size = snprintf(line, sizeof line, "%08" PRIx64 ": %s: %s: %s (%s)\n", findings[i].offset,
                                  tool_severity((int)findings[i].severity),
                                  spe_rule_name(findings[i].rule), spe_rule_text(findings[i].rule),
                                  spe_rule_section(findings[i].rule));
        status = tool_write(&d->out, line, (size_t)size);
    }
    return status;
}

static int take_record(struct dump *d, const struct spe_record *record)
{
    return d->is_filtered && !spe_filter_keeps(&d->filter, record) ? TOOL_OK : d->print(d, record);
}

/* Takes all records of a piece. */
static int take_piece(struct dump *d, spe_decoder *decoder)
{
    struct spe_record record;
    spe_decoder_feed(decoder, d->source.bytes, d->source.size);
    while (spe_decoder_next(decoder, &record) == 1)
        if (take_record(d, &record) != TOOL_OK)
            return TOOL_FAILED;
    return TOOL_OK;
}

static int dump_records(struct dump *d)
{
    struct spe_record record;
    spe_decoder decoder;
    int step, status = TOOL_OK;
    spe_decoder_init(&decoder, NULL);
    spe_check_init(&d->check, NULL);
    while (status == TOOL_OK && (step = source_next(&d->source)) != SOURCE_BUFFER_END) {
        if (step == SOURCE_GAP)
            status = source_pass_gap(&d->source, &decoder, &record) == 1 ? take_record(d, &record) : TOOL_OK;
        else
            status = step == SOURCE_BYTES ? take_piece(d, &decoder) : TOOL_FAILED;
    }
    if (status != TOOL_OK || spe_decoder_finish(&decoder, &record) == 0)
        return status;
    take_record(d, &record);
    return source_cut_off(&d->source, record.offset, record.size);
}

/* -- buffers -- */

/* perf.data has many: which one follows is said on a line of its own. */
static int name_buffer(struct dump *d)
{
    char line[96];
    const uint64_t midr = d->source.midr;
    int n = snprintf(line, sizeof line, "# buffer %" PRIu64, d->source.notes.buffers);
    if (d->source.cpu != UINT32_MAX)
        n += snprintf(line + n, sizeof line - (size_t)n, ", cpu %" PRIu32, d->source.cpu);
    if (midr)
        n += snprintf(line + n, sizeof line - (size_t)n, ", MIDR_EL1 0x%" PRIx64, midr);
    line[n++] = '\n';
    return tool_write(&d->out, line, (size_t)n);
}

static int dump_buffers(struct dump *d, int (*dump)(struct dump *))
{
    int status = TOOL_OK, next;
    while ((next = source_next(&d->source)) == SOURCE_BUFFER) {
        d->text.midr = d->source.midr;
        if (d->source.is_perf && d->print != dump_csv && d->print != dump_json && name_buffer(d) != TOOL_OK)
            return TOOL_FAILED;
        if (dump(d) != TOOL_OK) /* a buffer that is cut off is no reason to leave out the others */
            status = TOOL_FAILED;
        if (d->out.error)
            return TOOL_FAILED;
    }
    if (source_report(&d->source) != TOOL_OK)
        status = TOOL_FAILED;
    if (d->violations)
        return tool_error("records break the architecture's rules", d->source.in.name);
    return next < 0 ? TOOL_FAILED : status;
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

static int (*format_of(const char *name))(struct dump *, const struct spe_record *)
{
    if (strcmp(name, "csv") == 0)
        return dump_csv;
    if (strcmp(name, "json") == 0)
        return dump_json;
    if (strcmp(name, "text") != 0)
        tool_misuse("no such format, it is text, csv or json", name);
    return dump_record;
}

static void take_option(struct dump *d, int option)
{
    if (option == 's')
        d->text.style = style_of(optarg);
    else if (option == 'f')
        d->print = format_of(optarg);
    else if (option == 'c')
        d->print = dump_findings;
    else if (option == 'k')
        d->is_filtered = tool_filter(&d->filter, optarg);
    else if (option == 'C')
        d->midr = tool_core(optarg);
    else if (option == 'm')
        d->midr = tool_number(optarg, UINT64_MAX);
}

/* Which options go together: `seen` has them by letter. Returns what prints. */
static int (*view_of(const char *seen))(struct dump *)
{
    if (seen['p'] && (seen['r'] || seen['f'] || seen['k'] || seen['c']))
        tool_misuse("--records, --format, --filter and --check do not go with it, they are of records", "--packets");
    if (seen['c'] && (seen['r'] || seen['f'] || seen['k']))
        tool_misuse("--records, --format and --filter do not go with it: it has lines of its own, of all records",
                    "--check");
    return seen['r'] || seen['f'] || seen['k'] || seen['c'] ? dump_records : dump_packets;
}

int main(int argc, char **argv)
{
    static char seen[128];
    static const struct option options[] = {{"packets", no_argument, NULL, 'p'},
                                            {"records", no_argument, NULL, 'r'},
                                            {"style", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"filter", required_argument, NULL, 'k'},
                                            {"check", no_argument, NULL, 'c'},
                                            {"cpu", required_argument, NULL, 'C'},
                                            {"midr", required_argument, NULL, 'm'},
                                            TOOL_OPTIONS,
                                            {NULL, 0, NULL, 0}};
    static struct dump d = {.text = {.size = sizeof d.text, .style = SPE_TEXT_PERF}, .print = dump_record}; /* large */
    for (int option; (option = tool_option(argc, argv, "h", options)) != -1;) {
        take_option(&d, option);
        seen[option] = 1;
    }
    int (*const dump)(struct dump *) = view_of(seen);
    if (argc - optind != 1)
        tool_misuse("takes one FILE, or - for standard input", argc == optind ? "none given" : argv[optind + 1]);
    if (source_open(&d.source, argv[optind]) != TOOL_OK || tool_create(&d.out, NULL, &d.source.in) != TOOL_OK)
        return TOOL_FAILED;
    d.source.given_midr = d.midr;
    d.source.shows_progress = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    if (d.print == dump_csv)
        tool_write(&d.out, record_csv_header, strlen(record_csv_header));
    const int status = tool_finish(&d.out, dump_buffers(&d, dump));
    source_close(&d.source);
    return status;
}
