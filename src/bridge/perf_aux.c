/* SPDX-License-Identifier: MIT */
/*
 * Finds where bytes are missing. An AUX event describes a range of a core's bytes: its last record may be cut off
 * (PARTIAL), or the bytes before it are gone (OVERWRITE). perf writes the event before the bytes or, if the kernel was
 * faster than perf, after them. A file that can be read at any offset is therefore read ahead for these events, as far
 * as the table has room.
 */
#include <string.h>

#include "perf_aux.h"
#include "perf_header.h"
#include "perf_repeats.h"
#include "perf_unpack.h"
#include "perf_window.h"

#define GAP_FLAGS ((uint32_t)(SPE_PERF_AUX_PARTIAL | SPE_PERF_AUX_OVERWRITE))

#define SNAPSHOTS_SEEN 64

/* Whether one of the table's latest ranges is the same snapshot: the kernel announces more snapshots than perf saves,
 * often several of the same bytes. */
static int has_snapshot(const struct perf_reader *r, const struct spe_perf_range *new)
{
    const int is_known = new->cpu != SPE_PERF_NONE || new->tid != SPE_PERF_NONE;
    if (!is_known || new->aux_flags != SPE_PERF_AUX_OVERWRITE)
        return 0;
    for (uint32_t i = r->range_count; i > 0 && r->range_count - i < SNAPSHOTS_SEEN; i--) {
        const struct spe_perf_range *old = &r->ranges[i - 1];
        if (old->from == new->from && old->to == new->to && old->aux_flags == new->aux_flags && old->cpu == new->cpu &&
            old->tid == new->tid)
            return 1;
    }
    return 0;
}

/* Returns 0 if the table has no room. */
static int add_range(struct perf_reader *r, const struct spe_perf_event *aux)
{
    /* For a snapshot the kernel gives the offset of the end of the bytes. */
    const uint64_t from = aux->aux_flags & SPE_PERF_AUX_OVERWRITE ? aux->offset - aux->size : aux->offset;
    const struct spe_perf_range range = {.from = from,
                                         .to = from + aux->size,
                                         .file_offset = aux->file_offset,
                                         .cpu = aux->cpu,
                                         .tid = aux->tid,
                                         .aux_flags = aux->aux_flags & GAP_FLAGS};
    if (has_snapshot(r, &range))
        return 1;
    if (r->range_count == r->range_cap)
        return 0;
    r->ranges[r->range_count++] = range;
    return 1;
}

/* The last buffer of the stream of an AUX event: its thread's stream if there is one, otherwise its core's. NULL if it
 * is not known. */
static struct spe_perf_last *last_of(const struct perf_reader *r, const struct spe_perf_event *aux)
{
    struct spe_perf_known_core *core = spe_perf_core_of(r, aux->cpu);
    for (uint32_t i = 0; i < r->thread_count; i++)
        if (r->threads[i].tid == aux->tid)
            return &r->threads[i].last;
    return core ? &core->last : NULL;
}

/* Whether bytes after a range that is not in the table have already been returned. */
static int is_late(const struct perf_reader *r, const struct spe_perf_event *aux)
{
    const uint64_t to = aux->aux_flags & SPE_PERF_AUX_OVERWRITE ? aux->offset : aux->offset + aux->size;
    const struct spe_perf_last *last = last_of(r, aux);
    return last && last->next != SPE_PERF_NO_BUFFER && to < last->next;
}

void spe_perf_take_aux(struct perf_reader *r, struct spe_perf_event *aux)
{
    struct spe_perf_last *last = last_of(r, aux);
    r->has_aux = 1;
    r->has_rings |= (aux->aux_flags & SPE_PERF_AUX_OVERWRITE) != 0;
    if (last)
        last->news = aux->size < UINT64_MAX - last->news ? last->news + aux->size : UINT64_MAX;
    if (!(aux->aux_flags & GAP_FLAGS) || r->gaps_read++ < r->gaps_scanned)
        return;
    if (is_late(r, aux)) /* what can be read ahead is late only because the table was full */
        aux->lost_gap = r->memory || r->is_seekable ? SPE_PERF_GAP_NO_ROOM : SPE_PERF_GAP_LATE;
    else if (!add_range(r, aux))
        aux->lost_gap = SPE_PERF_GAP_NO_ROOM;
    r->late += aux->lost_gap == SPE_PERF_GAP_LATE;
    r->no_room += aux->lost_gap == SPE_PERF_GAP_NO_ROOM;
}

