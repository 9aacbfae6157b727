/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a perf.data file (or raw ones): reading ends, gives no byte twice and none that is not there, and says one
 * thing about what is wrong. The reader is the programs' own; files are memory here, read in pieces of any size.
 */
#include <string.h>

#include "fuzz.h"

#include "../tools/spe_source.c"

const char tool_name[] = "fuzz_perf";

static struct taker file, sizes;
static unsigned messages;
static size_t whole; /* bytes of the file */

int tool_open(struct tool_input *in, const char *path)
{
    in->fd = 0;
    in->name = path;
    return TOOL_OK;
}

ssize_t tool_read(const struct tool_input *in, void *bytes, size_t cap)
{
    (void)in;
    const size_t wanted = sizes.left ? 1 + (size_t)take(&sizes, 1) * 16 : cap;
    const size_t some = wanted < cap ? wanted : cap, n = some < file.left ? some : file.left;
    if (n)
        memcpy(bytes, file.at, n);
    file.at += n;
    file.left -= n;
    return (ssize_t)n;
}

int tool_peek(const struct tool_input *in, void *bytes, size_t size, uint64_t offset)
{
    (void)in;
    if (offset > whole || size > whole - offset)
        return 0;
    memcpy(bytes, file.at - (whole - file.left) + offset, size);
    return 1;
}

int tool_error(const char *what, const char *where)
{
    CHECK(what && where && strlen(where) < 512);
    messages++;
    return TOOL_FAILED;
}

void tool_close(struct tool_input *in)
{
    (void)in;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct spe_source source;
    uint8_t bytes[512];
    size_t len = size;
    const uint8_t *input = guarded_input(data, &len);
    struct taker head = {input, len};
    const size_t pieces = (size_t)take(&head, 1) % 64, cut = pieces < head.left ? pieces : head.left;
    sizes = (struct taker){head.at, cut};
    file = (struct taker){head.at + cut, head.left - cut};
    whole = file.left;
    uint64_t given = 0, last = 0;
    int next = -1;
    ssize_t n = 0;
    messages = 0;
    if (source_open(&source, "file") == TOOL_OK) {
        while ((next = source_next(&source)) == 1) {
            CHECK(source.at >= last && source.at <= whole);
            last = source.at;
            while ((n = source_read(&source, bytes, 1 + given % sizeof bytes)) > 0)
                given += (uint64_t)n;
            if (n < 0)
                break;
        }
        CHECK(n < 0 || next < 0 || source_next(&source) == 0);
        (void)source_midr(&source);
        source_close(&source);
    }
    CHECK(given <= whole);
    CHECK(messages == (next < 0 || n < 0));
    return 0;
}
