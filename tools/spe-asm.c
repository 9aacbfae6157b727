/* SPDX-License-Identifier: MIT */
/* spe-asm: turns text into raw SPE bytes, the inverse of spe-dump. asm/asm_parse.h says what a line may be. */
#include <getopt.h>
#include <string.h>

#include "asm/asm_parse.h"
#include "system/files.h"
#include "system/options.h"

const char tool_name[] = "spe-asm";
const char tool_usage[] = "[--strict] [-o OUT] [FILE | -]\n"
                          "Turns lines of text into raw Arm SPE bytes. A line is one of:\n"
                          "  a packet line of spe-dump or of perf script -D\n"
                          "  OFFSET | BYTES | TEXT, a line of a capture in libspe's tests\n"
                          "  hexadecimal bytes\n"
                          "  the text of a packet, if only one packet has this text\n"
                          "  # and a comment\n"
                          "If the input has packet lines, lines in none of these forms are skipped and counted.\n";

struct assembly {
    struct tool_input in;
    struct tool_output out;
    unsigned long long line; /* number of the last one */
    int is_strict;
    int has_bytes;              /* a line of another form gave some */
    int is_dump;                /* a packet line of a dump was read */
    int is_part;                /* the bytes of the last one end inside a packet */
    uint64_t next;              /* the offset at which the next one continues */
    unsigned long long skipped; /* lines */
    int has_skipped;            /* since the last packet line */
    const char *error;          /* of the first line that was skipped */
    unsigned long long error_line;
    size_t error_column;
    struct asm_line parsed;
    const char *output; /* -o; NULL: standard output */
};

static int refuse(const struct assembly *a, const char *what, unsigned long long line, size_t column)
{
    char where[512];
    snprintf(where, sizeof where, "%.400s:%llu:%zu", a->in.name, line, column);
    return tool_error(what, where);
}

/* A dump that was pasted somewhere has other lines around it: they are skipped and counted. In other text such a line
 * is a mistake. A packet line, which may come later, decides which of the two it is. */
static int skip_line(struct assembly *a, size_t len)
{
    const struct asm_line *parsed = &a->parsed;
    if (a->is_part)
        return refuse(a, "not a packet line, but the one before ends inside a packet: join both lines", a->line, 1);
    if (parsed->was_packet)
        return refuse(a, "a packet line without the dot at its beginning", a->line, 1);
    if (a->is_strict || parsed->is_dump || a->has_bytes || len > ASM_LINE_MAX)
        return refuse(a, parsed->error, a->line, parsed->column);
    if (!a->skipped++) {
        a->error = parsed->error;
        a->error_line = a->line;
        a->error_column = parsed->column;
    }
    a->has_skipped = 1;
    return TOOL_OK;
}

/* A skipped line may have been half of a packet line: then its bytes are missing before the next one. */
static int take_dump(struct assembly *a)
{
    const uint64_t offset = a->parsed.offset;
    if (a->is_dump && a->has_skipped && offset && offset != a->next)
        return refuse(a, "bytes before this line are missing: a line that was skipped had some", a->line, 1);
    a->is_dump = 1;
    a->is_part = a->parsed.is_part;
    a->has_skipped = 0;
    a->next = offset + a->parsed.size;
    return TOOL_OK;
}

/* Bytes, or a packet's text. */
static int take_other(struct assembly *a)
{
    if (a->is_dump && !a->is_strict)
        return refuse(a, "a dump has no such line: remove it, or use --strict to assemble it", a->line, 1);
    a->has_bytes = 1;
    return a->skipped ? refuse(a, a->error, a->error_line, a->error_column) : TOOL_OK;
}

/* Finds what a packet line begins with, ".  0000000b:", even if blanks became others. Returns its place, or len. */
static size_t find_packet_line(const char *line, size_t at, size_t len)
{
    static const char digits[] = "0123456789abcdefABCDEF", blanks[] = " \t\xc2\xa0";
    for (; at < len; at++) {
        size_t i = at + 1, first;
        while (line[at] == '.' && i < len && memchr(blanks, line[i], sizeof blanks - 1))
            i++;
        for (first = i; i > at + 1 && i < len && memchr(digits, line[i], sizeof digits - 1);)
            i++;
        if (i - first >= 8 && i < len && line[i] == ':')
            break;
    }
    return at;
}

