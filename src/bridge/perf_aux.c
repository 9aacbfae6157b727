/* SPDX-License-Identifier: MIT */
/*
 * Where bytes are missing. An AUX event says of a range of a core's bytes that its last record may be cut off
 * (PARTIAL), or that what was in front of it is gone (OVERWRITE). perf writes the event before the bytes or, if the
 * kernel was faster than perf, behind them: so a file that can be read anywhere is read ahead for these events, as far
 * as the table has room.
 */
#include <string.h>

#include "perf_reader.h"

#define GAP_FLAGS ((uint32_t)(SPE_PERF_AUX_PARTIAL | SPE_PERF_AUX_OVERWRITE))

/* Returns 0: the table has no room. */
static int add_range(struct perf_reader *r, const struct spe_perf_event *aux)
{
    /* Of a snapshot the kernel gives the offset behind the bytes. */
    const int is_snapshot = (aux->aux_flags & SPE_PERF_AUX_OVERWRITE) != 0;
    const uint64_t from = is_snapshot ? aux->offset - aux->size : aux->offset;
    if (r->range_count == r->range_cap)
        return 0;
    r->ranges[r->range_count++] = (struct spe_perf_range){.from = from,
                                                          .to = from + aux->size,
                                                          .file_offset = aux->file_offset,
                                                          .cpu = aux->cpu,
                                                          .tid = aux->tid,
                                                          .aux_flags = aux->aux_flags & GAP_FLAGS};
    return 1;
}

/* Where the stream that an AUX event is about has got to, of its thread if there is one of it, else of its core;
 * SPE_PERF_NO_BUFFER: that is not known. */
static uint64_t next_of(const struct perf_reader *r, const struct spe_perf_event *aux)
{
    const struct spe_perf_known_core *core = spe_perf_core_of(r, aux->cpu);
    for (uint32_t i = 0; i < r->thread_count; i++)
        if (r->threads[i].tid == aux->tid)
            return r->threads[i].next;
    return core ? core->next : SPE_PERF_NO_BUFFER;
}

/* Whether bytes behind a range that is not in the table have come out already. */
static int is_late(const struct perf_reader *r, const struct spe_perf_event *aux)
{
    const uint64_t to = aux->aux_flags & SPE_PERF_AUX_OVERWRITE ? aux->offset : aux->offset + aux->size;
    const uint64_t next = next_of(r, aux);
    return next != SPE_PERF_NO_BUFFER && to < next;
}

void spe_perf_take_aux(struct perf_reader *r, struct spe_perf_event *aux)
{
    if (!(aux->aux_flags & GAP_FLAGS) || aux->file_offset < r->scan_at)
        return;
    aux->is_late = is_late(r, aux) || !add_range(r, aux);
    r->late += aux->is_late;
}

/* -- reading ahead -- */

/* The bytes that stand behind an event and are not in its size; UINT64_MAX: they cannot be there. */
static uint64_t bytes_behind(const struct perf_reader *r, const uint8_t *event, uint32_t kind, size_t size)
{
    uint64_t n = 0;
    if (kind == PERF_AUXTRACE)
        n = size >= PERF_EVENT_HEADER + 8 ? spe_perf_get(r, event + PERF_EVENT_HEADER, 8) : UINT64_MAX;
    else if (kind == PERF_HEADER_TRACING_DATA)
        n = size >= PERF_EVENT_HEADER + 4 ? (spe_perf_get(r, event + PERF_EVENT_HEADER, 4) + 7) & ~UINT64_C(7) : 0;
    return n > UINT64_MAX / 2 ? UINT64_MAX : n;
}

/* Goes past the event ahead, which is put into the table if it says where a gap is. Returns 0: there is none, or none
 * that can be. */
static int scan_event(struct perf_reader *r)
{
    const uint8_t *event;
    struct spe_perf_event aux = spe_perf_no_event();
    if (r->scan_at >= r->end || spe_perf_look(r, &r->ahead, r->scan_at, PERF_EVENT_HEADER, &event) < PERF_EVENT_HEADER)
        return 0;
    const uint32_t kind = (uint32_t)spe_perf_get(r, event, 4);
    const size_t size = (size_t)spe_perf_get(r, event + 6, 2);
    const size_t seen = size < r->ahead.cap / 2 ? size : PERF_EVENT_HEADER + 8; /* AUX events are small */
    if (size < PERF_EVENT_HEADER || spe_perf_look(r, &r->ahead, r->scan_at, seen, &event) < (int64_t)seen)
        return 0;
    if (kind == PERF_AUX && seen == size) {
        const size_t trailer = spe_perf_take_sample_id(r, event, size, &aux);
        aux.file_offset = r->scan_at;
        if (!spe_perf_read_body(spe_perf_row_of_kind(kind), event + PERF_EVENT_HEADER,
                                size - PERF_EVENT_HEADER - trailer, r->is_big, &aux) &&
            aux.aux_flags & GAP_FLAGS)
            add_range(r, &aux);
    }
    const uint64_t behind = bytes_behind(r, event, kind, size);
    if (behind == UINT64_MAX)
        return 0;
    r->last_buffer = kind == PERF_AUXTRACE ? r->scan_at : r->last_buffer;
    r->scan_at += size + behind;
    return 1;
}

