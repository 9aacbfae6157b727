/* SPDX-License-Identifier: MIT */
/* See perf_dir.h. */
#include "perf_dir.h"

#include <string.h>

#include <libspe/perf_data.h>

#include "../system/platform.h"

/* The place of the events in the header (linux/tools/perf/util/header.h, struct perf_file_header) */
enum { HEADER_SIZE = 104, DATA_OFFSET = 40, DATA_SIZE = 48 };

static const char *path_of(const char *directory, unsigned n, char *out, size_t cap)
{
    snprintf(out, cap, n ? "%.4000s/data.%u" : "%.4000s/data", directory, n - 1);
    return out;
}

int perf_dir_has_threads(const char *path)
{
    char name[4096];
    struct platform_file file;
    return platform_look(path_of(path, 1, name, sizeof name), &file) && file.is_regular;
}

/* A number of the header, in the byte order of the file. */
static uint64_t header_number(const uint8_t *header, size_t at)
{
    const int is_little = header[0] == 'P';
    uint64_t n = 0;
    for (size_t i = 0; i < 8; i++)
        n = n << 8 | header[at + (is_little ? 7 - i : i)];
    return n;
}

/* Appends bytes[from, from + size) of an open file. */
static void add_part(struct perf_dir *d, uint64_t from, uint64_t size)
{
    struct perf_dir_part *part = &d->parts[d->count];
    part->begin = d->count ? part[-1].end : sizeof d->header;
    part->end = part->begin + size;
    part->from = from;
    d->count++;
}

/* Adds the events of "data", preceded by the header of a pipe. */
static int add_first(struct perf_dir *d)
{
    const struct tool_input *in = &d->parts[0].in;
    uint8_t header[HEADER_SIZE];
    const int64_t n = tool_read_at(in, header, sizeof header, 0);
    const uint8_t size[16] = {[0] = 16, [15] = 16}; /* little-endian, then big-endian */
    struct platform_file file;
    add_part(d, 0, 0);
    if (n < 0)
        return TOOL_FAILED;
    if (n != sizeof header || !spe_perf_is_file(header, sizeof header) || header_number(header, 8) != HEADER_SIZE)
        return tool_error("has no perf.data header, or the header of a pipe", in->name);
    memcpy(d->header, header, 8);
    memcpy(d->header + 8, size + (header[0] == 'P' ? 0 : 8), 8);
    const uint64_t from = header_number(header, DATA_OFFSET), length = header_number(header, DATA_SIZE);
    if (!platform_look_open(in->fd, &file) || from < HEADER_SIZE || from > file.size || length > file.size - from)
        return tool_error("the data section is outside the file", in->name);
    d->parts[0].from = from;
    d->parts[0].end += length;
    return TOOL_OK;
}

static int add_thread(struct perf_dir *d)
{
    struct platform_file file;
    const int is_file = platform_look_open(d->parts[d->count].in.fd, &file) && file.is_regular;
    add_part(d, 0, is_file ? file.size : 0);
    return TOOL_OK;
}

int perf_dir_open(struct perf_dir *d, const char *path)
{
    char name[4096];
    struct platform_file file;
    d->count = 0;
    while (platform_look(path_of(path, d->count, name, sizeof name), &file) || !d->count) {
        if (d->count == PERF_DIR_FILES)
            return tool_error("too many data.N files", path);
        struct tool_input *in = &d->parts[d->count].in;
        if (tool_open_regular(in, name) != TOOL_OK)
            return TOOL_FAILED;
        in->name = path; /* a name that stays valid */
        if ((d->count ? add_thread(d) : add_first(d)) != TOOL_OK)
            return TOOL_FAILED;
    }
    return TOOL_OK;
}

int64_t perf_dir_read(const struct perf_dir *d, void *bytes, size_t cap, uint64_t offset)
{
    if (offset < sizeof d->header) {
        const size_t n = sizeof d->header - (size_t)offset < cap ? sizeof d->header - (size_t)offset : cap;
        memcpy(bytes, d->header + offset, n);
        return (int64_t)n;
    }
    for (unsigned i = 0; i < d->count; i++) {
        const struct perf_dir_part *part = &d->parts[i];
        if (offset >= part->end)
            continue;
        const uint64_t left = part->end - offset;
        return tool_read_at(&part->in, bytes, left < cap ? (size_t)left : cap, part->from + offset - part->begin);
    }
    return 0;
}

unsigned perf_dir_part(const struct perf_dir *d, uint64_t offset)
{
    unsigned i = 0;
    while (i + 1 < d->count && offset >= d->parts[i].end)
        i++;
    return i;
}

void perf_dir_close(struct perf_dir *d)
{
    while (d->count)
        tool_close(&d->parts[--d->count].in);
}