static int assemble_line(struct assembly *a, char *line, size_t len)
{
    const size_t n = a->is_strict || len > ASM_LINE_MAX ? len : asm_unquote(line, len);
    const size_t begin = find_packet_line(line, 0, n), second = find_packet_line(line, begin + 1, n);
    int status = TOOL_OK;
    a->line++;
    if (asm_parse(line, n, &a->parsed) != 0)
        return begin < n && !a->parsed.is_dump ? refuse(a, "a packet line that is damaged", a->line, begin + 1)
                                               : skip_line(a, len);
    if (a->parsed.is_dump && second < n)
        return refuse(a, "a second packet line on one line: put it on a line of its own", a->line, second + 1);
    if (a->parsed.is_dump)
        status = take_dump(a);
    else if (a->parsed.size)
        status = take_other(a);
    return status == TOOL_OK ? tool_write(&a->out, a->parsed.bytes, a->parsed.size) : status;
}

/* Judges the skipped lines: they surround a dump, or are a mistake. */
static int end_lines(const struct assembly *a, int status)
{
    char text[100];
    if (status != TOOL_OK || !a->skipped)
        return status;
    if (!a->is_dump)
        return refuse(a, a->error, a->error_line, a->error_column);
    snprintf(text, sizeof text, "%llu line%s skipped, around the packet lines (--strict rejects them)", a->skipped,
             a->skipped == 1 ? " was" : "s were");
    tool_error(text, a->in.name);
    return TOOL_OK;
}

/* Assembles the whole lines of text[0..len). Returns the characters used up. */
static size_t assemble_lines(struct assembly *a, char *text, size_t len, int *status)
{
    size_t used = 0;
    char *end;
    while (*status == TOOL_OK && (end = memchr(text + used, '\n', len - used)) != NULL) {
        const size_t length = (size_t)(end - text) - used;
        *status = assemble_line(a, text + used, length);
        used += length + 1;
    }
    return used;
}

/* A line that does not end within the buffer is longer than the parser takes: it says so. */
static int assemble(struct assembly *a)
{
    char text[2 * ASM_LINE_MAX];
    int status = TOOL_OK;
    size_t kept = 0;
    int64_t n;
    while (status == TOOL_OK && (n = tool_read(&a->in, text + kept, sizeof text - kept)) != 0) {
        if (n < 0)
            return TOOL_FAILED;
        const size_t len = kept + (size_t)n;
        const size_t used = assemble_lines(a, text, len, &status);
        kept = len - used;
        memmove(text, text + used, kept);
        if (status == TOOL_OK && kept > ASM_LINE_MAX)
            status = assemble_line(a, text, kept);
    }
    return status == TOOL_OK && kept ? assemble_line(a, text, kept) : status;
}

static const struct option_row rows[] = {
    {.help = "Options:"},
    {0, "strict", NULL,
     "reject lines in none of these forms, and do not remove a mail's > marks and colours;\n"
     "accept packet lines together with bytes and texts",
     option_flag, offsetof(struct assembly, is_strict)},
    {'o', "output", "OUT", "write to OUT instead of standard output; if a line is invalid, OUT is unchanged",
     option_text, offsetof(struct assembly, output)},
};

int main(int argc, char **argv)
{
    static struct assembly a; /* large */
    struct option_list list = OPTION_LIST(rows, &a);
    tool_options(argc, argv, 0, &list, 1);
    if (argc - optind > 1)
        tool_misuse("an extra argument; give one FILE, or - for standard input", argv[optind + 1]);
    const char *input = argc == optind ? "-" : argv[optind];
    if (tool_open(&a.in, input) != TOOL_OK || tool_create(&a.out, a.output, input) != TOOL_OK)
        return TOOL_FAILED;
    const int status = tool_finish(&a.out, end_lines(&a, assemble(&a)));
    tool_close(&a.in);
    return status;
}
