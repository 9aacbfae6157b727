/* SPDX-License-Identifier: MIT */
/* The file's bytes: directly if the file is in memory, otherwise through a window that moves over the file and is
 * filled by the caller's function. */
#include "perf_window.h"

#include <string.h>

int spe_perf_fail(struct perf_reader *r, const char *problem, uint64_t offset)
{
    r->problem = problem;
    r->problem_at = offset;
    r->status = SPE_E_FORMAT;
    return SPE_E_FORMAT;
}

/* Reads the bytes that follow the window. Returns their number, or a status. */
static int64_t read_on(struct perf_reader *r, struct spe_perf_window *w)
{
    const size_t room = w->cap - w->size;
    const uint64_t offset = w->from + w->size;
    const int64_t n = r->read(r->context, offset, w->bytes + w->size, room);
    if (n < 0 || (uint64_t)n > room) {
        r->problem = n < 0 ? "reading failed" : "the read function returned more bytes than requested";
        r->problem_at = offset;
        r->status = SPE_E_IO;
        return SPE_E_IO;
    }
    w->size += (size_t)n;
    return n;
}

/* Makes the window begin at or before `offset`. Returns 1, or 0 if the file ends before `offset`, or a status. */
static int64_t move_to(struct perf_reader *r, struct spe_perf_window *w, uint64_t offset)
{
    int64_t n = 1;
    if (r->is_seekable && (offset < w->from || offset - w->from > w->size)) {
        w->from = offset;
        w->size = 0;
    }
    while (n > 0 && offset - w->from > w->size) { /* a pipe: read and drop the bytes between */
        w->from += w->size;
        w->size = 0;
        n = read_on(r, w);
    }
    return n;
}

int64_t spe_perf_look(struct perf_reader *r, struct spe_perf_window *w, uint64_t offset, size_t n,
                      const uint8_t **bytes)
{
    int64_t got = 1;
    *bytes = NULL;
    if (r->memory) {
        if (offset >= r->memory_size)
            return 0;
        *bytes = r->memory + offset;
        return (int64_t)(r->memory_size - offset);
    }
    got = move_to(r, w, offset);
    if (got <= 0)
        return got;
    if (offset - w->from + n > w->cap || offset - w->from == w->size) {
        const size_t kept = w->size - (size_t)(offset - w->from);
        memmove(w->bytes, w->bytes + (offset - w->from), kept);
        w->from = offset;
        w->size = kept;
    }
    while (got > 0 && w->size - (size_t)(offset - w->from) < n)
        got = read_on(r, w);
    if (got < 0)
        return got;
    *bytes = w->bytes + (offset - w->from);
    return (int64_t)(w->size - (size_t)(offset - w->from));
}

const uint8_t *spe_perf_peek(struct perf_reader *r, uint64_t offset, size_t n)
{
    const uint8_t *bytes;
    const struct spe_perf_window *w = &r->window;
    const int is_there = offset >= w->from && offset - w->from <= w->size && n <= w->size - (size_t)(offset - w->from);
    if (!r->memory && !r->is_seekable)
        return is_there ? w->bytes + (offset - w->from) : NULL;
    return spe_perf_look(r, &r->window, offset, n, &bytes) >= (int64_t)n ? bytes : NULL;
}
