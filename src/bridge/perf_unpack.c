/* SPDX-License-Identifier: MIT */
/*
 * Decompresses compressed events a piece at a time, through the caller's function, and finds the events in the result.
 * Memory holds less than two events, whatever a compressed event becomes.
 */
#include "perf_unpack.h"

#include <string.h>

#include "perf_window.h"

#define CAP (SPE_PERF_DECOMPRESS_STORAGE / 2) /* bytes for each stream: an event fits */
#define GROWTH 1024                           /* more than this, perf's events cannot be compressed */

_Static_assert(CAP > PERF_EVENT_MAX, "an event fits");

int spe_perf_reader_decompress(spe_perf_reader *r, spe_perf_decompress_fn *decompress, void *context, void *storage,
                               size_t size)
{
    struct perf_reader *reader = (struct perf_reader *)(void *)r;
    if (!r || !decompress || !storage || (uintptr_t)storage % 8)
        return SPE_E_ARG;
    if (reader->magic != SPE_PERF_READER_MAGIC || reader->phase != SPE_PERF_PHASE_HEADER || reader->status != SPE_OK)
        return SPE_E_STATE;
    if (size < SPE_PERF_DECOMPRESS_STORAGE)
        return SPE_E_SPACE;
    reader->decompress = decompress;
    reader->decompress_context = context;
    reader->unpacked[0].bytes = (uint8_t *)storage;
    reader->unpacked[1].bytes = (uint8_t *)storage + CAP;
    return SPE_OK;
}

int spe_perf_is_packed(const struct perf_reader *r, uint32_t kind)
{
    return r->decompress && (kind == PERF_COMPRESSED || kind == PERF_COMPRESSED2);
}

int spe_perf_begin_packed(struct perf_reader *r, struct spe_perf_unpacked *u, const uint8_t *event, uint64_t at,
                          size_t size)
{
    const int is_counted = spe_perf_get(r, event, 4) == PERF_COMPRESSED2;
    const size_t header = PERF_EVENT_HEADER + (is_counted ? 8 : 0);
    u->event = at;
    u->from = at + header;
    u->left = size - PERF_EVENT_HEADER;
    if (is_counted) {
        u->left = size < header ? UINT64_MAX : spe_perf_get(r, event + PERF_EVENT_HEADER, 8);
        if (u->left > size - header)
            return spe_perf_fail(r, "a compressed event has more bytes than fit it", at + PERF_EVENT_HEADER);
    }
    u->allowed = GROWTH * u->left;
    return SPE_OK;
}

/* Decompresses some bytes. Returns SPE_OK, or a status. */
static int decompress_some(struct perf_reader *r, struct spe_perf_unpacked *u, struct spe_perf_window *w)
{
    const uint8_t *bytes = NULL;
    const int64_t seen = u->left ? spe_perf_look(r, w, u->from, 1, &bytes) : 0;
    if (seen < 0 || (u->left && !seen))
        return seen < 0 ? (int)seen : spe_perf_fail(r, "the file ends inside an event", u->event);
    const size_t cap = CAP - u->size;
    struct spe_perf_compressed in = {.bytes = bytes,
                                     .size = (uint64_t)seen < u->left ? (size_t)seen : (size_t)u->left,
                                     .stream = u == &r->unpacked[1],
                                     .file_offset = u->from};
    const size_t size = in.size;
    const int64_t n = r->decompress(r->decompress_context, &in, u->bytes + u->size, cap);
    if (n < 0 || (!n && !in.used && size))
        return spe_perf_fail(r, "a compressed event is damaged", u->event);
    if ((uint64_t)n > cap || in.used > size) {
        r->status = SPE_E_IO;
        r->problem = "decompressing used or gave more bytes than there were";
        r->problem_at = u->from;
        return SPE_E_IO;
    }
    if ((uint64_t)n > u->allowed)
        return spe_perf_fail(r, "a compressed event becomes larger than perf's events can", u->event);
    u->allowed -= (uint64_t)n;
    u->from += in.used;
    u->left -= in.used;
    u->size += (uint32_t)n;
    u->is_full = (size_t)n == cap;
    return SPE_OK;
}

/* The size of the event at u->at, as far as its header is there; 0 if that is not. */
static size_t size_of(const struct perf_reader *r, const struct spe_perf_unpacked *u)
{
    const size_t have = u->size - u->at;
    return have < PERF_EVENT_HEADER ? 0 : (size_t)spe_perf_get(r, u->bytes + u->at + 6, 2);
}

int64_t spe_perf_unpack(struct perf_reader *r, struct spe_perf_unpacked *u, struct spe_perf_window *w,
                        const uint8_t **event)
{
    for (;;) {
        const size_t have = u->size - u->at, size = size_of(r, u);
        if (have >= PERF_EVENT_HEADER && size < PERF_EVENT_HEADER)
            return spe_perf_fail(r, "an event in a compressed event has a size that cannot be", u->event);
        if (size && size <= have) {
            *event = u->bytes + u->at;
            u->at += (uint32_t)size;
            return (int64_t)size;
        }
        if (!u->left && !u->is_full)
            return 0;
        memmove(u->bytes, u->bytes + u->at, have);
        u->at = 0;
        u->size = (uint32_t)have;
        const int status = decompress_some(r, u, w);
        if (status != SPE_OK)
            return status;
    }
}