/* -- reading ahead -- */

/* The bytes that follow an event and are not included in its size; UINT64_MAX if their number is impossible. */
static uint64_t bytes_after(const struct perf_reader *r, const uint8_t *event, uint32_t kind, size_t size)
{
    uint64_t n = 0;
    if (kind == PERF_AUXTRACE)
        n = size >= PERF_EVENT_HEADER + 8 ? spe_perf_get(r, event + PERF_EVENT_HEADER, 8) : UINT64_MAX;
    else if (kind == PERF_HEADER_TRACING_DATA)
        n = size >= PERF_EVENT_HEADER + 4 ? (spe_perf_get(r, event + PERF_EVENT_HEADER, 4) + 7) & ~UINT64_C(7) : 0;
    return n > UINT64_MAX / 2 ? UINT64_MAX : n;
}

/* Adds an AUX event to the table if it means a gap and has not been delivered. */
static void scan_aux(struct perf_reader *r, const uint8_t *event, size_t size, uint64_t file_offset)
{
    struct spe_perf_event aux = spe_perf_no_event();
    const size_t trailer = spe_perf_take_sample_id(r, event, size, &aux);
    aux.file_offset = file_offset;
    if (!spe_perf_read_body(spe_perf_row_of_kind(PERF_AUX), event + PERF_EVENT_HEADER,
                            size - PERF_EVENT_HEADER - trailer, r->is_big, &aux) &&
        aux.aux_flags & GAP_FLAGS && r->gaps_scanned++ >= r->gaps_read)
        r->no_room += !add_range(r, &aux) || is_late(r, &aux); /* late only if the table was full before */
}

/* Ends reading ahead at something impossible: the reader will reach it, and report it. A failed read stays. */
static void give_up(struct perf_reader *r)
{
    r->status = r->status == SPE_E_FORMAT ? SPE_OK : r->status;
    r->scan_is_done = 1;
}

/* The next event ahead in a compressed event. Returns 0 at its end, or if the event is impossible. */
static int scan_unpacked(struct perf_reader *r)
{
    const uint8_t *event;
    const int64_t size = spe_perf_unpack(r, &r->unpacked[1], &r->ahead, &event);
    if (size > 0 && spe_perf_get(r, event, 4) == PERF_AUX)
        scan_aux(r, event, (size_t)size, r->unpacked[1].event);
    if (size < 0)
        give_up(r);
    return size > 0;
}

/* Skips the next event ahead, and adds it to the table if it gives the place of a gap. Returns 0 if no event follows,
 * or if the event is impossible. */
static int scan_event(struct perf_reader *r)
{
    const uint8_t *event;
    if (scan_unpacked(r))
        return 1;
    if (r->scan_is_done || r->scan_at >= r->end ||
        spe_perf_look(r, &r->ahead, r->scan_at, PERF_EVENT_HEADER, &event) < PERF_EVENT_HEADER)
        return 0;
    const uint32_t kind = (uint32_t)spe_perf_get(r, event, 4);
    const size_t size = (size_t)spe_perf_get(r, event + 6, 2);
    const size_t seen = size < r->ahead.cap / 2 ? size : PERF_EVENT_HEADER + 24; /* AUX events are small */
    if (size < PERF_EVENT_HEADER || spe_perf_look(r, &r->ahead, r->scan_at, seen, &event) < (int64_t)seen)
        return 0;
    if (kind == PERF_AUX && seen == size)
        scan_aux(r, event, size, r->scan_at);
    else if (kind == PERF_AUX && spe_perf_get(r, event + PERF_EVENT_HEADER + 16, 8) & GAP_FLAGS) {
        r->gaps_scanned++;
        r->no_room++;
    }
    if (spe_perf_is_packed(r, kind) && spe_perf_begin_packed(r, &r->unpacked[1], event, r->scan_at, size) != SPE_OK) {
        give_up(r);
        return 0;
    }
    const uint64_t after = bytes_after(r, event, kind, size);
    if (after == UINT64_MAX)
        return 0;
    r->last_buffer = kind == PERF_AUXTRACE ? r->scan_at : r->last_buffer;
    r->scan_at += size + after;
    return 1;
}