/* From the buffer that is being read, or where reading ahead had to stop. What is wrong there is said when it is
 * reached; a failure to read ends all, as the gaps that follow are not known. */
static void scan(struct perf_reader *r)
{
    r->scan_is_done |= !r->memory && !r->is_seekable;
    if (r->scan_is_done)
        return;
    if (r->scan_at < r->buffer_at)
        r->scan_at = r->buffer_at;
    while (r->range_count < r->range_cap && scan_event(r))
        ;
    r->scan_is_done = r->range_count < r->range_cap;
}

/* -- the buffer that is being read -- */

/* Whether a range is of the stream that the buffer is of: 1, 0, or SPE_PERF_NONE: it is not told. */
static uint32_t is_of_stream(const struct perf_reader *r, const struct spe_perf_range *range)
{
    const uint32_t mine = r->cpu != SPE_PERF_NONE ? r->cpu : r->tid;
    const uint32_t its = r->cpu != SPE_PERF_NONE ? range->cpu : range->tid;
    return mine == SPE_PERF_NONE || its == SPE_PERF_NONE ? SPE_PERF_NONE : mine == its;
}

/* Whether a range is about what is left of the buffer. */
static int is_about(const struct perf_reader *r, const struct spe_perf_range *range)
{
    const uint32_t is_its = is_of_stream(r, range);
    if (!is_its || range->to - r->offset > r->left)
        return 0;
    if (is_its == 1 || range->file_offset < r->buffer_at)
        return 1;
    /* Behind the buffer, of a stream that is not told: about the last one if there is none behind it, else about
     * that. */
    return r->scan_is_done && r->buffer_at == r->last_buffer;
}

static void swap(struct spe_perf_range *a, struct spe_perf_range *b)
{
    const struct spe_perf_range was = *a;
    *a = *b;
    *b = was;
}

/* Reads ahead, and moves the ranges that are about the buffer to the front of the table. */
static void take_ranges(struct perf_reader *r)
{
    scan(r);
    for (uint32_t i = r->range_taken; i < r->range_count; i++) {
        struct spe_perf_range *range = &r->ranges[i];
        if (!is_about(r, range))
            continue;
        if (range->from - r->offset > r->left) /* it began before the buffer */
            range->from = r->offset;
        swap(range, &r->ranges[r->range_taken++]);
    }
}

void spe_perf_begin_gaps(struct perf_reader *r, const struct spe_perf_event *buffer)
{
    const uint64_t *next = spe_perf_stream_next(r);
    /* perf pads buffers to eight bytes. Where a stream stands that has no room here is not known. */
    r->has_moved = !next || (*next != SPE_PERF_NO_BUFFER && *next - buffer->offset >= 8);
    if (r->cpu == SPE_PERF_NONE && next) {
        r->threads[r->index].tid = r->tid;
        r->thread_count = r->index < r->thread_count ? r->thread_count : r->index + 1;
    }
    take_ranges(r);
}

uint32_t spe_perf_next_gap(const struct perf_reader *r, uint64_t *where)
{
    uint32_t flags = r->has_moved ? SPE_PERF_AUX_MOVED : 0;
    *where = r->has_moved ? r->offset : r->buffer_end;
    for (uint32_t i = 0; i < r->range_taken; i++) {
        const struct spe_perf_range *range = &r->ranges[i];
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

/* Takes a range out of the table; another has its place then. */
static void forget(struct perf_reader *r, uint32_t i)
{
    if (i < r->range_taken) {
        r->ranges[i] = r->ranges[--r->range_taken];
        i = r->range_taken;
    }
    r->ranges[i] = r->ranges[--r->range_count];
}

void spe_perf_drop_gaps(struct perf_reader *r)
{
    r->has_moved = 0;
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
    const uint64_t *next = spe_perf_stream_next(r);
    r->range_taken = 0;
    if (!next || r->range_count < r->range_cap / 2)
        return;
    for (uint32_t i = r->range_count; i-- > 0;) /* bytes that did not come, and will not */
        if (is_of_stream(r, &r->ranges[i]) == 1 && r->ranges[i].to < *next)
            forget(r, i);
}
