/* SPDX-License-Identifier: MIT */
/*
 * Finds bytes that a file has twice. At each signal, perf writes the whole ring of a snapshot again, once the ring has
 * wrapped around. What the stream's last buffer has, too, is at the beginning of the next one.
 */
#include "perf_repeats.h"
#include "perf_window.h"

#define PADDING 7 /* the most zeros that perf adds to a buffer */

/* The number of bytes from that place of the file on, up to n, that are equal to those from another place on. In a pipe
 * the earlier bytes are gone: those count as equal that AUX events do not name as new. */
static uint64_t equal_bytes(struct perf_reader *r, const struct spe_perf_last *last, uint64_t before, uint64_t after,
                            uint64_t n)
{
    uint64_t same = 0;
    if (!r->memory && !r->is_seekable)
        return !r->has_aux || last->news >= r->left ? 0 : n < r->left - last->news ? n : r->left - last->news;
    while (same < n) {
        const uint8_t *a, *b;
        const int64_t has_a = spe_perf_look(r, &r->ahead, before + same, 1, &a);
        const int64_t has_b = spe_perf_look(r, &r->window, after + same, 1, &b);
        uint64_t some = n - same;
        some = has_a < 0 || has_b < 0 ? 0 : some < (uint64_t)has_a ? some : (uint64_t)has_a;
        some = some < (uint64_t)has_b ? some : (uint64_t)has_b;
        for (const uint64_t from = same; some && same - from < some; same++)
            if (a[same - from] != b[same - from])
                return same;
        if (!some)
            break;
    }
    return same;
}

/* How many bytes of the current buffer are repeated, if its first byte has that offset in the stream. */
static uint64_t repeats_at(struct perf_reader *r, const struct spe_perf_last *last, uint64_t offset, uint64_t bytes_at)
{
    const uint64_t before = offset < last->from ? last->from - offset : 0; /* bytes of earlier buffers */
    if (offset < last->run || offset >= last->next || before >= r->left || last->next - offset <= PADDING)
        return 0;
    const uint64_t n = last->next - offset < r->left ? last->next - offset : r->left;
    const uint64_t same =
        equal_bytes(r, last, last->file + (offset + before - last->from), bytes_at + before, n - before);
    const int is_pipe = !r->memory && !r->is_seekable;
    return same && (is_pipe || n - before - same <= PADDING) ? before + same : 0;
}

uint64_t spe_perf_find_repeats(struct perf_reader *r, const struct spe_perf_last *last, uint64_t bytes_at)
{
    /* A ring that has wrapped around begins at any of its bytes: the offset may have passed its end since. */
    const int is_ring = r->has_rings && r->left == last->next - last->from && r->offset < last->from;
    const uint64_t wrapped = is_ring ? repeats_at(r, last, r->offset + r->left, bytes_at) : 0;
    return wrapped ? wrapped : repeats_at(r, last, r->offset, bytes_at);
}