/* Reads ahead from the current buffer, or from where reading ahead had to stop. Compressed events are read ahead from
 * the first one on, since each needs those before it. An invalid event is reported only when the reader reaches it; a
 * failed read ends everything, as later gaps would not be known. */
static void scan(struct perf_reader *r)
{
    r->scan_is_done |= !r->memory && !r->is_seekable;
    if (r->scan_is_done)
        return;
    if (r->scan_at < r->buffer_at && !r->unpacked[0].event) {
        r->scan_at = r->buffer_at;
        r->gaps_scanned = r->gaps_read;
    }
    while (r->range_count < r->range_cap && scan_event(r))
        ;
    r->scan_is_done |= r->range_count < r->range_cap;
}

/* -- the current buffer -- */

/* Whether a range and the buffer belong to the same stream: 1, 0, or SPE_PERF_NONE if the file does not say. */
static uint32_t is_of_stream(const struct perf_reader *r, const struct spe_perf_range *range)
{
    const uint32_t mine = r->cpu != SPE_PERF_NONE ? r->cpu : r->tid;
    const uint32_t its = r->cpu != SPE_PERF_NONE ? range->cpu : range->tid;
    return mine == SPE_PERF_NONE || its == SPE_PERF_NONE ? SPE_PERF_NONE : mine == its;
}

/* Whether a range belongs to the rest of the buffer. */
static int is_about(const struct perf_reader *r, const struct spe_perf_range *range)
{
    const uint32_t is_its = is_of_stream(r, range);
    if (!is_its || range->to - r->offset > r->left)
        return 0;
    if (is_its == 1 || range->file_offset < r->buffer_at)
        return 1;
    /* The range follows the buffer, and its stream is not known: it belongs to this buffer only if no other buffer
     * follows. */
    return r->scan_is_done && r->buffer_at == r->last_buffer;
}

static void swap(struct spe_perf_range *a, struct spe_perf_range *b)
{
    const struct spe_perf_range was = *a;
    *a = *b;
    *b = was;
}

/* Whether a range that was taken names the byte before another one, and no record is cut off there: the kernel gives
 * each part of a snapshot an event, and nothing is missing between two of them. */
static int is_named_before(const struct perf_reader *r, const struct spe_perf_range *range)
{
    int is_named = range->from <= r->named_to;
    for (uint32_t i = 0; i < r->range_taken && !is_named; i++) {
        const struct spe_perf_range *other = &r->ranges[i];
        is_named = other->from < range->from && range->from <= other->to && !(other->aux_flags & SPE_PERF_AUX_PARTIAL);
    }
    return is_named;
}

/* Removes a range from the table; another range takes its place. */
static void forget(struct perf_reader *r, uint32_t i)
{
    if (i < r->range_taken) {
        r->ranges[i] = r->ranges[--r->range_taken];
        i = r->range_taken;
    }
    r->ranges[i] = r->ranges[--r->range_count];
}

/* Leaves out the gaps before ranges whose bytes follow others. */
static void join_ranges(struct perf_reader *r)
{
    uint64_t named_to = r->named_to;
    for (uint32_t i = 0; i < r->range_taken; i++) {
        struct spe_perf_range *range = &r->ranges[i];
        range->follows = range->aux_flags & SPE_PERF_AUX_OVERWRITE && is_named_before(r, range);
        if (!(range->aux_flags & SPE_PERF_AUX_PARTIAL) && range->to > named_to)
            named_to = range->to;
    }
    r->named_to = named_to;
    for (uint32_t i = r->range_taken; i-- > 0;) {
        struct spe_perf_range *range = &r->ranges[i];
        if (range->follows)
            range->aux_flags &= ~(uint32_t)SPE_PERF_AUX_OVERWRITE;
        if (!range->aux_flags)
            forget(r, i);
    }
}

/* Reads ahead, and moves the ranges that belong to the buffer to the front of the table. Returns whether one is of a
 * snapshot. */
static int take_ranges(struct perf_reader *r)
{
    int is_snapshot = 0;
    scan(r);
    for (uint32_t i = r->range_taken; i < r->range_count; i++) {
        struct spe_perf_range *range = &r->ranges[i];
        if (!is_about(r, range))
            continue;
        is_snapshot |= (range->aux_flags & SPE_PERF_AUX_OVERWRITE) != 0;
        if (range->from - r->offset > r->left) /* the range began before the buffer */
            range->from = r->offset;
        swap(range, &r->ranges[r->range_taken++]);
    }
    join_ranges(r);
    return is_snapshot;
}

