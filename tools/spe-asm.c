/* SPDX-License-Identifier: MIT */
/* spe-asm: turns text into raw SPE bytes, the inverse of spe-dump. asm/asm_parse.h says what a line may be. */
#include <string.h>

#include "asm/asm_parse.h"
#include "system/files.h"
#include "system/options.h"

const char tool_name[] = "spe-asm";
const char tool_usage[] = "[-o OUT] [FILE | -]\n"
                          "Turns lines of text into raw Arm SPE bytes. A line is one of:\n"
                          "  a packet line of spe-dump or of perf script -D\n"
                          "  OFFSET | BYTES | TEXT\n"
                          "  hexadecimal bytes\n"
                          "  the text of a packet, if only one packet has this text\n"
                          "  # and a comment\n"
                          "Options:\n"
                          "  -o OUT  write to OUT instead of standard output; if a line is invalid, OUT is unchanged\n";

struct assembly {
    struct tool_input in;
    struct tool_output out;
    unsigned long long line; /* number of the last one */
    struct asm_line parsed;
};

static int assemble_line(struct assembly *a, const char *line, size_t len)
{
    char where[512];
    a->line++;
    if (asm_parse(line, len, &a->parsed) == 0)
        return tool_write(&a->out, a->parsed.bytes, a->parsed.size);
    snprintf(where, sizeof where, "%.400s:%llu:%zu", a->in.name, a->line, a->parsed.column);
    return tool_error(a->parsed.error, where);
}

/* Assembles the whole lines of text[0..len). Returns the characters used up. */
static size_t assemble_lines(struct assembly *a, const char *text, size_t len, int *status)
{
    size_t used = 0;
    const char *end;
    while (*status == TOOL_OK && (end = memchr(text + used, '\n', len - used)) != NULL) {
        const char *line = text + used;
        *status = assemble_line(a, line, (size_t)(end - line));
        used += (size_t)(end - line) + 1;
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

int main(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'}, TOOL_OPTIONS, {NULL, 0, NULL, 0}};
    static struct assembly a; /* large */
    const char *path = NULL;
    while (tool_option(argc, argv, "ho:", options) != -1)
        path = optarg;
    if (argc - optind > 1)
        tool_misuse("an extra argument; give one FILE, or - for standard input", argv[optind + 1]);
    const char *input = argc == optind ? "-" : argv[optind];
    if (tool_open(&a.in, input) != TOOL_OK || tool_create(&a.out, path, input) != TOOL_OK)
        return TOOL_FAILED;
    const int status = tool_finish(&a.out, assemble(&a));
    tool_close(&a.in);
    return status;
}