int spe_perf_begin_gaps(struct perf_reader *r, uint64_t bytes_at)
{
    const struct spe_perf_last *last = spe_perf_last_of(r);
    const int is_first = last && last->next == SPE_PERF_NO_BUFFER;
    if (r->cpu == SPE_PERF_NONE && last) {
        r->threads[r->index].tid = r->tid;
        r->thread_count = r->index < r->thread_count ? r->thread_count : r->index + 1;
    }
    r->repeats = last && !is_first ? spe_perf_find_repeats(r, last, bytes_at) : 0;
    r->named_to = r->offset;
    r->start_flags = 0;
    /* perf pads buffers to eight bytes. If a stream had no room in the table, its position is not known. */
    if (!r->repeats && !is_first && (!last || last->next - r->offset >= 8))
        r->start_flags = SPE_PERF_AUX_MOVED;
    const int is_joint = last && !is_first && !r->start_flags && last->run <= r->offset;
    r->run = is_joint ? last->run : r->offset;
    if (!r->repeats && take_ranges(r) && (is_first || r->start_flags))
        r->start_flags |= SPE_PERF_AUX_OVERWRITE;
    return r->status;
}

void spe_perf_pass_repeats(struct perf_reader *r, uint64_t n)
{
    r->repeats -= n;
    if (r->repeats)
        return;
    r->named_to = r->offset;
    take_ranges(r); /* those of the bytes before are used up */
}

/* perf pads a buffer with up to seven zeros. An AUX event that begins among them describes the next buffer, which
 * begins there, too, unless a record begins here: no record begins with a zero. */
static int begins_in_padding(const struct perf_reader *r, const struct spe_perf_range *range)
{
    return range->to > range->from && r->buffer_end - range->from < 8 && range->from - r->offset <= r->left;
}

int spe_perf_leave_padding(struct perf_reader *r)
{
    for (uint32_t i = 0; i < r->range_taken; i++) {
        if (!begins_in_padding(r, &r->ranges[i]) || r->ranges[i].from != r->offset)
            continue;
        swap(&r->ranges[i], &r->ranges[--r->range_taken]);
        return 1;
    }
    return 0;
}

uint32_t spe_perf_next_gap(const struct perf_reader *r, uint64_t *where)
{
    uint32_t flags = r->start_flags;
    *where = flags ? r->offset : r->buffer_end;
    for (uint32_t i = 0; i < r->range_taken; i++) {
        const struct spe_perf_range *range = &r->ranges[i];
        if (begins_in_padding(r, range) && range->from != r->offset && range->from - r->offset < *where - r->offset) {
            *where = range->from; /* what begins there decides */
            flags = 0;
        }
        for (unsigned end = 0; end < 2; end++) {
            const uint64_t at = end ? range->to : range->from;
            const uint32_t flag = range->aux_flags & (end ? SPE_PERF_AUX_PARTIAL : SPE_PERF_AUX_OVERWRITE);
            if (!flag || at - r->offset > *where - r->offset)
                continue;
            flags = at == *where ? flags | flag : flag;
            *where = at;
        }
    }
    return flags;
}

void spe_perf_drop_gaps(struct perf_reader *r)
{
    r->start_flags = 0;
    for (uint32_t i = r->range_taken; i-- > 0;) {
        struct spe_perf_range *range = &r->ranges[i];
        if (range->from == r->offset)
            range->aux_flags &= ~(uint32_t)SPE_PERF_AUX_OVERWRITE;
        if (range->to == r->offset)
            range->aux_flags &= ~(uint32_t)SPE_PERF_AUX_PARTIAL;
        if (!range->aux_flags)
            forget(r, i);
    }
    if (!r->range_taken && !r->scan_is_done) /* the table was full */
        take_ranges(r);
}

void spe_perf_end_gaps(struct perf_reader *r)
{
    const struct spe_perf_last *last = spe_perf_last_of(r);
    r->range_taken = 0;
    if (!last || r->range_count < r->range_cap / 2)
        return;
    for (uint32_t i = r->range_count; i-- > 0;) /* bytes that the file lacks */
        if (is_of_stream(r, &r->ranges[i]) == 1 && r->ranges[i].to < last->next && last->next - r->ranges[i].to >= 8)
            forget(r, i);
}
